#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a program with collectives that no rule can plan: the report says how often each was called, and why it is none of the plans'."""
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402

RANKS = 3
COUNTED = {("bcast", "between two groups"): 4, ("iallreduce", "between two groups"): 1}
OF_MPI_4 = {("ibcast_c", "large counts"): 1, ("allgatherv_init_c", "large counts"): 1}


def run(arguments, settings):
    return launching.run(arguments, RANKS, {"LD_PRELOAD": arguments.library, **settings})


def fault_of(arguments, folder):
    """The fault, or None."""
    report = folder / "plans.json"
    result = run(arguments, {"BAMBOO_PLANS": "always,report", "BAMBOO_PLANS_JSON": str(report)})
    if result.returncode:
        return launching.fault_of(result)
    calls = json.loads(report.read_text())
    found = {(call["operation"], call["never_planned"]): call["calls"] / RANKS for call in calls if call["never_planned"]}
    expected = COUNTED | (OF_MPI_4 if arguments.mpi == "mpich" else {})
    if found != expected:
        return f"counted {found}"
    for call in calls:
        if call["plan"] != "mpi" or call["symbol"].startswith(("MPI_", "MPIX_")):
            return f"{call['operation']} is reported as served by {call['plan']}, called by {call['symbol']}"
    for function, why in expected:
        if not any(line.startswith(function + " ") and f"never: {why}" in line for line in result.stderr.splitlines()):
            return f"the table does not have {function}:\n{result.stderr}"
    return None


def main():
    arguments = launching.command_line(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        fault = fault_of(arguments, pathlib.Path(folder))
    without = run(arguments, {"BAMBOO_PLANS": "always"})
    print(fault or f"right\nwithout a report: status {without.returncode}\n{without.stderr}")
    return 1 if fault or without.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
