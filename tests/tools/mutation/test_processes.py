"""tools/mutation/processes.py: how the process of a mutant may end."""

import os
import signal
import subprocess
import time

import pytest

from tools.mutation import processes


@pytest.mark.parametrize(
    ("number", "end"),
    [
        (signal.SIGALRM, processes.CAUGHT),
        (signal.SIGPROF, processes.CAUGHT),
        (signal.SIGKILL, processes.ERROR),
    ],
)
def test_only_a_time_limit_counts_as_caught(number, end):
    """A process that runs out of memory, for instance, has noticed nothing."""

    def task():
        os.kill(os.getpid(), number)

    assert processes.run_in_processes([task], 60, 1) == [end]


def test_processes_of_others_are_left_alone():
    other = subprocess.Popen(["false"])
    tasks = [lambda: time.sleep(0.2) or processes.SURVIVED] * 2
    assert processes.run_in_processes(tasks, 60, 2) == [processes.SURVIVED] * 2
    assert other.wait() == 1
