"""The inside of the sandbox: a program, run by its path and never imported.

`_sandbox` starts it in an empty folder. It loads what calls attempts, without the
exercises, so that no solution is anywhere in its memory. Then it takes away what an
attempt has no business with, loads the student's code, and calls it.

It does so with an audit hook, to which Python reports most of what reaches outside: each
file that is opened, each process, connection and import. That stops curiosity and
accidents. It does not stop someone who takes the hook apart, or finds a way that isn't
reported, such as ``os.mkfifo`` or ``_posixsubprocess.fork_exec``: that takes a container.
"""

import __future__

import ast
import ctypes  # noqa: F401 -- loads a library, which the audit hook refuses later
import io
import linecache
import os
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from types import ModuleType
from typing import Any

EXERCISES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SVMLIB = os.path.dirname(EXERCISES)
READY = b'{"printed": ""}\n'  # from here on, only the student's code can fail
MAX_FILE_BYTES = 2**24  # that an attempt may write
WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
CHANGE_EVENTS = (
    "os.chflags", "os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename",
    "os.rmdir", "os.symlink", "os.truncate", "os.utime", "shutil.rmtree",
)  # fmt: skip
ATTRIBUTE_EVENTS = ("os.removexattr", "os.setxattr")
PROCESS_EVENTS = (
    "os.exec", "os.fork", "os.forkpty", "os.kill", "os.killpg", "os.posix_spawn",
    "os.system", "resource.prlimit", "subprocess.Popen",
)  # fmt: skip


def main() -> None:
    """Read a job, and send what the calls return."""
    writer, crash_log = map(int, sys.argv[1:3])
    sys.path[:] = sys.argv[3:]
    job = pickle.load(sys.stdin.buffer)
    child, refuse_to_check = _load_runner()
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE_BYTES, MAX_FILE_BYTES))
    os.write(writer, READY)
    trees = list(_parse_kept(job["sources"], job["kept"]))
    _stand_in_for_check(job["with_svmlib"], refuse_to_check)
    _import_beforehand([tree for _, tree in trees], job["with_svmlib"])

    @cache
    def answer() -> Any:
        # Not before the first call: until then `run_in_child` sets its limits.
        _guard(child.AttemptError, os.getcwd(), job["with_svmlib"])
        return _define(trees, job["function"], child.AttemptError)

    def attempt(*args: Any) -> Any:
        return answer()(*args) if callable(answer()) or signature.takes else answer()

    signature = child.Signature(*job["signature"])
    problems = [child.Problem(*problem) for problem in job["problems"]]
    child.run_in_child(writer, crash_log, attempt, signature, problems)


def _load_runner() -> tuple[Any, Callable[..., Any]]:
    """Import what calls attempts, and not the package around it: that has solutions.

    Also return what is called in place of `check`.
    """
    for name, path in (("svmlib", SVMLIB), ("svmlib.exercises", EXERCISES)):
        package = ModuleType(name)
        package.__path__ = [path]
        sys.modules[name] = package
    from svmlib.exercises.running import _call, _child

    for name in [name for name in sys.modules if name.split(".")[0] == "svmlib"]:
        del sys.modules[name]
    return _child, _call.refuse_to_check


def _stand_in_for_check(with_svmlib: bool, refuse_to_check: Callable[..., Any]) -> None:
    """Let the code import `check`, which a file may do for a line that is never run.

    ``with_svmlib`` says whether it may import the rest of svmlib as well.
    """
    svmlib: Any
    if with_svmlib:
        sys.path.append(os.path.dirname(SVMLIB))
        import svmlib
    else:
        svmlib = sys.modules["svmlib"] = ModuleType("svmlib")
        svmlib.__path__ = []
    svmlib.exercises = sys.modules["svmlib.exercises"] = ModuleType("svmlib.exercises")
    svmlib.exercises.__path__ = []
    svmlib.exercises.check = refuse_to_check


def _parse_kept(
    sources: Sequence[tuple[str, str]], kept: Sequence[tuple[int, int]]
) -> Iterator[tuple[str, ast.Module]]:
    """Yield the statements that are kept; errors find their lines in the cache."""
    for source, (label, text) in enumerate(sources):
        lines = io.StringIO(text).readlines()  # splitlines splits at form feeds as well
        linecache.cache[label] = len(text), None, lines, label
        numbers = [number for k, number in kept if k == source]
        if numbers:
            tree = ast.parse(text, label)
            tree.body = [tree.body[number] for number in numbers]
            yield label, tree


def _define(
    trees: Sequence[tuple[str, ast.Module]], function: str, attempt_error: Any
) -> Any:
    # Dataclasses look for the module that they are in.
    module = sys.modules["submission"] = ModuleType("submission")
    vars(module)["display"] = print  # which is in every notebook
    flags = 0
    for label, tree in trees:
        code = compile(tree, label, "exec", flags, dont_inherit=True)
        # As in Jupyter, this holds in the cells that follow.
        flags = code.co_flags & __future__.annotations.compiler_flag
        exec(code, vars(module))  # noqa: S102
    if not hasattr(module, function):
        raise attempt_error(
            ["not-there"],
            f"there is no function {function} after the file has been run.",
        )
    return getattr(module, function)


def _import_beforehand(trees: Sequence[ast.Module], with_svmlib: bool) -> None:
    """Import what the code imports of libraries, while they may still do as they like.

    Python's own modules are left out, because some of them act when they are imported.
    """
    imports = list[tuple[str, str]]()
    for node in [node for tree in trees for node in ast.walk(tree)]:
        match node:
            case ast.Import(names):
                imports += [(alias.name, f"import {alias.name}") for alias in names]
            case ast.ImportFrom(str(module), names):
                # A part, such as numpy.testing, may be loaded only when it is named.
                listed = ", ".join(alias.name for alias in names)
                imports.append((module, f"from {module} import {listed}"))
    for module, statement in imports:
        package = module.split(".")[0]
        is_allowed = with_svmlib or package != "svmlib"
        if is_allowed and package not in sys.stdlib_module_names:
            try:
                exec(statement, {})  # noqa: S102
            except BaseException:  # noqa: BLE001, S110 -- the code will meet it too
                pass


def _guard(attempt_error: Any, folder: str, with_svmlib: bool) -> None:
    """From now on, let an attempt read libraries and write to a folder, and no more."""
    sys.dont_write_bytecode = True  # of what a library imports later, as NumPy does
    home = os.path.realpath(folder)
    roots = [home, os.devnull, *map(os.path.realpath, sys.path)]
    solutions = [
        os.path.realpath(os.path.join(root, "svmlib"))
        for root in roots
        if not with_svmlib
    ]

    def within(path: Any, folders: Sequence[str]) -> bool:
        where = os.path.realpath(os.fsdecode(path))
        return any(os.path.commonpath((where, f)) == f for f in folders)

    def forbid(what: str, *args: Any, **options: Any) -> None:
        raise attempt_error(
            ["forbidden"],
            f"it tries to {what}, which is not allowed here.",
        )

    def check_reading(path: Any, kind: str) -> None:
        if not within(path, roots) or within(path, solutions):
            forbid(f"read the {kind} {path!r}")

    def check_listing(path: Any) -> None:
        check_reading(path or ".", "folder")

    def check_opening(path: Any, mode: Any, flags: int) -> None:
        if isinstance(path, int):  # a file that is open already
            return
        if os.path.isdir(path):
            # Of a file in an open folder, Python would report the name alone.
            forbid(f"open the folder {path!r}")
        if not flags & WRITE_FLAGS:
            check_reading(path, "file")
        elif not within(path, [home, os.devnull]):
            forbid(f"write to the file {path!r}")

    def check_change(*args: Any) -> None:
        paths = [arg for arg in args if isinstance(arg, str | bytes)]
        if not paths:
            forbid("change a file by its descriptor")
        for path in paths:
            if not within(path, [home]):
                forbid(f"change {path!r}")

    def check_import(module: str, *others: Any) -> None:
        if module.partition(".")[0] == "svmlib" and not with_svmlib:
            raise attempt_error(
                ["svmlib-for-own"],
                "it imports svmlib, which is not there in the sandbox. "
                "Write the function yourself.",
            )

    checks: dict[str, Callable[..., None]] = {
        "open": check_opening,
        "os.listdir": check_listing,
        "os.scandir": check_listing,
        **dict.fromkeys(CHANGE_EVENTS, check_change),
        **dict.fromkeys(
            ATTRIBUTE_EVENTS, partial(forbid, "change a file's attributes")
        ),
        **dict.fromkeys(PROCESS_EVENTS, partial(forbid, "start or stop a process")),
        "sqlite3": partial(forbid, "open a database"),  # in C, and so not as a file
        "socket": partial(forbid, "use the network"),  # and so for socket.connect, say
        "ctypes": partial(forbid, "call a library that isn't written in Python"),
        "import": check_import,
    }

    def hook(event: str, args: tuple[Any, ...]) -> None:
        check = checks.get(event) or checks.get(event.partition(".")[0])
        if check:
            check(*args)

    sys.addaudithook(hook)


if __name__ == "__main__":
    main()
