"""What the sandbox refuses, survives and quotes."""

import pytest

from svmlib.exercises.running import _sandbox


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
    assert mark.names == ("raises", "module-not-found")
    assert f"`{name}` isn't found here" in mark.message


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
        found += [mark.names for mark in grade_file(text).marks]
    assert found == [("wrong-shape",), ("forbidden",)]


def test_sandbox_lets_an_attempt_write_a_file_that_is_not_too_large(grade_file):
    text = """import os
def predict(W, X):
    with open(os.open("own", os.O_CREAT | os.O_WRONLY), "wb") as file:
        file.write(bytes({}))
"""
    (mark,) = grade_file(text.format(2**24)).marks
    assert mark.names == ("not-attempted",)
    (mark,) = grade_file(text.format(2**24 + 1)).marks
    assert "File too large" in mark.message


@pytest.mark.parametrize(
    ("line", "mistake"),
    [
        ("open(os.devnull, 'w')", "not-attempted"),
        ("os.mkdir('own')", "not-attempted"),
        ("os.symlink(os.__file__, 'own')", "forbidden"),
    ],
)
def test_sandbox_lets_an_attempt_change_its_own_folder_alone(line, mistake, grade_file):
    text = f"import os\ndef predict(W, X):\n    {line}\n"
    (mark,) = grade_file(text).marks
    assert mark.names == (mistake,)


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
        "os.rmdir('FOLDER/empty')",
        "os.symlink('own', 'FOLDER/new')",
        "os.truncate('FOLDER/file', 0)",
        "os.utime('FOLDER/file', (0, 0))",
        "shutil.rmtree('FOLDER')",
    ],
)
def test_sandbox_keeps_an_attempt_from_changing_a_library(
    line, victim, monkeypatch, grade_file
):
    """Which it may read, so that no other event refuses the line."""
    libraries = [*_sandbox._libraries(), str(victim)]
    monkeypatch.setattr(_sandbox, "_libraries", lambda: libraries)
    before = state(victim)
    text = f"import os, shutil\ndef predict(W, X):\n    {line}\n"
    (mark,) = grade_file(text.replace("FOLDER", str(victim))).marks
    assert mark.names == ("forbidden",)
    assert state(victim) == before


@pytest.mark.parametrize(
    "line", ["open('FOLDER/file')", "os.listdir('FOLDER')", "os.scandir('FOLDER')"]
)
def test_sandbox_keeps_an_attempt_from_reading(line, victim, grade_file):
    text = f"import os\ndef predict(W, X):\n    {line}\n"
    (mark,) = grade_file(text.replace("FOLDER", str(victim))).marks
    assert mark.names == ("forbidden",)


@pytest.mark.parametrize(
    "line",
    [
        "os.execv('/bin/sh', ['sh', '-c', 'exit'])",
        "os.fork() or os._exit(0)",
        "os.forkpty()[0] or os._exit(0)",
        "os.kill(os.getpid(), 0)",
        "os.killpg(0, 0)",
        "os.posix_spawn('/bin/sh', ['sh', '-c', 'exit'], {})",
        "os.system('exit')",
        "subprocess.Popen('exit', shell=True)",
    ],
)
def test_sandbox_keeps_an_attempt_from_starting_or_stopping_a_process(line, grade_file):
    text = f"import os, subprocess\ndef predict(W, X):\n    {line}\n"
    (mark,) = grade_file(text).marks
    assert mark.names == ("forbidden",)
    assert "it tries to start or stop a process" in mark.message


def test_sandbox_is_started_without_network(monkeypatch, grade_file):
    """`env` stands for what cuts off the network, which not every system allows."""
    monkeypatch.setattr(_sandbox, "without_network", lambda: ("env", "PREFIX=there"))
    text = "import os\ndef predict(W, X):\n    raise LookupError(os.getenv('PREFIX'))\n"
    (mark,) = grade_file(text).marks
    assert "LookupError: there" in mark.message


@pytest.mark.parametrize("library", ["OPENBLAS", "OMP"])
def test_sandbox_computes_in_one_thread(library, grade_file):
    """As many submissions as there are processors are graded at once."""
    name = f"{library}_NUM_THREADS"
    text = (
        f"import os\ndef predict(W, X):\n    raise LookupError(os.getenv({name!r}))\n"
    )
    (mark,) = grade_file(text).marks
    assert "LookupError: 1" in mark.message


def test_sandbox_refuses_ctypes(grade_file):
    text = "import ctypes\ndef predict(W, X):\n    ctypes.CDLL(None).system(b'true')\n"
    (mark,) = grade_file(text).marks
    assert mark.names == ("forbidden",)


def test_sandbox_refuses_the_network_without_unshare(grade_file, monkeypatch):
    monkeypatch.setattr(_sandbox, "without_network", lambda: ())
    text = "def predict(W, X):\n    import socket\n    socket.socket()\n"
    (mark,) = grade_file(text).marks
    assert mark.names == ("forbidden",)
    assert "it tries to use the network" in mark.message
