# SPDX-License-Identifier: Apache-2.0
"""Writes the report as one page of HTML, which needs no network and no other file.

The page holds the numbers as JSON and a script that draws them (report_page.js). Times in the JSON are
microseconds since the begin of the trace's window.
"""
import html
import json
import os
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent
MOST_SLICES = 150_000     # so many are drawn in well under a second
MOST_PLACES = 40
LINES_AROUND = 3
COMPUTING, POLLING, IDLE, WAITING, READY, MIXED = range(6)


def efficiencies(accounts, path, network):
    """Returns the efficiencies of POP (https://pop-coe.eu): parallel = load balance * communication, and
    communication = serialisation * transfer. The time on an ideal network is the run's without the parts of the
    critical path in which a message was on its way."""
    computing = accounts.per_process("computing")
    average, most = sum(computing) / len(computing), max(computing)
    transfer = 1 - min(1.0, path.seconds(network) / accounts.seconds)
    return {"parallel efficiency": average,
            "load balance": average / most if most > 0 else 1.0,
            "communication efficiency": most,
            "serialisation efficiency": min(1.0, most / transfer) if transfer > 0 else 1.0,
            "transfer efficiency": transfer}


def merged(slices, least):
    """Joins neighbours until each slice is `least` long: a row of many ranks has more than a screen can show. A slice
    that joined several kinds of time has the kind MIXED, and the task of none."""
    result = []
    for start, end, kind, task in slices:
        last = result[-1] if result else None
        if last and start - last[1] < least and (end - last[0] < least or (kind, task) == tuple(last[2:])):
            if (kind, task) != tuple(last[2:]):
                last[2:] = [MIXED, -1]
            last[1] = max(last[1], end)
        else:
            result.append([start, end, kind, task])
    return result


def worker_rows(trace):
    several = any(about["workers"] > 1 for about in trace.about)
    for process, worker in trace.workers():
        slices = [(run.start, run.end, POLLING if run.poll else COMPUTING, run.task)
                  for run in trace.runs[process, worker]]
        slices += [(idle.start, idle.end, IDLE, -1) for idle in trace.idles[process, worker]]
        yield f"process {process}" + (f", worker {worker}" if several else ""), sorted(slices)


def task_rows(trace):
    rows = {task: [] for task in trace.tasks}
    for runs in trace.runs.values():
        for run in runs:
            rows[run.task].append((run.start, run.end, POLLING if run.poll else COMPUTING, run.task))
    for task, pauses in trace.pauses.items():
        for pause in pauses:
            rows.setdefault(task, []).append((pause.start, pause.met, WAITING, task))
            rows[task].append((pause.met, pause.resumed, READY, task))
    for task, slices in rows.items():
        yield trace.name_of(task), sorted(slices)


def drawn(rows, window):
    """Returns the rows as the script takes them: times from the window's begin, and no more slices than it can draw."""
    begin, end = window
    rows = [(name, [(max(s, begin) - begin, min(e, end) - begin, kind, task) for s, e, kind, task in slices
                    if e > begin and s < end]) for name, slices in rows]
    least = 0.0
    while sum(len(slices) for _, slices in rows) > MOST_SLICES:
        least = max(2 * least, (end - begin) * len(rows) / MOST_SLICES)
        rows = [(name, merged(slices, least)) for name, slices in rows]
    return {"joined": least,
            "rows": [{"name": name, "slices": [round(x, 1) for s in slices for x in s]} for name, slices in rows]}


def source_around(at):
    """Returns [(number, text)] of the lines around FILE:LINE; none where the file cannot be read."""
    name, _, line = at.rpartition(":")
    if not name or not line.isdigit() or not os.path.isfile(name):
        return []
    lines = pathlib.Path(name).read_text(encoding="utf-8", errors="replace").splitlines()
    first = max(1, int(line) - LINES_AROUND)
    return [(number, lines[number - 1]) for number in range(first, min(len(lines), int(line) + LINES_AROUND) + 1)]


def waits(accounts):
    """Returns the calls in which most time is waited, one entry a source line, the longest idle first."""
    at = {}
    for place in accounts.places.values():
        entry = at.setdefault((place.call, place.at), {"call": place.call or "a task", "at": place.at, "count": 0,
                                                       "waited": 0.0, "idle": 0.0, "for": {}})
        entry["count"] += place.count
        entry["waited"] += place.waited
        entry["idle"] += place.idle
        name = "any" if place.source < 0 else accounts.trace.name_of(place.source)
        entry["for"][name] = entry["for"].get(name, 0.0) + place.waited
    entries = sorted((e for e in at.values() if e["waited"] > 0 or e["idle"] > 0),
                     key=lambda e: (-e["idle"], -e["waited"]))[:MOST_PLACES]
    for entry in entries:
        entry["for"] = sorted(entry["for"].items(), key=lambda item: -item[1])[:5]
        entry["source"] = source_around(entry["at"])
    return entries


def traffic(trace):
    """Returns the bytes from each process to each other one."""
    index = {process: i for i, process in enumerate(trace.processes)}
    matrix = [[0] * len(index) for _ in index]
    for m in trace.transfers():
        source, destination = (index.get(trace.process_of.get(task)) for task in (m.source, m.destination))
        if source is not None and destination is not None:
            matrix[source][destination] += m.bytes
    return matrix


def of_trace(trace, numbers, pop, accounts):
    """`numbers`: the report as JSON; `pop`: the efficiencies."""
    numbers = {key: value for key, value in numbers.items() if key != "waiting"}
    return {**numbers, "efficiencies": pop, "noun": trace.noun,
            "microseconds": accounts.window[1] - accounts.window[0],
            "workers": drawn(worker_rows(trace), accounts.window),
            "tasks_drawn": drawn(task_rows(trace), accounts.window),
            "waits": waits(accounts), "traffic": traffic(trace)}


def page(data, title):
    """Returns the page; `data`: {"runs": [of_trace(…)]} or {"windows": …}."""
    # In a script element only "</" and "<!" end or change what follows.
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    parts = {name: (FOLDER / f"report_page.{name}").read_text(encoding="utf-8") for name in ("html", "css", "js")}
    return (parts["html"].replace("@TITLE@", html.escape(title)).replace("@STYLE@", parts["css"])
            .replace("@SCRIPT@", parts["js"]).replace("@DATA@", text))


def write(path, text):
    temporary = f"{path}.part"
    pathlib.Path(temporary).write_text(text, encoding="utf-8")
    os.replace(temporary, path)
