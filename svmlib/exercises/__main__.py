"""The exercises from the command line: list them, check a file, grade a folder."""

import argparse
import json
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from svmlib.exercises._draw_problems import SEED
from svmlib.exercises._text import describe_exception, printable, wrapped
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.grading._grade import (
    derive_seed,
    find_files,
    find_submissions,
    grade,
    grade_all,
)
from svmlib.exercises.grading._questions import Question, read_points
from svmlib.exercises.grading._report import gradescope, write_report
from svmlib.exercises.submissions._attempts_in_file import (
    find_attempts,
    say_unchecked,
)
from svmlib.exercises.submissions._program import find_program
from svmlib.exercises.submissions._sandbox import isolating_prefix, run_in_sandbox
from svmlib.exercises.submissions._source import CommandError
from svmlib.exercises.submissions._student_file import StudentFile, say_missing
from svmlib.exercises.verdict._answer_key import key_for
from svmlib.exercises.verdict._judge import judge


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m svmlib.exercises")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    command = commands.add_parser(
        "list", help="list the exercises and what they ask for"
    )
    command.set_defaults(run=_list)

    command = commands.add_parser(
        "check",
        help="check the functions of a file",
        description="Check the functions of a file whose names are those of exercises: "
        "svm_loss_naive and my_svm_loss are tried as svm-loss. A function that the file "
        "itself hands to check is tried as the exercise that it says there. The last lines "
        "say what wasn't checked. What the functions print isn't shown.",
    )
    command.add_argument("file", type=Path, help="a .py file or a notebook")
    command.set_defaults(run=_check)

    command = commands.add_parser(
        "grade",
        help="grade a folder of submissions",
        description="Grade each submission in a folder: a .py file, a notebook, or a "
        "folder with one of them.",
    )
    command.add_argument("folder", type=Path, help="folder of submissions")
    command.add_argument("--seed", required=True, help="any secret text")
    command.add_argument("--points", required=True, type=Path, help="a TOML file")
    command.add_argument(
        "--out",
        type=Path,
        default=Path("report"),
        help="folder to write the report to (default: report)",
    )
    command.add_argument(
        "--names", action="store_true", help="name the students in report.html"
    )
    command.add_argument(
        "--results",
        type=Path,
        metavar="FILE",
        help="FOLDER is one submission: write Gradescope's results.json, and no report",
    )
    command.set_defaults(run=_grade)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return 0, or 1 if not all is right, or not all could be read.

    Where nothing can be run, such as a file without an attempt, the status is 2, as it is
    for options that argparse refuses.
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    if os.name != "posix" and options.run is not _list:
        parser.error(
            "files are checked and graded on Linux and macOS; on Windows, call check "
            "from Python, or use WSL"
        )
    if os.name == "posix":  # the shell may have asked not to be told how children end
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        status = int(options.run(options))
        sys.stdout.flush()
        return status
    except FileNotFoundError as error:
        parser.error(f"there is no file {error.filename}")
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130  # as a shell says it
    except BrokenPipeError:  # who reads the output has seen enough, as `head` has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        parser.error(f"{error.filename or 'output'}: {error.strerror}")
    except CommandError as error:
        parser.error(printable(str(error)))


def _print(text: str) -> None:
    """Print at once, as a teacher may wait for it, and safely: students chose the words."""
    print(printable(text), flush=True)


def _list(options: argparse.Namespace) -> int:
    for name, exercise in CATALOGUE.exercises.items():
        _print(f"{name}\n    {exercise.task}")
    return 0


def _check(options: argparse.Namespace) -> int:
    file = StudentFile(options.file)
    attempted, unknown = find_attempts(file)
    passed, needed = [], set[str]()
    for exercise, function in attempted:
        needed.add(function)
        program = find_program(file, function)
        if program is None:
            missing = say_missing(function, [file], not file.unread)
            _print(f"{function}\n{wrapped(f'{exercise.name}: {missing}')}\n")
            passed.append(False)
            continue
        needed |= {
            n for s in file.statements if s.place in program.kept for n in s.binds
        }
        runner = partial(run_in_sandbox, program, with_svmlib=True)
        verdict = judge(key_for(exercise, SEED), runner)
        passed.append(verdict.passed)
        _print(f"{function}\n{verdict}")
        _print(f"{wrapped(program.note)}\n")
    for why in (*unknown, *say_unchecked(file, needed)):
        _print(wrapped(f"Not checked: {why}"))
    for why in file.unread:
        _print(wrapped(f"Not read: {why}."))
    if not passed and not unknown and not file.unread:
        raise CommandError(
            f"{file.name} has no function with the name of an exercise, and hands none to "
            "check; `list` shows the names"
        )
    return 0 if all(passed) and not unknown and not file.unread else 1


def _grade(options: argparse.Namespace) -> int:
    questions, seed = read_points(options.points), derive_seed(options.seed)
    if not options.folder.is_dir():
        raise CommandError(f"{options.folder} is not a folder")
    if options.results:
        return _grade_for_gradescope(options, questions, seed)
    if options.out.resolve() == options.folder.resolve():
        raise CommandError(
            f"{options.folder} holds the submissions, among which a report would be taken "
            "for one; choose another folder with --out"
        )
    found, others = find_submissions(options.folder, options.out)
    if not found:
        raise CommandError(f"{options.folder} holds no .py file, notebook or folder")
    for name in others:
        _print(
            f"{name}: not graded, since it is a link, or neither a .py file nor a notebook"
        )
    if not isolating_prefix():
        _print(
            "This system doesn't let you cut off the network and other processes, so "
            "only Python refuses them."
        )
    options.out.mkdir(parents=True, exist_ok=True)  # now, or the grading is for nothing
    done = []
    with closing(grade_all(found, questions, seed)) as grades:
        for name, result in grades:
            if isinstance(result, Exception):
                why = describe_exception(result)
                _print(f"{name}: not graded, try again: {why}")
            else:
                done.append(result)
                _print(f"{name}: {result.score:g}")
    write_report(options.out, questions, done, options.names)
    _print(f"The report: {options.out / 'report.html'}")
    return 0 if len(done) == len(found) else 1


def _grade_for_gradescope(
    options: argparse.Namespace, questions: Sequence[Question], seed: int
) -> int:
    """Grade the one submission that the folder is."""
    if not options.results.parent.is_dir():
        raise CommandError(f"there is no folder {options.results.parent}")
    files = find_files(options.folder)
    graded = grade(options.folder.name, files, questions, seed)
    text = json.dumps(gradescope(graded), indent=1)
    options.results.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
