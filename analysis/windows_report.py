# SPDX-License-Identifier: Apache-2.0
"""Prints what a program of mode overlap has measured of its windows and its split nests
(--bamboo-measure-windows), and one line of advice."""
import json
import re

from advice import Advice
from report_text import table

HIDDEN = 0.1    # what is waited for, as a part of the core, where the messages are hidden
EAGER = 1 << 20
# Outcomes that are no reasons for which there was no core.
LOOKED = ("core_first", "compared", "slower", "asked_whole", "not_looked_at", "earlier_whole")


def read(names):
    """Returns the windows of the file; None if the file has another format."""
    try:
        with open(names[0], encoding="utf-8") as file:
            if not re.match(r'\{\s*"nests":', file.read(64)):
                return None
            file.seek(0)
            return json.load(file) if len(names) == 1 else None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError):
        return None


def place(site):
    return f"{site['file'].rsplit('/', 1)[-1]}:{site['line']}"


def executions(nest, outcome):
    return sum(o["executions"] for o in nest["outcomes"] if o["outcome"] == outcome)


def each(total, count):
    return total / count if count else 0.0


def split_time(nest):
    """Returns the microseconds of an execution whose core ran first."""
    return each(sum(nest[part] for part in ("look_us", "core_us", "between_us", "rest_us")),
                executions(nest, "core_first"))


def whole_time(nest):
    """Returns the microseconds of an execution that ran whole to compare; 0 if none has."""
    return each(nest["whole_us"], executions(nest, "compared"))


def opened(window):
    """Returns the number of executions that did not go back to the blocking call."""
    return window["executions"] - window.get("blocking", 0)


def windows_text(windows):
    rows = [[f"{w['call']}, {place(w)}", w["executions"], f"{each(w['window_us'], opened(w)):.1f}",
             f"{each(w['wait_us'], opened(w)):.1f}", w.get("blocking", 0), w.get("state", "").replace("_", " ")]
            for w in sorted(windows, key=lambda w: -w["wait_us"])]
    header = ["calls", "executions", "window [µs]", "waiting [µs]", "blocking", "state"]
    return table(header, rows) if rows else []


def nests_text(nests):
    rows, reasons = [], []
    for nest in nests:
        first = executions(nest, "core_first")
        rows.append([place(nest), nest["executions"], first,
                     *(f"{each(nest[part], first):.1f}" for part in ("look_us", "core_us", "between_us", "rest_us")),
                     f"{whole_time(nest):.1f}"])
        reasons += [f"  {place(nest)}: {o['executions']} × {o['words']}" for o in nest["outcomes"]
                    if o["outcome"] != "core_first"]
    header = ["split nests", "executions", "core first", "look", "core", "in between", "rest [µs]", "whole [µs]"]
    return [*table(header, rows), *reasons] if rows else []


def thread_text(thread):
    """Returns lines on the threads that poll the network."""
    lines = []
    if thread and thread["rested_s"]:
        lines.append(f"thread: rested {thread['rested_s']:.1f} of {thread['lived_s']:.1f} s, because others needed its core")
    if thread and thread.get("relief_looks"):
        lines.append(f"relief: looked {thread['relief_looks']} times while large operations were in flight")
    return lines


def why_without_core(nest):
    """Returns the words of the commonest reason for which there was no core."""
    reasons = [o for o in nest["outcomes"] if o["outcome"] not in LOOKED]
    return max(reasons, key=lambda o: o["executions"])["words"] if reasons else None


def advise_nest(nest, largest):
    first = executions(nest, "core_first")
    why = why_without_core(nest)
    if first == 0 and why:
        return Advice("given-up", f"the nest at {place(nest)} was split without success, because {why}; mode tasks needs no split")
    if first == 0:
        return Advice("slower", f"the nest at {place(nest)} runs whole: it waits for next to nothing, or BAMBOO_OVERLAP_NESTS asks for "
                      f"it; nothing to do")
    if executions(nest, "slower") > first:
        return Advice("slower", f"the nest at {place(nest)} runs whole, because split it takes {split_time(nest):.0f} µs and "
                      f"whole {whole_time(nest):.0f} µs: its messages are short against the computation; nothing to do")
    core, between = each(nest["core_us"], first), each(nest["between_us"], first)
    if between > HIDDEN * core:
        size = (f"; messages above {EAGER >> 20} MB wait for the receiver: try BAMBOO_OVERLAP_EAGER={2 * largest >> 20}M"
                if largest > EAGER else "")
        return Advice("exposed", f"behind the core of the nest at {place(nest)}, {core:.0f} µs, {between:.0f} µs go into waiting "
                      f"and unpacking: the messages need longer than the core, or nothing moves them meanwhile{size}")
    compared = f", split {split_time(nest):.0f} µs, whole {whole_time(nest):.0f} µs" if whole_time(nest) > 0 else ""
    return Advice("hidden", f"the nest at {place(nest)} computes {core:.0f} µs while its messages travel{compared}: nothing to do")


def advise(measured):
    """Judges the nest that takes most of the time; without one, the call that waits longest."""
    largest = max((each(w["bytes"], w["executions"]) for w in measured["windows"]), default=0)
    if measured["nests"]:
        nest = max(measured["nests"], key=lambda n: n["executions"] * max(split_time(n), whole_time(n)))
        return advise_nest(nest, int(largest))
    waits = [w for w in measured["windows"] if w["executions"]]
    if waits and all(w.get("state") == "went_back" for w in waits):
        return Advice("went-back", "all calls with windows went back to their blocking form, because the windows held less than "
                      "a request costs: nothing is lost; bamboo explain shows what could be moved into them")
    if not waits:
        return Advice("nothing", "no call was measured: bamboo explain says what becomes of each")
    longest = max(waits, key=lambda w: w["wait_us"])
    window, wait = (each(longest[part], opened(longest)) for part in ("window_us", "wait_us"))
    if wait <= HIDDEN * window:
        return Advice("hidden", f"no call waits long: {longest['call']} at {place(longest)} {wait:.1f} µs behind a window of "
                      f"{window:.1f} µs")
    return Advice("exposed", f"{longest['call']} at {place(longest)} waits {wait:.1f} µs behind a window of {window:.1f} µs: "
                  "bamboo explain says what stops it; move independent computation in front of it")


def report(measured):
    return "\n".join([*windows_text(measured["windows"]), *nests_text(measured["nests"]), *thread_text(measured.get("thread")), "",
                      f"advice: {advise(measured).text}"])
