# SPDX-License-Identifier: Apache-2.0
"""Traces as archives of OTF2, for Vampir, Score-P's tools and others: a location for each task, a group for each process."""
import collections
import errno
import heapq
import os
import pathlib
import tempfile

import _otf2
import otf2
from otf2.enums import GroupType, LocationGroupType, Paradigm, RegionRole

NANOSECONDS = 1_000_000_000
TAGS = 1 << 32   # tags of a collective's messages are negative; in OTF2 they are the largest ones
READY = "ready, its worker is busy"


def split(at):
    """Returns file and line of '/src/a.c:42'."""
    file, _, line = (at or "").rpartition(":")
    return (file, int(line)) if file and line.isdigit() else ("", 0)


def slices_of(runs, pauses):
    """Returns what a task did, as nested slices in order: (begin, end, call or None for the whole, place)."""
    begin = min([run.start for run in runs] + [pause.start for pause in pauses])
    end = max([run.end for run in runs] + [pause.resumed for pause in pauses])
    slices, last = [(begin, end, None, None)], begin
    for pause in pauses:
        start, met, resumed = (max(last, moment) for moment in (pause.start, pause.met, pause.resumed))
        if met > start:
            slices.append((start, met, pause.call or "waits", pause.at))
        if resumed > met:
            slices.append((met, resumed, READY, None))
        last = resumed
    return slices


class Writer(otf2.writer.Writer):
    """OTF2's, which is closed once: its destructor closes it again after an error, and prints a traceback."""

    def __del__(self):
        pass


class Archive:
    """One that is written. Times begin at the first event of the trace."""

    def __init__(self, trace, folder):
        self.trace = trace
        self.writer = Writer(str(folder), timer_resolution=NANOSECONDS)
        self.regions = {}
        runs = collections.defaultdict(list)
        for row in trace.runs.values():
            for run in row:
                runs[run.task].append(run)
        self.slices = {task: slices_of(runs[task], trace.pauses.get(task, [])) for task in trace.tasks}
        messages = [m for m in trace.messages.values() if m.sent is not None and m.arrived is not None
                    and m.source in self.slices and m.destination in self.slices]
        self.origin = min([slices[0][0] for slices in self.slices.values()] + [m.sent for m in messages])
        self.sent, self.arrived = collections.defaultdict(list), collections.defaultdict(list)
        for m in messages:
            self.sent[m.source].append(m)
            self.arrived[m.destination].append(m)
        definitions = self.writer.definitions
        machine = definitions.system_tree_node("job", "machine")
        hosts, groups = {}, {}
        for about in trace.about:
            name = about["host"]
            if name not in hosts:
                hosts[name] = definitions.system_tree_node(name, "node", parent=machine)
            groups[about["process"]] = definitions.location_group(
                f"process {about['process']}", LocationGroupType.PROCESS, system_tree_parent=hosts[name])
        self.locations = {task: definitions.location(trace.name_of(task), group=groups[trace.process_of[task]])
                          for task in trace.tasks}
        members = tuple(self.locations.values())
        definitions.group("", GroupType.COMM_LOCATIONS, paradigm=Paradigm.MPI, members=members)
        self.everyone = definitions.comm("all tasks", definitions.group("all tasks", GroupType.COMM_GROUP,
                                                                        paradigm=Paradigm.MPI, members=members))
        self.number = {task: number for number, task in enumerate(self.locations)}

    def time(self, microseconds):
        return round(1000 * (microseconds - self.origin))

    def region(self, name, at):
        """Returns the region of a call at a line, or of a task."""
        if (name, at) not in self.regions:
            file, line = split(at)
            more = {"source_file": file, "begin_line_number": line, "end_line_number": line} if file else {}
            is_mpi = name.startswith("MPI_")
            self.regions[name, at] = self.writer.definitions.region(
                name, region_role=RegionRole.FUNCTION, paradigm=Paradigm.MPI if is_mpi else Paradigm.USER, **more)
        return self.regions[name, at]

    def calls(self, events, slices):
        """Yields the times at which a task enters and leaves, in order, with what writes that."""
        (begin, end, _, _), *inner = slices
        whole = self.region(self.trace.noun, None)
        yield self.time(begin), lambda time: events.enter(time, whole)
        for start, stop, name, at in inner:
            region = self.region(name, at)
            yield self.time(start), lambda time, region=region: events.enter(time, region)
            yield self.time(stop), lambda time, region=region: events.leave(time, region)
        yield self.time(end), lambda time: events.leave(time, whole)

    def transfers(self, events, task):
        """Yields the times at which a task's messages leave and arrive, in order, with what writes that."""
        found = [(self.time(m.sent), lambda time, m=m: events.mpi_send(
            time, self.number[m.destination], self.everyone, m.tag % TAGS, m.bytes)) for m in self.sent[task]]
        found += [(self.time(max(m.sent, m.arrived)), lambda time, m=m: events.mpi_recv(
            time, self.number[m.source], self.everyone, m.tag % TAGS, m.bytes)) for m in self.arrived[task]]
        return sorted(found, key=lambda event: event[0])

    def write(self):
        """Returns the number of events."""
        count = 0
        for task, location in self.locations.items():
            events = self.writer.event_writer_from_location(location)
            for time, put in heapq.merge(self.calls(events, self.slices[task]), self.transfers(events, task),
                                         key=lambda event: event[0]):
                put(time)
                count += 1
        self.writer.close()
        return count


class NotWritten(Exception):
    """OTF2 has failed."""


def write(trace, folder):
    """Makes the archive, whose file `traces.otf2` other tools open. Returns the number of events. The folder is there
    only when it is complete."""
    folder = pathlib.Path(folder)
    if os.path.lexists(folder):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(folder))
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as beside:
        unfinished = pathlib.Path(beside, folder.name)
        unfinished.mkdir()
        try:
            events = Archive(trace, unfinished).write()
        except (otf2.error.Error, _otf2.Error) as error:
            raise NotWritten(error) from None
        unfinished.rename(folder)
    return events
