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
        "  bamboo report --json jacobi.json | jq .advice")
    p.add_argument("files", nargs="+", metavar="FILE")
    p.add_argument("--all", action="store_true", help="every task and every place, not only the first")
    p.add_argument("--json", action="store_true", help="the numbers, in seconds, for other programs")
    return p.parse_args()


def as_json(trace, accounts, parts, whole, path, found, clock):
    return {
        "command": trace.about[0]["command"], "seconds": accounts.seconds, "ranks": len(trace.tasks),
        "processes": {p: {**dataclasses.asdict(shares), "workers": accounts.workers[p],
                          "idle": dataclasses.asdict(accounts.idleness[p]),
                          "communication": {**dataclasses.asdict(parts[p]), "hidden": parts[p].hidden}}
                      for p, shares in accounts.processes.items()},
        "tasks": {t: {"name": trace.name_of(t), **dataclasses.asdict(shares)} for t, shares in accounts.tasks.items()},
        "waiting": [dataclasses.asdict(p) for p in accounts.places.values()],
        "imbalance": accounts.imbalance(), "losses": advice.losses(accounts),
        "communication": {"messages": whole.messages, "bytes": whole.bytes, "seconds": whole.needed,
                          "exposed": whole.exposed,
                          "hidden": 1 - whole.exposed / whole.needed if whole.needed > 0 else None},
        "critical_path": {kind: path.seconds(kind) for kind in
                          (critical_path.COMPUTING, critical_path.RUNTIME, critical_path.NETWORK,
                           critical_path.WAITING)},
        "clock_errors": clock[0], "shortened": trace.shortened(),
        "advice": {"kind": found.kind, "text": found.text}}


def main():
    o = options()
    if measured := windows_report.read(o.files):
        found = windows_report.advise(measured)
        print(json.dumps({**measured, "advice": {"kind": found.kind, "text": found.text}}, indent=2) if o.json else
              windows_report.report(measured))
        return
    trace = trace_file.Trace.read(o.files)
    if not trace.tasks:
        raise trace_file.BadTrace("no task ran in this trace")
    accounts = accounting.Accounts(trace)
    if accounts.seconds <= 0:
        raise trace_file.BadTrace("there is no time at which the trace is complete in all processes; "
                                  "record it again with a larger --trace-size")
    parts = communication.of_processes(trace, accounts)
    whole = communication.total(parts)
    path = critical_path.CriticalPath(trace, accounts)
    found = advice.advise(trace, accounts, parts, placement.better_geometry(trace), lock_step.find(trace))
    clock = communication.clock_errors(trace)
    if o.json:
        print(json.dumps(as_json(trace, accounts, parts, whole, path, found, clock), indent=2))
    else:
        print(report_text.report(trace, accounts, parts, whole, path, found, clock, o.all))


if __name__ == "__main__":
    try:
        main()
    except trace_file.BadTrace as error:
        command_line.fail("report", error)
