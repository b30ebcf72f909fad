"""Run mutants, each in a process of its own, and tell how each one ended."""

import os
import signal
import sys
import time
from collections.abc import Callable, Sequence

CAUGHT, ERROR, SURVIVED = 0, 1, 2  # how the process of a mutant ends
OUT_OF_TIME = {signal.SIGALRM, signal.SIGPROF}  # the signals of its time limits


class UntriedError(Exception):
    """There is no check or test to notice a change, or it fails without one."""


def run_in_processes(
    tasks: Sequence[Callable[[], int]], seconds: float, jobs: int
) -> list[int]:
    """Run each task in a forked process; one that takes too long counts as caught."""
    results, running = [ERROR] * len(tasks), dict[int, int]()

    def collect() -> None:
        time.sleep(0.002)
        # One by one: os.wait would also take the processes that a notebook's cells start.
        for process, k in list(running.items()):
            ended, status = os.waitpid(process, os.WNOHANG)
            if not ended:
                continue
            del running[process]
            if os.WIFEXITED(status):
                results[k] = os.WEXITSTATUS(status)
            elif os.WTERMSIG(status) in OUT_OF_TIME:
                results[k] = CAUGHT

    sys.stdout.flush()
    for k, task in enumerate(tasks):
        while len(running) == jobs:
            collect()
        process = os.fork()
        if process == 0:
            signal.alarm(max(1, round(seconds)))
            end = ERROR
            try:
                end = task()
            finally:  # whatever was raised, the child goes no further
                os._exit(end)
        running[process] = k
    while running:
        collect()
    return results
