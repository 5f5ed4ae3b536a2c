#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs collectives of known sizes in all forms, served by plans, by trials and by the MPI: the report has the bytes of each."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402

RANKS = 3
BLOCK = 9000 * 4
# Blocks of a call, the mean of all processes: process r has r + 1 where sizes may differ.
BLOCKS = {"bcast": 1, "gather": 1, "gatherv": 2, "scatter": 1, "scatterv": 2, "allgather": 1, "allgatherv": 6, "alltoall": 1,
          "alltoallv": 6, "reduce": 1, "allreduce": 1, "scan": 1, "reduce_scatter": 6, "reduce_scatter_block": 1,
          "neighbor_allgatherv": 2, "neighbor_alltoallv": 4}
BYTES = {name: blocks * BLOCK for operation, blocks in BLOCKS.items()
         for name in (operation, "i" + operation, operation + "_init") if name != "scatter_init"}
# A plan and the MPI serve these alternately during their trials.
TRIED = {"neighbor_allgatherv_init", "neighbor_alltoallv_init"}


def fault_of(arguments, word):
    """The fault, or None."""
    fault, calls = launching.run_with_report(arguments, RANKS, {"BAMBOO_PLANS": word})
    if fault:
        return fault
    servers = {}
    for call in calls:
        name, plan = call["operation"], call["plan"]
        servers.setdefault(name, set()).add(plan == "mpi")
        if call["bytes"] != BYTES[name] * call["calls"]:
            return f"{name} by {plan}: {call['bytes'] / call['calls']:g} bytes, expected {BYTES[name]}"
    if servers.keys() != BYTES.keys():
        return f"not in the report: {', '.join(sorted(BYTES.keys() - servers.keys()))}"
    if word == "learn" and all(len(servers[name]) == 1 for name in TRIED):
        return f"without a trial: {', '.join(sorted(TRIED))}"
    return None


def main():
    parser = launching.command_line(__doc__)
    parser.add_argument("--timeout", type=int, default=120, help="seconds of one run")
    arguments = parser.parse_args()
    failed = 0
    for word in ("always", "learn", "on"):
        fault = fault_of(arguments, word)
        print(f"{word}: {fault or 'right'}", flush=True)
        failed += fault is not None
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
