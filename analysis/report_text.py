# SPDX-License-Identifier: Apache-2.0
"""Prints the report as text."""
import collections
import os

import critical_path as path_parts

DOUBTFUL = 0.15
MOST_GRAPHS = 3


def table(header, rows):
    """The first column is aligned to the left, the others to the right."""
    widths = [max(len(str(row[i])) for row in [header, *rows]) for i in range(len(header))]
    lines = []
    for row in [header, *rows]:
        cells = [str(cell).ljust(w) if i == 0 else str(cell).rjust(w)
                 for i, (cell, w) in enumerate(zip(row, widths))]
        lines.append("  " + "  ".join(cells).rstrip())
    return lines


def ms(seconds):
    return f"{1e3 * seconds:.1f}"


def share(part, whole):
    return f"{100 * part / whole:.0f} %" if whole > 0 else "-"


def some(rows, most, what):
    """Returns the first rows, and a line with the number of further ones."""
    return rows[:most], [f"  … {len(rows) - most} more {what}"] if len(rows) > most else []


def several(count, noun):
    return f"{count} {noun}" + ("" if count == 1 else "es" if noun.endswith("s") else "s")


def tasks_of_graphs(trace):
    """Returns how many tasks of each graph ran, the largest first."""
    counts = collections.Counter(map(trace.graph_of, trace.tasks))
    words = [several(count, graph.noun) + ("" if graph.name == "graph 0" else f" of {graph.name}")
             for graph, count in counts.most_common()]
    return ", ".join(words[:MOST_GRAPHS]) + (f", … {len(words) - MOST_GRAPHS} more graphs"
                                             if len(words) > MOST_GRAPHS else "")


def heading(trace, accounts):
    about = trace.about[0]
    processes = len(trace.about)
    each = f" ({about['vf']} each)" if "vf" in about else ""
    lines = [f"{about['command']}",
             f"{tasks_of_graphs(trace)} in {several(processes, 'process')}{each}, "
             f"{about['workers']} worker{'s' if about['workers'] > 1 else ''} in each; "
             f"{ms(accounts.seconds)} ms"]
    if trace.shortened():
        began = min(a["began"] for a in trace.about)
        lines.append(f"The memory for events held the last {ms(accounts.seconds)} of "
                     f"{ms((accounts.window[1] - began) / 1e6)} ms: all that follows is about them "
                     "(bamboo run --trace-size keeps more).")
    if trace.missing:
        lines.append(f"{trace.missing} of {about['processes']} processes are missing.")
    return lines


def processes(accounts):
    rows = []
    for process, shares in accounts.processes.items():
        capacity = accounts.workers[process] * accounts.seconds
        rows.append([f"process {process}"] +
                    [f"{ms(v)} ({share(v, capacity)})" for v in (shares.computing, shares.runtime, shares.waiting)])
    whole, capacity = accounts.total(), sum(accounts.workers.values()) * accounts.seconds
    rows.append(["total"] + [f"{ms(v)} ({share(v, capacity)})"
                             for v in (whole.computing, whole.runtime, whole.waiting)])
    return table(["workers of", "computing", "runtime", "idle  [ms]"], rows)


def lacking(accounts):
    """Returns the lines on a lack of processors, which makes all other figures doubtful."""
    lack = {process: accounts.lacking(process) for process in accounts.processes}
    return [f"  process {process} had no processor in {100 * part:.0f} % of the time in which it computed: too many "
            "workers for the cores, other programs, or a quota"
            for process, part in lack.items() if part is not None and part > DOUBTFUL]


def tasks(accounts, most):
    trace = accounts.trace
    rows = [[trace.name_of(task), *map(ms, (s.computing, s.runtime, s.waiting, s.ready))]
            for task, s in accounts.tasks.items()]
    rows, more = some(rows, most, f"{trace.noun}s (--all shows them)")
    runtime = "in MPI calls" if trace.noun == "rank" else "in the runtime"
    return table([f"each {trace.noun}", "computing", runtime, "waiting", "ready  [ms]"], rows) + more


def waiting(accounts, most):
    places = sorted((p for p in accounts.places.values() if p.waited > 0),
                    key=lambda p: (-p.idle, -p.waited))
    if not places:
        return ["  nothing waited for a message"]
    rows = [[f"{p.call or 'a task'} {shorten(p.at)}", "any" if p.source < 0 else accounts.trace.name_of(p.source),
             p.count, ms(p.waited), ms(p.idle)] for p in places]
    rows, more = some(rows, most, "(--all shows them)")
    return table(["waiting in", "for", "times", "waited", "of it idle  [ms]"], rows) + more


def shorten(at):
    """Returns the last folder and the file, as a debugger would print it."""
    name, _, line = at.rpartition(":")
    return f"{os.path.basename(name)}:{line}" if name else at


def communication(parts, whole):
    if whole.messages == 0:
        return ["no messages between processes"]
    lines = [f"{whole.messages} message{'s' if whole.messages > 1 else ''}, {whole.bytes / 1e6:.1f} MB between processes; per process on the way "
             f"for {ms(whole.needed / len(parts))} ms on average"]
    if whole.needed > 0:
        lines.append(f"communication hidden (estimated): {100 * (1 - whole.exposed / whole.needed):.0f} %; "
                     f"{ms(whole.exposed / len(parts))} ms per process exposed")
    return lines


def path(p, name_of, most):
    length = p.total()
    kinds = ", ".join(f"{name} {share(p.seconds(name), length)}"
                      for name in (path_parts.COMPUTING, path_parts.RUNTIME, path_parts.NETWORK, path_parts.WAITING)
                      if p.seconds(name) > 0)
    lines = [f"critical path, {ms(length)} ms: {kinds or 'empty'}; changes of process: {p.crossings()}"]
    for task, seconds in p.by_task()[:most]:
        lines.append(f"  {ms(seconds):>8} ms  {name_of(task)} computes")
    for (source, destination, at), seconds in p.by_message()[:most]:
        lines.append(f"  {ms(seconds):>8} ms  messages from {name_of(source)} to {name_of(destination)}"
                     f"{', awaited at ' + shorten(at) if at else ''}")
    return lines


def report(trace, accounts, parts, whole, p, advice, clock, everything):
    most = 10**9 if everything else 8
    lines = heading(trace, accounts) + [""]
    lines += processes(accounts)
    lines.append(f"  imbalance: the busiest process computes {100 * accounts.imbalance():.0f} % longer than the average")
    lines += lacking(accounts)
    lines += [""] + tasks(accounts, most) + [""] + waiting(accounts, most) + [""]
    lines += communication(parts, whole) + [""]
    lines += path(p, trace.name_of, 3 if not everything else most) + [""]
    if clock[0]:
        lines += [f"clocks: {clock[0]} messages seem to arrive before they were sent, by up to {clock[1]:.1f} µs", ""]
    lines.append(f"advice: {advice.text}")
    return "\n".join(lines)
