#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""bamboo report: prints where the time of a run went, and an advice."""
import dataclasses
import json

import accounting
import advice
import command_line
import communication
import critical_path
import lock_step
import placement
import report_page
import report_text
import trace_file
import windows_report


def options():
    p = command_line.Parser(
        "report",
        "Says where the time of a run went that was recorded by 'bamboo run --trace FILE' or --report.\n"
        "FILE may be the name that was given to --trace, or the file of measured windows of a program in mode overlap\n"
        "(bamboocc --bamboo-measure-windows; BAMBOO_WINDOWS=FILE).",
        "  bamboo run -n 8 --vf 4 --trace jacobi.json -- ./jacobi\n"
        "  bamboo report jacobi.json\n"
        "  bamboo report --json jacobi.json | jq .advice\n"
        "  bamboo report --html jacobi.html jacobi.json\n"
        "  bamboo report --html both.html --beside before.json after.json")
    p.add_argument("files", nargs="+", metavar="FILE")
    p.add_argument("--all", action="store_true", help="every task and every place, not only the first")
    p.add_argument("--json", action="store_true", help="the numbers, in seconds, for other programs")
    p.add_argument("--html", metavar="PAGE", help="writes one page with a time line, the waits beside their source "
                                                  "lines, and the efficiencies; it opens without a network")
    p.add_argument("--beside", metavar="OTHER", help="with --html: another run, which the page compares with")
    o = p.parse_args()
    if o.beside and not o.html:
        p.error("--beside needs --html PAGE")
    if o.json and o.html:
        p.error("--json and --html exclude each other")
    return o


class Analysed:
    """A trace, and what is computed from it."""

    def __init__(self, files):
        self.trace = trace_file.Trace.read(files)
        if not self.trace.tasks:
            raise trace_file.BadTrace("no task ran in this trace")
        self.accounts = accounting.Accounts(self.trace)
        if self.accounts.seconds <= 0:
            raise trace_file.BadTrace("there is no time at which the trace is complete in all processes; "
                                      "record it again with a larger --trace-size")
        self.parts = communication.of_processes(self.trace, self.accounts)
        self.whole = communication.total(self.parts)
        self.path = critical_path.CriticalPath(self.trace, self.accounts)
        self.found = advice.advise(self.trace, self.accounts, self.parts, placement.better_geometry(self.trace),
                                   lock_step.find(self.trace))
        self.clock = communication.clock_errors(self.trace)

    def as_json(self):
        trace, accounts, whole = self.trace, self.accounts, self.whole
        return {
            "command": trace.about[0]["command"], "seconds": accounts.seconds, "ranks": len(trace.tasks),
            "processes": {p: {**dataclasses.asdict(shares), "workers": accounts.workers[p],
                              "idle": dataclasses.asdict(accounts.idleness[p]),
                              "communication": {**dataclasses.asdict(self.parts[p]), "hidden": self.parts[p].hidden}}
                          for p, shares in accounts.processes.items()},
            "tasks": {t: {"name": trace.name_of(t), **dataclasses.asdict(shares)}
                      for t, shares in accounts.tasks.items()},
            "waiting": [dataclasses.asdict(p) for p in accounts.places.values()],
            "imbalance": accounts.imbalance(), "losses": advice.losses(accounts),
            "communication": {"messages": whole.messages, "bytes": whole.bytes, "seconds": whole.needed,
                              "exposed": whole.exposed,
                              "hidden": 1 - whole.exposed / whole.needed if whole.needed > 0 else None},
            "critical_path": {kind: self.path.seconds(kind) for kind in
                              (critical_path.COMPUTING, critical_path.RUNTIME, critical_path.NETWORK,
                               critical_path.WAITING)},
            "clock_errors": self.clock[0], "shortened": trace.shortened(),
            "advice": as_advice(self.found)}

    def as_text(self, everything):
        return report_text.report(self.trace, self.accounts, self.parts, self.whole, self.path, self.found, self.clock,
                                  everything)

    def of_page(self):
        return report_page.of_trace(self.trace, self.as_json(), report_page.efficiencies(
            self.accounts, self.path, critical_path.NETWORK), self.accounts)


def as_advice(found):
    return {"kind": found.kind, "text": found.text}


def write_page(path, data, title):
    try:
        report_page.write(path, report_page.page(data, title))
    except OSError as error:
        command_line.fail("report", f"cannot write '{path}': {error.strerror}")
    print(f"bamboo report: the page is {path}")


def main():
    o = options()
    if measured := windows_report.read(o.files):
        numbers = {**measured, "advice": as_advice(windows_report.advise(measured))}
        if o.beside:
            command_line.fail("report", f"--beside compares traces; '{o.files[0]}' holds windows of mode overlap", 2)
        if o.html:
            write_page(o.html, numbers, "Windows of mode overlap")
        else:
            print(json.dumps(numbers, indent=2) if o.json else windows_report.report(measured))
        return
    run = Analysed(o.files)
    if o.html:
        runs = [run.of_page()] + ([Analysed([o.beside]).of_page()] if o.beside else [])
        write_page(o.html, {"runs": runs}, run.trace.about[0]["command"])
    elif o.json:
        print(json.dumps(run.as_json(), indent=2))
    else:
        print(run.as_text(o.all))


if __name__ == "__main__":
    try:
        main()
    except trace_file.BadTrace as error:
        command_line.fail("report", error)
