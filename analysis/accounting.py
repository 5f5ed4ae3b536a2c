# SPDX-License-Identifier: Apache-2.0
"""Computes where the time of a trace's window went: of every worker, of every task, in every waiting call."""
import bisect
import collections
import dataclasses

UNKNOWN = -1


@dataclasses.dataclass
class Shares:
    """The seconds of a process's workers, or of a task, by what they did."""
    computing: float = 0.0
    runtime: float = 0.0    # in MPI calls, moving messages, choosing what runs next
    waiting: float = 0.0    # of a worker: nothing could run; of a task: its messages were not there
    ready: float = 0.0      # of a task: it could run, but its worker was busy

    @property
    def total(self):
        return self.computing + self.runtime + self.waiting + self.ready


@dataclasses.dataclass
class Place:
    """A call in which tasks wait for messages of one task."""
    call: str
    at: str
    source: int
    count: int = 0
    waited: float = 0.0    # seconds, of all tasks that wait there for it
    idle: float = 0.0      # of these, while the worker had nothing else to run


@dataclasses.dataclass
class Idleness:
    """The reasons why workers of a process had nothing to run, in seconds."""
    flight: float = 0.0    # the message that ended it was on its way from another process
    late: float = 0.0      # it had not been sent yet
    local: float = 0.0     # it came from a task of the same process, or the reason is not known
    end: float = 0.0       # all tasks had ended

    @property
    def total(self):
        return self.flight + self.late + self.local + self.end


def clip(start, end, window):
    return max(0.0, min(end, window[1]) - max(start, window[0]))


class Accounts:
    def __init__(self, trace):
        self.trace = trace
        self.window = trace.window()
        self.seconds = (self.window[1] - self.window[0]) / 1e6
        self.processes = {p: Shares() for p in trace.processes}
        self.tasks = {t: Shares() for t in trace.tasks}
        self.idleness = {p: Idleness() for p in trace.processes}
        self.places = {}
        self.workers = collections.Counter(p for p, _ in trace.workers())
        self._resumed = {task: [pause.resumed for pause in pauses]
                         for task, pauses in trace.pauses.items()}
        for process, worker in trace.workers():
            self._add_worker(process, worker)
        self._add_pauses()

    def pause_before(self, run):
        """Returns what the task did before this run of it; None if unknown."""
        ends = self._resumed.get(run.task, [])
        i = bisect.bisect_left(ends, run.start - 0.01)  # written with three decimals
        if i < len(ends) and ends[i] <= run.start + 0.01:
            return self.trace.pauses[run.task][i]
        return None

    def _place(self, call, at, source):
        key = (call or "", at or "", source)
        if key not in self.places:
            self.places[key] = Place(*key)
        return self.places[key]

    def _add_worker(self, process, worker):
        shares = self.processes[process]
        busy = 0.0
        for run in self.trace.runs[process, worker]:
            length = clip(run.start, run.end, self.window) / 1e6
            part = length * run.runtime / (run.end - run.start) if run.end > run.start else 0.0
            busy += length
            task = self.tasks[run.task]
            if run.poll:  # looks for a message again and again: that is waiting
                shares.waiting += length
                task.waiting += length
                place = self._place(run.call, run.at, UNKNOWN)
                place.count += 1
                place.waited += length
                place.idle += length
                self.idleness[process].local += length
            else:
                shares.computing += length - part
                shares.runtime += part
                task.computing += length - part
                task.runtime += part
        idle = self._add_idles(process, worker)
        shares.waiting += idle
        shares.runtime += max(0.0, self.seconds - busy - idle)

    def _add_idles(self, process, worker):
        """Adds every idle span to the wait that ended it."""
        runs = self.trace.runs[process, worker]
        starts = [run.start for run in runs]
        why = self.idleness[process]
        total = 0.0
        for idle in self.trace.idles[process, worker]:
            length = clip(idle.start, idle.end, self.window) / 1e6
            total += length
            i = bisect.bisect_left(starts, idle.end - 0.01)
            if i == len(runs):
                why.end += length
                continue
            pause = self.pause_before(runs[i])
            if pause is None or pause.met <= pause.start:
                why.local += length
                continue
            self._place(pause.call, pause.at, pause.source).idle += length
            message = self.trace.messages.get((pause.source, pause.number))
            if message is None or message.local or message.sent is None:
                why.local += length
                continue
            late = min(length, clip(idle.start, min(idle.end, message.sent), self.window) / 1e6)
            why.late += late
            why.flight += length - late
        # After its last slice a worker has nothing to do until the job's end.
        last = max([run.end for run in runs[-1:]] +
                   [idle.end for idle in self.trace.idles[process, worker][-1:]], default=self.window[0])
        rest = clip(last, self.window[1], self.window) / 1e6
        why.end += rest
        return total + rest

    def _add_pauses(self):
        for task, pauses in self.trace.pauses.items():
            shares = self.tasks.setdefault(task, Shares())
            for pause in pauses:
                waited = clip(pause.start, pause.met, self.window) / 1e6
                shares.waiting += waited
                shares.ready += clip(pause.met, pause.resumed, self.window) / 1e6
                if waited > 0:
                    place = self._place(pause.call, pause.at, pause.source)
                    place.count += 1
                    place.waited += waited

    def total(self):
        whole = Shares()
        for shares in self.processes.values():
            whole.computing += shares.computing
            whole.runtime += shares.runtime
            whole.waiting += shares.waiting
        return whole

    def share(self, process, what):
        """Returns a fraction of the time that the workers of a process had."""
        return getattr(self.processes[process], what) / (self.workers[process] * self.seconds)

    def per_process(self, what):
        return [self.share(process, what) for process in self.processes]

    def lacking(self, process):
        """Returns the part of its busy time in which a process certainly had no processor; None if unknown."""
        about = next(a for a in self.trace.about if a["process"] == process)
        busy = self.processes[process].computing + self.processes[process].runtime
        if any(about["lost"]) or busy <= 0 or about.get("processor_us") is None:
            return None
        return max(0.0, 1 - about["processor_us"] / 1e6 / busy)

    def imbalance(self):
        """Returns how much longer the busiest process computes than the average one."""
        computing = self.per_process("computing")
        average = sum(computing) / len(computing)
        return max(computing) / average - 1 if average > 0 else 0.0
