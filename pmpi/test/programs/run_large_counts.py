#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a program that calls MPI-4's collectives with large counts: those with blocks alike are planned, the others counted."""
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402

# Each is called once, but for gather, which is called in place as well, and alltoallv, which alltoallw counts as.
PLANNED = {"bcast": 1, "gather": 2, "scatter": 1, "allgather": 1, "alltoall": 1, "reduce": 1, "allreduce": 1, "scan": 1, "exscan": 1,
           "reduce_scatter_block": 1, "reduce_scatter": 1}
COUNTED = {"gatherv_c": 1, "scatterv_c": 1, "allgatherv_c": 1, "alltoallv_c": 2}
RANKS = 3
# The bytes that a process reports for one call.
BYTES = {"gatherv_c": 4, "scatterv_c": 4, "allgatherv_c": 4 * RANKS, "alltoallv_c": 4 * RANKS}


def run(arguments, words, settings):
    """The fault, or None."""
    settings = {"LD_PRELOAD": arguments.library, **settings}
    return launching.fault_of(launching.run(arguments, RANKS, settings, *words))


def planned_and_counted(arguments, folder):
    report = folder / "plans.json"
    fault = run(arguments, [], {"BAMBOO_PLANS": "always", "BAMBOO_PLANS_JSON": str(report)})
    if fault:
        return fault
    found = {True: {}, False: {}}
    for call in json.loads(report.read_text()):
        if call["symbol"].startswith("MPI_"):
            return f"{call['operation']} is reported as called by {call['symbol']}"
        bytes_of_call = call["bytes"] / call["calls"]
        if bytes_of_call != BYTES.get(call["operation"], bytes_of_call):
            return f"{call['operation']} is reported with {bytes_of_call:g} bytes"
        of_kind = found[call["plan"] != "mpi"]
        of_kind[call["operation"]] = of_kind.get(call["operation"], 0) + call["calls"]
    found = {planned: {name: calls // RANKS for name, calls in of_kind.items()} for planned, of_kind in found.items()}
    if found != {True: PLANNED, False: COUNTED}:
        return f"planned {found[True]}, counted {found[False]}"
    return None


def main():
    arguments = launching.command_line(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        faults = {"planned": planned_and_counted(arguments, pathlib.Path(folder)),
                  "off": run(arguments, [], {"BAMBOO_PLANS": "off"}),
                  "special cases": run(arguments, ["special"], {"BAMBOO_PLANS": "always"})}
    for what, fault in faults.items():
        print(f"{what}: {fault or 'right'}", flush=True)
    return 1 if any(faults.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
