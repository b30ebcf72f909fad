"""Submissions of a class that tries all sorts of things."""

import json

from svmlib.exercises._draw_problems import SEED
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.verdict._answer_key import key_for

POINTS = """
[[question]]
function = "svm_loss"
exercise = "svm-loss"
points = { loss = 10, gradient = 10, penalty = 5 }

[[question]]
function = "predict"
exercise = "predict"
points = 5
"""

RIGHT = """
import os
import numpy as np

DELTA = 1.0


def svm_loss(W, X, y, reg):
    loss, dW = 0.0, np.zeros_like(W)
    for x_i, y_i in zip(X, y):
        s = x_i @ W
        for j in range(W.shape[1]):
            margin = s[j] - s[y_i] + DELTA
            if j != y_i and margin > 0:
                loss += margin
                dW[:, j] += x_i
                dW[:, y_i] -= x_i
    return loss / len(y) + reg * np.sum(W * W), dW / len(y) + 2 * reg * W


def predict(W, X):
    return np.argmax(X @ W, axis=1)
"""

RIGHT_PREDICT = "def predict(W, X):\n    return (X @ W).argmax(axis=1)\n"


def changed(*changes):
    """The right program with each (old, new) of the changes made."""
    text = RIGHT
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def begins(*lines):
    """The right program, with lines at the beginning of svm_loss."""
    head = "def svm_loss(W, X, y, reg):\n"
    return changed((head, head + "".join(f"    {line}\n" for line in lines)))


def notebook(*cells):
    cells = [{"cell_type": "code", "source": cell.splitlines(True)} for cell in cells]
    return json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5})


def table_of_answers():
    """A program that knows the answers to the problems of `check`."""

    def sums(W, X, y, reg):
        return f"{W.sum():.6f} {X.sum():.6f} {y.sum()} {reg:.6f}"

    key = key_for(CATALOGUE.exercises["svm-loss"], SEED)
    table = {
        sums(*problem.args): (float(loss), dW.tolist())
        for problem, (loss, dW) in zip(key.problems, key.right_outputs(), strict=True)
    }
    look_up = 'TABLE[f"{W.sum():.6f} {X.sum():.6f} {y.sum()} {reg:.6f}"]'
    return (
        f"import numpy as np\nTABLE = {table!r}\n"
        f"def svm_loss(W, X, y, reg):\n    loss, dW = {look_up}\n"
        "    return loss, np.array(dW)\n"
    )


# For each submission its text, its points, and mistakes of svm_loss that are named.
CLASS = {
    "right.py": (RIGHT, 30, []),
    "right.ipynb": (
        notebook(
            "%matplotlib inline\nimport not_installed",
            RIGHT,
            "open('made', 'w').write('by a cell')\nraise SystemExit",
            "def f(:",
        ),
        30,
        [],
    ),
    "counts_the_correct_class.py": (
        changed(("j != y_i and ", "")),
        20,
        ["correct-in-loss"],
    ),
    "forgets_the_penalty.py": (
        changed((" + reg * np.sum(W * W)", ""), (" + 2 * reg * W", "")),
        25,
        ["penalty-not-in-loss", "penalty-not-in-gradient"],
    ),
    "halves_the_penalty.py": (
        changed(("2 * reg", "reg"), ("reg * np", "reg / 2 * np")),
        25,
        ["penalty-loss-half + penalty-gradient-half"],
    ),
    "sums.py": (
        changed(("loss / len(y)", "loss"), ("dW / len(y)", "dW")),
        10,
        ["loss-sum + gradient-sum"],
    ),
    "has_the_loss_alone.py": (
        changed(("dW / len(y) + 2 * reg * W", "dW * 0")),
        15,
        ["all-zero"],
    ),
    "takes_a_step.py": (
        changed(
            ("return loss", "answer = loss"),
            ("reg * W\n", "reg * W\n    W -= 0.1 * answer[1]\n    return answer\n"),
        ),
        5,
        ["writes-to-arguments"],
    ),
    "clears_its_images.py": (
        changed(("return np.argmax(X @ W,", "S = X @ W\n    X[:] = 0\n    return np.argmax(S,")),
        25,
        [],
    ),
    "adds_noise.py": (
        changed(("loss / len(y) +", "loss / len(y) + 1e-9 * np.random.rand() +")),
        5,
        ["nondeterministic"],
    ),
    "stub.py": (
        """
import numpy as np
def svm_loss(W, X, y, reg):
    return 0.0, np.zeros_like(W)
def predict(W, X):
    pass
""",
        0,
        ["not-attempted"],
    ),
    "does_not_parse.py": (RIGHT + "def f(:\n", 0, ["not-there"]),
    "is_empty.py": ("", 0, ["not-there"]),
    "never_ends.py": (begins("while True: pass"), 5, ["too-slow"]),
    "ignores_signals.py": (
        begins(
            "import signal, time",
            "for n in (14, 27): signal.signal(n, signal.SIG_IGN)",
            "time.sleep(1000)",
        ),
        5,
        ["too-slow"],
    ),
    "deletes_files.py": (
        begins("import shutil", "shutil.rmtree('FOLDER')"),
        5,
        ["forbidden"],
    ),
    "deletes_its_own_folder.py": (
        begins("open('a', 'w').close()", "for f in os.listdir(): os.remove(f)"),
        30,
        [],
    ),
    "prints_a_megabyte.py": (begins("print('x' * 2**20)", "os.write(1, b'x' * 2**20)"), 30, []),
    "reads_the_solution.py": (
        begins("namespace = {}", "exec(open('HINGE').read(), namespace)"),
        5,
        ["forbidden"],
    ),
    "imports_the_solution.py": (
        "from svmlib.hinge import svm_loss_vectorized as svm_loss\n",
        0,
        ["svmlib-for-own"],
    ),
    "looks_for_it_in_memory.py": (
        begins(
            "import gc",
            "modules = 'svmlib.hinge', 'svmlib.exercises.chapters'",
            "found = [f for f in gc.get_objects() if hasattr(f, '__globals__') and",
            "    str(f.__module__).startswith(modules)]",
            "if found: return found[0](lambda mistake: False, W, X, y, reg)",
            "raise LookupError('no solution in reach')",
        ),
        5,
        ["raises"],
    ),
    "exits.py": (begins("os._exit(0)"), 5, ["ends-python"]),
    "forges_results.py": (
        begins(
            "for fd in range(3, 30):",
            "    try: os.write(fd, b'[]\\nX\\n')",
            "    except OSError: pass",
        ),
        5,
        ["ends-python"],
    ),
    "forges_messages.py": (
        begins(
            "import json",
            "told = json.dumps({'error': [['=1+1', '<b>'], 'correct.', []]})",
            "for fd in range(3, 30):",
            "    try: os.write(fd, (told + chr(10)).encode())",
            "    except OSError: pass",
        ),
        5,
        ["ends-python"],
    ),
    "forges_a_verdict.py": (
        begins(
            "for fd in range(3, 30):",
            "    try: os.write(fd, b'{\"error\": [[], \"correct.\", []]}' + bytes([10]))",
            "    except OSError: pass",
        ),
        5,
        ["ends-python"],
    ),
    "forges_last_words.py": (
        begins(
            "import signal, stat",
            "for fd in range(3, 30):",
            "    try:",
            "        if stat.S_ISREG(os.fstat(fd).st_mode):",
            "            os.write(fd, b'File \"HINGE\", line 1 in f' + bytes([10]))",
            "    except OSError: pass",
            "signal.raise_signal(signal.SIGPROF)",
        ),
        5,
        ["too-slow"],
    ),
    "forges_outputs.py": (
        begins(
            "import json",
            "call = json.dumps({'outputs': [[[], '00' * 8]], 'written': []})",
            "text = '\\n'.join([call] * COUNT + ['{\"done\": 1}', ''])",
            "for fd in range(3, 30):",
            "    try: os.write(fd, text.encode())",
            "    except OSError: pass",
        ),
        5,
        ["ends-python"],
    ),
    "knows_the_answers.py": (table_of_answers(), 0, ["raises"]),
    "takes_all_memory.py": (begins("a = np.ones(10**10)"), 5, ["raises"]),
}  # fmt: skip
