# SPDX-License-Identifier: Apache-2.0
"""The chain of tasks and messages that made the run as long as it was.

It is followed backwards from the end of the last task. A run of a task could not begin before two things:
its worker was free, and its firing rule was met. If the worker was idle before, the message that met the
rule decided, and the path goes on at the task that sent it, at the moment of sending; else the worker's
previous run decided. The path has no gaps: its parts add up to the length of the run.
"""
import bisect
import collections
import dataclasses

COMPUTING, RUNTIME, NETWORK, WAITING = "computing", "runtime", "network", "waiting"


@dataclasses.dataclass
class Part:
    kind: str
    start: float
    end: float
    task: int = -1
    message: object = None   # network: which
    at: str = ""             # network, waiting: where the receiver waited

    @property
    def length(self):
        return self.end - self.start


class CriticalPath:
    def __init__(self, trace, accounts):
        self.trace, self.accounts = trace, accounts
        self.begin = accounts.window[0]
        self.parts = []
        self._starts = {row: [run.start for run in runs] for row, runs in trace.runs.items()}
        self._idle_ends = {row: [idle.end for idle in idles] for row, idles in trace.idles.items()}
        self._of_task = collections.defaultdict(list)  # task: [(start, row, index)]
        for row, runs in trace.runs.items():
            for index, run in enumerate(runs):
                self._of_task[run.task].append((run.start, row, index))
        for runs in self._of_task.values():
            runs.sort()
        self._follow()
        self.parts.reverse()

    def _add(self, kind, start, end, **what):
        start = max(start, self.begin)
        if end > start:
            self.parts.append(Part(kind, start, end, **what))

    def _run_at(self, task, when):
        """Returns the row and index of the task's run at this time, or of the last one before."""
        runs = self._of_task.get(task, [])
        i = bisect.bisect_right(runs, when + 0.01, key=lambda run: run[0]) - 1
        return runs[i][1:] if i >= 0 else None

    def _was_idle(self, row, start, since):
        """Returns whether the worker had nothing to run between `since` and the run that begins at `start`."""
        ends = self._idle_ends.get(row, [])
        i = bisect.bisect_right(ends, start + 0.01) - 1
        return i >= 0 and ends[i] > since + 0.01

    def _follow(self):
        last = max(((runs[-1].end, row) for row, runs in self.trace.runs.items() if runs), default=None)
        if last is None:
            return
        now, row = last
        index = len(self.trace.runs[row]) - 1
        while row is not None and now > self.begin:
            run = self.trace.runs[row][index]
            self._add(RUNTIME, run.end, now, task=run.task)
            now = min(now, run.end)
            length = run.end - run.start
            part = run.runtime / length if length > 0 else 0.0
            middle = run.start + (now - run.start) * (1 - part)
            if run.poll:
                self._add(WAITING, run.start, now, task=run.task, at=run.at or "")
            else:
                self._add(RUNTIME, middle, now, task=run.task)
                self._add(COMPUTING, run.start, middle, task=run.task)
            now, row, index = self._before(run, row, index)

    def _before(self, run, row, index):
        """Returns the event that decided when this run began, and its time: the path continues there."""
        previous = self.trace.runs[row][index - 1] if index > 0 else None
        pause = self.accounts.pause_before(run)
        waited = pause is not None and pause.met > pause.start
        if waited and (previous is None or self._was_idle(row, run.start, previous.end)):
            self._add(RUNTIME, pause.met, run.start, task=run.task)
            message = self.trace.messages.get((pause.source, pause.number))
            if message is not None and message.sent is not None and message.sent < pause.met:
                at = self._run_at(message.source, message.sent)
                if at is not None:
                    arrived = message.arrived if message.arrived is not None else pause.met
                    arrived = min(max(arrived, message.sent), pause.met)
                    self._add(RUNTIME, arrived, pause.met, task=run.task)
                    kind = RUNTIME if message.local else NETWORK
                    self._add(kind, message.sent, arrived, task=run.task, message=message,
                              at=pause.at or "")
                    return message.sent, *at
            self._add(WAITING, pause.start, pause.met, task=run.task, at=pause.at or "")
            before = self._run_at(run.task, pause.start - 0.02)
            return (pause.start, *before) if before is not None else (pause.start, None, None)
        if previous is not None:
            self._add(RUNTIME, previous.end, run.start, task=run.task)
            return previous.end, row, index - 1
        self._add(RUNTIME, self.begin, run.start, task=run.task)
        return self.begin, None, None

    def seconds(self, kind):
        return sum(part.length for part in self.parts if part.kind == kind) / 1e6

    def total(self):
        return sum(part.length for part in self.parts) / 1e6

    def by_task(self):
        """Returns [(task, seconds of computing on the path)], the largest first."""
        sums = collections.Counter()
        for part in self.parts:
            if part.kind == COMPUTING:
                sums[part.task] += part.length / 1e6
        return sums.most_common()

    def by_message(self):
        """Returns [((source, destination, place), seconds on the way)], the largest first."""
        sums = collections.Counter()
        for part in self.parts:
            if part.kind == NETWORK:
                sums[part.message.source, part.message.destination, part.at] += part.length / 1e6
        return sums.most_common()

    def crossings(self):
        """Returns how often the path goes from one process to another."""
        return sum(1 for part in self.parts if part.kind == NETWORK)
