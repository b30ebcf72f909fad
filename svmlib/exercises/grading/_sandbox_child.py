"""The inside of the sandbox: a program, run by its path and never imported.

`_sandbox` starts it in an empty folder. It loads the part of the engine that calls
attempts, without the exercises, so that no solution is anywhere in its memory. Then it
takes away what an attempt has no business with, loads the student's code, and calls it.

An audit hook takes it away: Python reports to it every file that is opened, and every
process, connection and import. That stops curiosity and accidents. It does not
stop someone who knows how to crack CPython from within: that takes a container.
"""

import ast
import linecache
import os
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType, SimpleNamespace
from typing import Any

READY = b'{"printed": ""}\n'  # sent when nothing but the student's code can still fail
MAX_FILE_BYTES = 2**24  # bytes that an attempt may write to a file
NOWHERE = "/dev/null"
ALWAYS = (NOWHERE, "/dev/urandom", "/usr/share/zoneinfo")
LISTS = ("os.listdir", "os.scandir", "glob.glob")
CHANGES = (
    *("os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename"),
    *("os.rmdir", "os.setxattr", "os.symlink", "os.truncate", "os.utime"),
)
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
PROCESSES = (
    *("os.exec", "os.fork", "os.forkpty", "os.kill", "os.killpg", "os.posix_spawn"),
    *("os.spawn", "os.system", "pty.spawn", "subprocess.Popen", "signal.pthread_kill"),
)
SYSTEM = ("resource.setrlimit", "resource.prlimit", "sys.addaudithook")


def main() -> None:
    """Read a job, and send what the calls return."""
    writer, last_words = map(int, sys.argv[1:])
    sys.path[:] = pickle.load(sys.stdin.buffer)
    job = pickle.load(sys.stdin.buffer)
    run = _engine()
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE_BYTES, MAX_FILE_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.write(writer, READY)
    trees = list(_trees(job["sources"], job["kept"]))
    _import_beforehand([tree for _, tree in trees])
    sys.modules["__main__"] = ModuleType("__main__")
    functions: list[Callable[..., Any]] = []

    def attempt(*args: Any) -> Any:
        if not functions:
            # Not before the first call: until then the engine sets its own limits.
            sys.addaudithook(_hook(run.Refused, os.getcwd()))
            os.dup2(1, 2)
            functions.append(_load(trees, job["function"]))
        return functions[0](*args)

    exercise = SimpleNamespace(takes=job["takes"], returns=job["returns"])
    problems = [SimpleNamespace(args=args) for args in job["problems"]]
    run.as_child(writer, last_words, attempt, exercise, problems)


def _engine() -> Any:
    """Import what calls attempts, and not the package around it: that has solutions."""
    exercises = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for name, path in (
        ("svmlib", os.path.dirname(exercises)),
        ("svmlib.exercises", exercises),
    ):
        package = ModuleType(name)
        package.__path__ = [path]
        sys.modules[name] = package
    from svmlib.exercises import _run

    for name in [name for name in sys.modules if name.split(".")[0] == "svmlib"]:
        del sys.modules[name]
    return _run


def _trees(
    sources: Sequence[tuple[str, str]], kept: Sequence[tuple[int, int]]
) -> Iterator[tuple[str, ast.Module]]:
    """Yield the statements that are kept; errors find their lines in the cache."""
    for source, (label, text) in enumerate(sources):
        linecache.cache[label] = len(text), None, text.splitlines(True), label
        numbers = [number for k, number in kept if k == source]
        if numbers:
            tree = ast.parse(text, label)
            tree.body = [tree.body[number] for number in numbers]
            yield label, tree


def _load(trees: Sequence[tuple[str, ast.Module]], function: str) -> Any:
    namespace: dict[str, Any] = {"__name__": "submission"}
    for label, tree in trees:
        exec(compile(tree, label, "exec"), namespace)  # noqa: S102
    return namespace[function]


def _import_beforehand(trees: Sequence[ast.Module]) -> None:
    """Import the libraries that the code imports, while they may still do as they like.

    Not Python's own: some of those do things when they are imported.
    """
    for node in [node for tree in trees for node in ast.walk(tree)]:
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            modules = [node.module]
        for module in modules:
            if module.split(".")[0] not in ("svmlib", *sys.stdlib_module_names):
                try:
                    __import__(module)
                except BaseException:  # noqa: BLE001, S110 -- the code will meet it too
                    pass


def _hook(refused: Any, folder: str) -> Callable[[str, tuple[Any, ...]], None]:
    """Return an audit hook that lets an attempt read libraries, and write to a folder."""
    home = os.path.realpath(folder)
    roots = [home, *ALWAYS, *map(os.path.realpath, sys.path)]
    real, decode, join = os.path.realpath, os.fsdecode, os.path.join
    solutions = [real(join(root, "svmlib")) for root in roots]

    def below(where: str, folders: Sequence[str]) -> bool:
        return any(where == f or where.startswith(join(f, "")) for f in folders)

    def within(path: Any, folders: Sequence[str]) -> bool:
        if isinstance(path, int):  # a file that is open already
            return True
        where = real(decode(path or "."))
        return below(where, folders) and not below(where, solutions)

    def forbid(what: str) -> None:
        raise refused(
            ["forbidden"],
            f"it tries to {what}, which is not allowed when work is graded.",
        )

    def hook(event: str, args: tuple[Any, ...]) -> None:
        group = event.partition(".")[0]
        if event == "open":
            path, mode, flags = args
            writes = (flags or 0) & WRITES or set(mode or "") & set("wax+")
            if not within(path, [home, NOWHERE] if writes else roots):
                forbid(f"{'write to' if writes else 'read'} the file {path!r}")
        elif event == "import" and args[0].partition(".")[0] == "svmlib":
            raise refused(
                ["svmlib-for-own"],
                "it imports svmlib, which is not there when work is graded. "
                "Write the function yourself.",
            )
        elif event in LISTS and not within(args[0], roots):
            forbid(f"read the folder {args[0]!r}")
        elif event in CHANGES or group == "shutil":
            for path in args:
                if isinstance(path, str | bytes) and not within(path, [home]):
                    forbid(f"change {path!r}")
        elif event in PROCESSES:
            forbid("start or stop a process")
        elif group in ("socket", "urllib", "http", "webbrowser"):
            forbid("use the network")
        elif group in ("ctypes", "sqlite3") or event in SYSTEM:
            forbid(f"use {event}")

    return hook


if __name__ == "__main__":
    main()
