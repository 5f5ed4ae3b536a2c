# SPDX-License-Identifier: Apache-2.0
"""Runs the user's program under `bamboo run`, with measurement and a time limit."""
import math
import os
import re
import signal
import subprocess
import tempfile
import time


class Failed(Exception):
    """A run gave no value; the message has the reason."""


class Runs:
    def __init__(self, bamboo, job, launcher, program, metric, deadline, clock=time.monotonic):
        self.bamboo, self.job, self.launcher, self.program = bamboo, job, launcher, program
        self.metric, self.deadline, self.clock = metric, deadline, clock
        self.complaints = {}   # settings: why they failed
        self.count = 0

    def command(self, settings):
        return [str(self.bamboo), "run", "--no-tune", *self.job.options(), *settings.options(), *self.launcher,
                "--", *self.program]

    def measure(self, settings, limit):
        """Returns (value, seconds), the value infinite if the run failed; None if no time is left."""
        left = self.deadline - self.clock()
        if left <= 0:
            return None
        self.count += 1
        start = self.clock()
        try:
            output = self.run(settings, min(left, limit or left))
            seconds = self.clock() - start
            return (self.value(output) if self.metric else seconds), seconds
        except subprocess.TimeoutExpired:
            if limit is None or left < limit:
                return None
            self.complaints.setdefault(settings, f"gave up after {limit:.1f} s")
        except Failed as failure:
            self.complaints[settings] = str(failure)
        return math.inf, self.clock() - start

    def run(self, settings, seconds):
        """Returns the program's standard output."""
        with tempfile.TemporaryFile("w+", errors="replace") as out, \
             tempfile.TemporaryFile("w+", errors="replace") as errors:
            job = subprocess.Popen(self.command(settings), stdin=subprocess.DEVNULL, stdout=out,
                                   stderr=errors, start_new_session=True)
            try:
                status = job.wait(seconds)
            except BaseException:  # too long, or we are to end: nothing may stay behind
                self.end(job)
                raise
            if status != 0:
                errors.seek(0)
                lines = [line for line in errors.read().splitlines() if line.strip()]
                shown = next((line for line in lines if "error" in line), lines[-1] if lines else "")
                raise Failed(f"exit status {status}: {shown}".rstrip(": "))
            out.seek(0)
            return out.read()

    @staticmethod
    def end(job):
        """Asks `bamboo run` to end, which asks the launcher once: a launcher that is asked twice leaves its processes
        behind. Kills both if they do not end."""
        for end, send in ((os.kill, signal.SIGTERM), (os.killpg, signal.SIGKILL)):
            try:
                end(job.pid, send)
                job.wait(5)
                return
            except subprocess.TimeoutExpired:
                continue
            except ProcessLookupError:
                job.wait()
                return

    def value(self, output):
        found = re.findall(self.metric, output, re.MULTILINE)
        if not found:
            raise Failed(f"its output has nothing that fits --metric '{self.metric}'")
        text = found[-1] if isinstance(found[-1], str) else found[-1][0]
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise Failed(f"'{text}', which --metric found, is no number")
        return value
