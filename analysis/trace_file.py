# SPDX-License-Identifier: Apache-2.0
"""Traces as the runtime writes them (taskgraph/trace/trace_file.cpp): reading, putting together, merging.

Times are microseconds since the job began, by the clock of process 0.
"""
import bisect
import collections
import json
import os
import pathlib

FORMAT = 1
Run = collections.namedtuple("Run", "start end task runtime poll call at")
Idle = collections.namedtuple("Idle", "start end")
# Suspended from `start` until the firing rule was met at `met`, by a message; ran again at `resumed`.
Pause = collections.namedtuple("Pause", "task start met resumed source number call at")
# Tasks are numbered through all graphs of the job: those of a graph from `first` on. A task is a "rank", a "task".
Graph = collections.namedtuple("Graph", "name noun first tasks")


class Message:
    __slots__ = ("source", "destination", "number", "bytes", "tag", "local", "sent", "arrived")

    def __init__(self, args):
        self.source, self.destination = args["from"], args["to"]
        self.number, self.tag = args["number"], args["tag"]
        self.bytes, self.local = args["bytes"], args["local"]
        self.sent = self.arrived = None


class BadTrace(Exception):
    """A file is no valid trace; the message names the file and the defect."""


def process_file(name, process):
    """Returns the name of the file of process `process` of several."""
    path = pathlib.Path(name)
    return path.with_name(f"{path.stem}.{process}{path.suffix}")


def read_json(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        raise BadTrace(f"cannot read '{path}': {error.strerror}") from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise BadTrace(f"'{path}' is no trace: {error}") from None


def headers_of(content, path):
    """Returns the header of each process in the file."""
    about = content.get("otherData") if isinstance(content, dict) else None
    if not isinstance(about, dict) or "bamboo" not in about or "traceEvents" not in content:
        raise BadTrace(f"'{path}' is no trace of Bamboo (bamboo run --trace writes them)")
    if about["bamboo"] != FORMAT:
        raise BadTrace(f"'{path}' is a trace of format {about['bamboo']}; this Bamboo reads format {FORMAT}")
    return about.get("merged", [about])


def files_of(names):
    """Returns FILE, or FILE.0, FILE.1 … if several processes wrote their events for FILE."""
    files = []
    for name in names:
        first = process_file(name, 0)
        if os.path.exists(name) and first.exists():
            raise BadTrace(f"there are '{name}' and '{first}', of different runs; remove one of them")
        if not first.exists():
            files.append(pathlib.Path(name))
            continue
        count = headers_of(read_json(first), first)[0]["processes"]
        files += [process_file(name, process) for process in range(count)]
    return files


class Trace:
    """A whole job: what every worker and every task did, and the messages between them."""

    def __init__(self):
        self.about = []                           # of each process
        self.runs = collections.defaultdict(list)    # (process, worker): [Run]
        self.idles = collections.defaultdict(list)   # (process, worker): [Idle]
        self.pauses = collections.defaultdict(list)  # task: [Pause]
        self.messages = {}                        # (source, number): Message
        self.process_of = {}                      # task: process
        self.events = []                          # unchanged from the files
        self.graphs = []                          # Graph, in the order in which they were made

    @classmethod
    def read(cls, names):
        trace = cls()
        for path in files_of(names):
            content = read_json(path)
            headers = headers_of(content, path)
            if trace.about and headers[0]["origin_ns"] != trace.about[0]["origin_ns"]:
                raise BadTrace(f"'{path}' belongs to another run than the files before it")
            seen = {about["process"] for about in trace.about}
            if any(about["process"] in seen for about in headers):
                raise BadTrace(f"'{path}': its process is there already")
            trace.about += headers
            try:
                trace.add(content["traceEvents"])
            except (KeyError, TypeError, ValueError) as error:
                raise BadTrace(f"'{path}' is damaged: {type(error).__name__}: {error}") from None
        trace.about.sort(key=lambda about: about["process"])
        known = max((about.get("graphs", []) for about in trace.about), key=len)
        trace.graphs = [Graph(g["name"], g["task"], g["first"], g["tasks"]) for g in known]
        trace.sort()
        return trace

    def add(self, events):
        waits = {}  # task row: the wait that the next "ready" of the row ends
        for event in events:
            kind = event.get("cat")
            if kind in ("run", "poll"):
                args = event["args"]
                self.runs[event["pid"], event["tid"]].append(
                    Run(event["ts"], event["ts"] + event["dur"], args["task"], args["runtime"],
                        kind == "poll", args.get("call"), args.get("at")))
                self.process_of[args["task"]] = event["pid"]
            elif kind == "idle":
                self.idles[event["pid"], event["tid"]].append(
                    Idle(event["ts"], event["ts"] + event["dur"]))
            elif kind == "wait":
                waits[event["tid"]] = event
            elif kind == "ready":
                task, end = event["args"]["task"], event["ts"] + event["dur"]
                wait = waits.pop(event["tid"], None)
                args = wait["args"] if wait else {}
                self.pauses[task].append(
                    Pause(task, wait["ts"] if wait else event["ts"], event["ts"], end,
                          args.get("from", -1), args.get("number", 0), args.get("call"),
                          args.get("at")))
            elif kind == "message":
                args = event["args"]
                message = self.messages.setdefault((args["from"], args["number"]), Message(args))
                if event["ph"] == "s":
                    message.sent = event["ts"]
                else:
                    message.arrived = event["ts"]
        self.events += events

    def sort(self):
        for rows in (self.runs, self.idles):
            for row in rows.values():
                row.sort(key=lambda slice: slice.start)
        for pauses in self.pauses.values():
            pauses.sort(key=lambda pause: pause.resumed)

    def graph_of(self, task):
        """Returns the graph; ranks, if the file names none."""
        at = bisect.bisect_right(self.graphs, task, key=lambda graph: graph.first) - 1
        return self.graphs[at] if at >= 0 else Graph("graph 0", "rank", 0, 0)

    def name_of(self, task):
        graph = self.graph_of(task)
        return f"{graph.noun} {task - graph.first}" + ("" if graph.name == "graph 0" else f" of {graph.name}")

    @property
    def noun(self):
        """Returns the noun for most of the job's tasks."""
        return self.graph_of(self.tasks[0]).noun

    @property
    def processes(self):
        return [about["process"] for about in self.about]

    @property
    def tasks(self):
        return sorted(self.process_of)

    @property
    def missing(self):
        """Returns the processes of the job whose files were not given."""
        return self.about[0]["processes"] - len(self.about)

    def workers(self):
        return [(about["process"], worker) for about in self.about
                for worker in range(about["workers"])]

    def window(self):
        """Returns the time from which on nothing is missing anywhere, and the end of the last task."""
        start = max(about["complete_from"] for about in self.about)
        end = max((row[-1].end for row in self.runs.values() if row), default=start)
        return start, max(start, end)

    def shortened(self):
        """Returns whether the memory for events was too small for the whole run."""
        return any(any(about["lost"]) for about in self.about)

    def transfers(self):
        """Returns the messages between processes with two known ends."""
        return [m for m in self.messages.values()
                if not m.local and m.sent is not None and m.arrived is not None]


def in_flight(trace):
    """Returns counter events: messages and bytes on their way to each process."""
    changes = []
    for m in trace.transfers():
        if m.destination in trace.process_of:
            changes.append((m.sent, trace.process_of[m.destination], 1, m.bytes))
            changes.append((max(m.arrived, m.sent), trace.process_of[m.destination], -1, -m.bytes))
    now = collections.Counter()
    size = collections.Counter()
    for when, process, count, amount in sorted(changes):
        now[process] += count
        size[process] += amount
        yield {"ph": "C", "pid": process, "ts": when, "cat": "in flight", "name": "messages in flight",
               "args": {"messages": now[process]}}
        yield {"ph": "C", "pid": process, "ts": when, "cat": "in flight", "name": "bytes in flight",
               "args": {"bytes": size[process]}}


def merge(trace, path):
    """Makes one file of all processes. Arrows that lack an end are left out."""
    whole = {key for key, m in trace.messages.items() if m.sent is not None and m.arrived is not None}

    def is_kept(event):
        if event.get("cat") == "in flight":
            return False
        return event.get("cat") != "message" or (event["args"]["from"], event["args"]["number"]) in whole

    temporary = f"{path}.part"
    with open(temporary, "w", encoding="utf-8") as out:
        about = {"bamboo": FORMAT, "merged": trace.about}
        out.write('{"displayTimeUnit":"ms",\n"otherData":' + json.dumps(about) + ',\n"traceEvents":[\n')
        events = [event for event in trace.events if is_kept(event)]
        lines = (json.dumps(event, separators=(",", ":")) for event in [*events, *in_flight(trace)])
        out.write(",\n".join(lines))
        out.write("\n]}\n")
    os.replace(temporary, path)
