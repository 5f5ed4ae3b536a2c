# SPDX-License-Identifier: Apache-2.0
"""A job that is started, watched and ended with all its processes, whatever becomes of its launcher.

Nothing else that runs on the machine counts: the job's processes have a mark in their environment."""
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
    """Whether it runs, and has the word in its environment."""
    try:
        running = process.joinpath("stat").read_text().rpartition(")")[2].split()[0] != "Z"
        return running and word.encode() in process.joinpath("environ").read_bytes()
    except OSError:
        return False  # it has ended


class Mark:
    """Of the processes that are started with its environment, and of those that they start."""

    def __init__(self):
        name, value = "BAMBOO_TEST_MARK", uuid.uuid4().hex
        self.environment = {name: value}
        self.word = f"{name}={value}"

    def processes(self):
        """Their numbers."""
        return [int(process.name) for process in pathlib.Path("/proc").glob("[0-9]*") if has_word(process, self.word)]

    def signal(self, number):
        for process in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def wait_for_end(self, what="processes run"):
        wait_until(lambda: not self.processes(), what)


class Job:
    """Runs from its making to the end of its scope. Its ranks print `rank N runs in PID` as leaves_nothing.c does."""

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
        """Those of the first ranks that begin, as many as `ranks`."""
        found = set()
        for _ in range(ranks):
            line = self.launch.stdout.readline()
            said = re.fullmatch(r"rank \d+ runs in (\d+)\n", line)
            if not said:
                errors = self.launch.stderr.read() if self.launch.stderr else ""
                raise toolchain.Failure(f"the job does not begin: {line}{errors}")
            found.add(int(said[1]))
        return found
