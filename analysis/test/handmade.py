# SPDX-License-Identifier: Apache-2.0
"""Makes traces by hand, in the files' format. Times are in microseconds."""
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import trace_file  # noqa: E402


class Process:
    """The trace of one process."""

    def __init__(self, process, processes=1, workers=1, **about):
        self.about = {"bamboo": 1, "command": "./program", "process": process, "processes": processes,
                      "workers": workers, "host": "h", "origin_ns": 5, "clock_ahead_ns": 0,
                      "clock_uncertainty_ns": 0, "began": 0.0, "complete_from": 0.0, "ranks": "?",
                      "vf": "?", "geometry": "", "lost": [0] * (workers + 1), **about}
        self.events = []

    def _slice(self, tid, start, end, category, **args):
        self.events.append({"ph": "X", "pid": self.about["process"], "tid": tid, "ts": start,
                            "dur": end - start, "cat": category, "name": category, "args": args})
        return self

    def run(self, task, start, end, runtime=0, worker=0):
        return self._slice(worker, start, end, "run", task=task, runtime=runtime)

    def idle(self, start, end, worker=0):
        return self._slice(worker, start, end, "idle")

    def wait(self, task, start, met, resumed, source, number, at="file.c:1", call="MPI_Recv"):
        self._slice(1000 + task, start, met, "wait", task=task, **{"from": source}, number=number,
                    call=call, at=at)
        return self._slice(1000 + task, met, resumed, "ready", task=task)

    def ready(self, task, start, resumed):
        return self._slice(1000 + task, start, resumed, "ready", task=task)

    def _flow(self, phase, row, when, source, destination, number, size, local):
        self.events.append({"ph": phase, "pid": self.about["process"], "tid": 1000 + row, "ts": when,
                            "id": hex(source << 32 | number), "cat": "message", "name": "message",
                            "args": {"from": source, "to": destination, "number": number, "tag": 0,
                                     "bytes": size, "local": local}})
        return self

    def sent(self, when, source, destination, number, size=8, local=False):
        return self._flow("s", source, when, source, destination, number, size, local)

    def arrived(self, when, source, destination, number, size=8, local=False):
        return self._flow("f", destination, when, source, destination, number, size, local)

    def handed_over(self, when, source, destination, number, size=8):
        self.sent(when, source, destination, number, size, True)
        return self.arrived(when, source, destination, number, size, True)

    def content(self):
        return {"otherData": self.about, "traceEvents": self.events}


def write(folder, name, processes):
    """Writes the files that `--trace NAME` leaves."""
    base = pathlib.Path(folder) / name
    if len(processes) == 1 and processes[0].about["processes"] == 1:
        base.write_text(json.dumps(processes[0].content()))
    else:
        for p in processes:
            trace_file.process_file(base, p.about["process"]).write_text(json.dumps(p.content()))
    return str(base)


def trace(*processes):
    with tempfile.TemporaryDirectory() as folder:
        return trace_file.Trace.read([write(folder, "t.json", processes)])


def sender_and_waiter():
    """Rank 1 computes for 100, then sends; the message is 30 on its way. Rank 0 computes for 20, waits, and
    computes for 50: 180 in all, of which 100 + 50 lie on the critical path and 30 are the network's."""
    waiter = (Process(0, 2).ready(0, 0, 0).run(0, 0, 20).idle(20, 130)
              .wait(0, 20, 130, 130, 1, 1, at="/src/known.c:42").arrived(130, 1, 0, 1, 1000)
              .run(0, 130, 180))
    sender = Process(1, 2).ready(1, 0, 0).run(1, 0, 100).sent(100, 1, 0, 1, 1000)
    return waiter, sender
