"""What the sandbox refuses, survives and quotes."""

import os
import sys
import time
from itertools import takewhile

import numpy as np
import pytest

from svmlib.exercises._exercise import Signature
from svmlib.exercises.submissions import _sandbox
from svmlib.exercises.submissions._program import Program

ENDED = "ended, or could send no more answers. Does it call"


def test_sandbox_quotes_no_line_of_another_submission(grade_class):
    """On most platforms each student's folder holds a file of the same name, often a long one."""
    programs = {"alice": "while True: pass", "bob": "secret = 42; return X[:, 0]"}
    status, out = grade_class(
        {
            f"{name}/{'long_name_' * 9}.py": f"def predict(W, X):\n    {programs[name]}\n"
            for name in programs
        }
    )
    assert status == 0
    found = (out / "feedback" / "alice.txt").read_text(encoding="utf-8")
    assert "in line 2 (`while True: pass`)" in " ".join(found.split())


@pytest.mark.parametrize("name", ["helper", "not_installed"])
def test_sandbox_says_that_a_module_is_not_there(
    name, grade_file, tmp_path, monkeypatch
):
    """Nor are those of the folder in which Python was started."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "helper.py").write_text("def best(S):\n    return S.argmax(axis=1)\n")
    text = f"from {name} import best\ndef predict(W, X):\n    return best(X @ W)\n"
    (mark,) = grade_file(text).marks
    assert mark.mistakes == ("raises", "module-not-found")
    assert f"No module named '{name}'" in mark.message
    assert "copy what you need from it" in mark.message


@pytest.mark.parametrize("line", ["os._exit(1)", "raise SystemExit", "1 / 0"])
def test_sandbox_survives_a_library_that_does_not_load(
    line, tmp_path_factory, monkeypatch, grade_file
):
    folder = tmp_path_factory.mktemp("libraries")
    (folder / "library.py").write_text(f"import os\n{line}\n")
    monkeypatch.syspath_prepend(folder)
    text = "import library\ndef predict(W, X):\n    return library.best(X @ W)\n"
    assert grade_file(text).score == 0


def test_sandbox_reads_a_library_and_not_the_solutions_beside_it(
    tmp_path_factory, monkeypatch, grade_file
):
    folder = tmp_path_factory.mktemp("libraries")
    (folder / "svmlib").mkdir()
    libraries = [*_sandbox._libraries(), str(folder)]
    monkeypatch.setattr(_sandbox, "_libraries", lambda: libraries)
    found = []
    for name in ("library.py", "svmlib/hinge.py"):
        (folder / name).write_text("")
        text = f"def predict(W, X):\n    open({str(folder / name)!r})\n    return 1\n"
        found += [mark.mistakes for mark in grade_file(text).marks]
    assert found == [("wrong-shape",), ("forbidden",)]


@pytest.mark.parametrize(
    ("head", "line", "mistakes"),
    [
        ("from svmlib.exercises import check", "", ()),
        ("import svmlib.exercises", "", ()),
        ("", "from svmlib.exercises import check", ()),
        ("from svmlib.exercises import check", "check('predict', predict)", ("calls-check",)),
        ("", "import svmlib.hinge", ("svmlib-for-own",)),
        ("", "from svmlib import hinge", ("svmlib-for-own",)),
        ("", "from svmlib.exercises import chapters", ("svmlib-for-own",)),
    ],
)  # fmt: skip
def test_sandbox_has_a_check_that_is_not_to_be_called_and_no_solution(
    head, line, mistakes, grade_file
):
    (mark,) = grade_file(f"""{head}
def predict(W, X):
    {line}
    return (X @ W).argmax(axis=1)
    print(check("predict", predict), svmlib.exercises)
""").marks
    assert mark.mistakes == mistakes


def test_sandbox_has_numpy_even_where_svmlib_is_installed_beside_it(
    tmp_path, monkeypatch
):
    (tmp_path / "svmlib").mkdir()
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert [*_sandbox._libraries()] == []
    monkeypatch.setattr(np, "__file__", str(tmp_path / "numpy" / "__init__.py"))
    assert [*_sandbox._libraries()] == [str(tmp_path.resolve())]


def test_sandbox_lets_an_attempt_write_a_file_that_is_not_too_large(grade_file):
    text = """import os
def predict(W, X):
    with open(os.open("own", os.O_CREAT | os.O_WRONLY), "wb") as file:
        file.write(bytes({}))
"""
    (mark,) = grade_file(text.format(2**24)).marks
    assert mark.mistakes == ("not-attempted",)
    (mark,) = grade_file(text.format(2**24 + 1)).marks
    assert "File too large" in mark.message


@pytest.mark.parametrize(
    ("line", "mistake"),
    [
        ("open(os.devnull, 'w')", "not-attempted"),
        ("os.mkdir('own')", "not-attempted"),
        ("Path('own').mkdir()", "not-attempted"),
        ("tempfile.mkstemp()", "not-attempted"),
        ("os.symlink(os.__file__, 'own')", "forbidden"),
    ],
)
def test_sandbox_lets_an_attempt_change_its_own_folder_alone(line, mistake, grade_file):
    text = f"""import os, tempfile
from pathlib import Path
def predict(W, X):
    {line}
"""
    (mark,) = grade_file(text).marks
    assert mark.mistakes == (mistake,)


@pytest.fixture
def victim(tmp_path_factory):
    """A folder outside the sandbox, with a file and an empty folder."""
    folder = tmp_path_factory.mktemp("victim")
    (folder / "file").write_text("precious")
    (folder / "empty").mkdir()
    return folder


def state(folder):
    """What an attempt could change of a folder."""
    stats = {path.name: path.stat() for path in folder.iterdir()}
    return {name: (s.st_mode, s.st_size, s.st_mtime) for name, s in stats.items()}


@pytest.mark.parametrize(
    "line",
    [
        "os.chmod('FOLDER/file', 0)",
        "os.chown('FOLDER/file', os.getuid(), os.getgid())",
        "os.link('FOLDER/file', 'own')",
        "os.mkdir('FOLDER/new')",
        "os.remove('FOLDER/file')",
        "os.remove('file', dir_fd=os.open('FOLDER', os.O_RDONLY))",
        "os.rename('FOLDER/file', 'own')",
        "os.rename('own', b'FOLDER/new')",
        "os.rmdir('FOLDER/empty')",
        "os.symlink('own', 'FOLDER/new')",
        "os.truncate('FOLDER/file', 0)",
        "os.utime('FOLDER/file', (0, 0))",
        "shutil.rmtree('FOLDER')",
        "Path('FOLDER/file').chmod(0)",
        "os.chmod(os.open('FOLDER/file', os.O_RDONLY), 0)",
        "os.utime(os.open('FOLDER/file', os.O_RDONLY), (0, 0))",
        "os.open('FOLDER/file', os.O_RDONLY | os.O_TRUNC)",
        "os.write(os.open('FOLDER/file', os.O_RDWR), b'more')",
        "sqlite3.connect('FOLDER/new').execute('CREATE TABLE t (x)')",
        "os.setxattr('FOLDER/file', 'user.x', b'')",
        "os.removexattr('FOLDER/file', 'user.x')",
    ],
)
def test_sandbox_keeps_an_attempt_from_changing_a_library(
    line, victim, monkeypatch, grade_file
):
    """Which it may read, so that no other event refuses the line."""
    libraries = [*_sandbox._libraries(), str(victim)]
    monkeypatch.setattr(_sandbox, "_libraries", lambda: libraries)
    before = state(victim)
    text = f"""import os, shutil, sqlite3
from pathlib import Path
def predict(W, X):
    {line}
"""
    (mark,) = grade_file(text.replace("FOLDER", str(victim))).marks
    assert mark.mistakes == ("forbidden",)
    assert state(victim) == before


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("open('FOLDER/file')", "read the file"),
        ("os.listdir('FOLDER')", "read the folder"),
        ("os.scandir('FOLDER')", "read the folder"),
        ("os.execv('/bin/sh', ['sh', '-c', 'exit'])", "start or stop a process"),
        ("os.fork() or os._exit(0)", "start or stop a process"),
        ("os.forkpty()[0] or os._exit(0)", "start or stop a process"),
        ("os.kill(os.getpid(), 0)", "start or stop a process"),
        ("os.killpg(0, 0)", "start or stop a process"),
        ("os.posix_spawn('/bin/sh', ['sh', '-c', 'exit'], {})",
         "start or stop a process"),
        ("os.system('exit')", "start or stop a process"),
        ("subprocess.Popen('exit', shell=True)", "start or stop a process"),
        ("resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE)",
         "start or stop a process"),
        ("ctypes.CDLL(None).system(b'true')",
         "call a library that isn't written in Python"),
        ("socket.socket()", "use the network"),
    ],
)  # fmt: skip
def test_sandbox_keeps_an_attempt_from(line, what, victim, grade_file):
    text = f"""import ctypes, os, resource, socket, subprocess
def predict(W, X):
    {line}
"""
    (mark,) = grade_file(text.replace("FOLDER", str(victim))).marks
    assert mark.mistakes == ("forbidden",)
    assert f"it tries to {what}" in mark.message


def test_sandbox_sees_no_other_process(grade_file):
    if "--pid" not in _sandbox.isolating_prefix():
        pytest.skip("this system doesn't let users hide processes")
    text = f"import os\ndef predict(W, X):\n    os.getpgid({os.getpid()})\n"
    (mark,) = grade_file(text).marks
    assert "ProcessLookupError" in mark.message


@pytest.fixture(params=["cut off", "not cut off"])
def with_and_without_unshare(request, monkeypatch):
    if request.param == "not cut off":
        monkeypatch.setattr(_sandbox, "isolating_prefix", lambda: ())


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ("signal.raise_signal(15)", "was ended by a signal (Terminated). Return"),
        ("os._exit(1)", ENDED),
    ],
)
def test_sandbox_names_the_signal_that_ended_it(
    end, told, grade_file, with_and_without_unshare
):
    (mark,) = grade_file(f"import os, signal\ndef predict(W, X):\n    {end}\n").marks
    assert mark.mistakes == ("ends-python",)
    assert f"the Python that it runs in {told}" in mark.message


def test_sandbox_takes_no_status_for_a_limit(grade_file, with_and_without_unshare):
    """Of 155, which is 128 + SIGPROF, a shell can't say whether a signal ended Python."""
    (mark,) = grade_file("import os\ndef predict(W, X):\n    os._exit(155)\n").marks
    assert mark.mistakes == ("ends-python",)
    assert f"the Python that it runs in {ENDED}" in mark.message


def test_sandbox_keeps_its_limits(grade_file, with_and_without_unshare):
    (mark,) = grade_file("def predict(W, X):\n    while True: pass\n").marks
    assert mark.mistakes == ("too-slow",)
    assert "seconds, in line 2 (`while True: pass`)" in mark.message
    assert mark.message.endswith("\nIt was called with W (5, 4), X (7, 5).")


def test_a_program_that_closes_its_pipe_and_goes_on_is_told_so(grade_file, monkeypatch):
    # Where `unshare` works, its shell holds the pipe as well, until the time is up.
    monkeypatch.setattr(_sandbox, "isolating_prefix", lambda: ())
    text = "import os, time\ndef predict(W, X):\n    os.closerange(3, 99)\n    time.sleep(60)\n"
    (mark,) = grade_file(text).marks
    assert mark.mistakes == ("ends-python",)
    assert "it closes the pipe through which its answers are sent" in mark.message


def test_sandbox_says_how_long_it_has_waited_for_what_ignores_its_limits(
    grade_file, monkeypatch
):
    monkeypatch.setattr(_sandbox, "TIME_LIMIT", 5.0)
    text = """import signal, time
def predict(W, X):
    for number in (signal.SIGALRM, signal.SIGPROF):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(60)
"""
    (mark,) = grade_file(text).marks
    assert mark.mistakes == ("too-slow",)
    assert "it was stopped after 5 seconds. Is there" in mark.message


@pytest.mark.parametrize(
    ("unshare", "options"),
    [
        (None, []),
        ("exit 1", []),
        ('case "$*" in *--pid*) exit 1; esac', ["--user", "--map-root-user", "--net"]),
        (
            "exit 0",
            ["--user", "--map-root-user", "--net", "--pid", "--fork", "--kill-child"],
        ),
    ],
)
def test_sandbox_is_cut_off_as_far_as_the_system_can(
    unshare, options, tmp_path, monkeypatch
):
    if unshare:
        path = tmp_path / "unshare"
        path.write_text(f"#!/bin/sh\n{unshare}\n")
        path.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    prefix = _sandbox.isolating_prefix.__wrapped__()
    assert list(takewhile(lambda word: word != "sh", prefix[1:])) == options


def test_sandbox_is_started_cut_off_and_without_the_graders_environment(
    monkeypatch, grade_file
):
    """`env` stands for what cuts it off, which not every system allows."""
    monkeypatch.setattr(_sandbox, "isolating_prefix", lambda: ("env", "PREFIX=there"))
    monkeypatch.setenv("SECRET", "known")
    text = """import os
def predict(W, X):
    raise LookupError(os.getenv('PREFIX'), os.getenv('SECRET'))
"""
    (mark,) = grade_file(text).marks
    assert "LookupError: ('there', None)" in mark.message


def test_sandbox_that_cannot_be_started_leaves_no_file_open(monkeypatch):
    monkeypatch.setattr(_sandbox, "isolating_prefix", lambda: ("not there",))
    program, signature = Program("f", (), (), (), (), ""), Signature((), ("x",))
    before = len(os.listdir("/dev/fd"))
    with pytest.raises(FileNotFoundError, match="not there"):
        _sandbox.run_in_sandbox(program, signature, [])
    assert len(os.listdir("/dev/fd")) == before


def test_sandbox_ends_what_was_started_in_it(tmp_path, monkeypatch):
    """Even without `unshare`. A program that lives on would keep its lock."""
    fcntl = pytest.importorskip("fcntl")
    child, lock = tmp_path / "child.py", tmp_path / "lock"
    child.write_text(f"""import fcntl, os, sys, time
os.close(int(sys.argv[1]))
with open({str(lock)!r}, "w") as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    if os.fork() == 0:
        time.sleep(60)
""")
    monkeypatch.setattr(_sandbox, "CHILD", child)
    monkeypatch.setattr(_sandbox, "isolating_prefix", lambda: ())
    program, signature = Program("f", (), (), (), (), ""), Signature((), ("x",))
    with pytest.raises(RuntimeError, match="the sandbox did not start"):
        _sandbox.run_in_sandbox(program, signature, [])
    with lock.open() as file:
        for _ in range(100):
            try:
                return fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(0.05)
    pytest.fail("a program lives on")


def test_sandbox_reads_the_beginning_of_a_crash_log(grade_file):
    """An attempt may fill the rest with what takes hours to search."""
    text = """import os, signal, stat
def predict(W, X):
    for fd in range(3, 30):
        try:
            if stat.S_ISREG(os.fstat(fd).st_mode):
                os.write(fd, b' ' * SIZE)
        except OSError: pass
    signal.raise_signal(signal.SIGPROF)
"""
    found = []
    for size in (0, _sandbox.MAX_LOG_BYTES):
        (mark,) = grade_file(text.replace("SIZE", str(size))).marks
        assert mark.mistakes == ("too-slow",)
        found.append(", in line 8" in mark.message)
    assert found == [True, False]


def test_sandbox_is_at_home_in_its_own_folder_and_computes_in_one_thread(grade_file):
    """As many submissions as there are processors are graded at once."""
    text = """import os
def predict(W, X):
    at_home = [os.path.samefile(os.environ[name], ".") for name in ("HOME", "TMPDIR")]
    threads = [os.environ[f"{name}_NUM_THREADS"] for name in ("OPENBLAS", "OMP")]
    raise LookupError(at_home, threads)
"""
    (mark,) = grade_file(text).marks
    assert "LookupError: ([True, True], ['1', '1'])" in mark.message
