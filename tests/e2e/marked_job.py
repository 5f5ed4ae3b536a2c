# SPDX-License-Identifier: Apache-2.0
"""Starts, watches and ends a job with all its processes, even if its launcher is gone.

The job's processes have a mark in their environment, so other processes of the machine do not count."""
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import time
import uuid

import toolchain

SECONDS = 60  # until something must have happened


def wait_until(condition, what):
    end = time.monotonic() + SECONDS
    while not condition():
        if time.monotonic() > end:
            raise toolchain.Failure(f"{what} after {SECONDS} s")
        time.sleep(0.02)


def has_word(process, word):
    """Returns whether the process runs and has the word in its environment."""
    try:
        running = process.joinpath("stat").read_text().rpartition(")")[2].split()[0] != "Z"
        return running and word.encode() in process.joinpath("environ").read_bytes()
    except OSError:
        return False  # it has ended


class Mark:
    """A mark of the processes that are started with its environment, and of those that they start."""

    def __init__(self):
        name, value = "BAMBOO_TEST_MARK", uuid.uuid4().hex
        self.environment = {name: value}
        self.word = f"{name}={value}"

    def processes(self):
        """Returns the ids of the processes."""
        return [int(process.name) for process in pathlib.Path("/proc").glob("[0-9]*") if has_word(process, self.word)]

    def signal(self, number):
        for process in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def wait_for_end(self, what="processes run"):
        wait_until(lambda: not self.processes(), what)


class Job:
    """A job that runs until the end of its scope. Its ranks print `rank N runs in PID` as leaves_nothing.c does."""

    def __init__(self, words, environment, stderr=subprocess.PIPE, **options):
        self.mark = Mark()
        self.launch = subprocess.Popen(list(map(str, words)), text=True, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=stderr,
                                       env={**os.environ, **environment, **self.mark.environment}, **options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.mark.signal(signal.SIGKILL)
        self.launch.kill()
        self.launch.communicate()

    def processes_of_ranks(self, ranks):
        """Returns the processes of the first ranks that begin, as many as `ranks`."""
        return set(self.process_of_rank(ranks).values())

    def process_of_rank(self, ranks):
        """Returns the process of each of the first ranks that begin, as many as `ranks`."""
        found = {}
        for _ in range(ranks):
            line = self.launch.stdout.readline()
            said = re.fullmatch(r"rank (\d+) runs in (\d+)\n", line)
            if not said:
                errors = self.launch.stderr.read() if self.launch.stderr else ""
                raise toolchain.Failure(f"the job does not begin: {line}{errors}")
            found[int(said[1])] = int(said[2])
        return found
