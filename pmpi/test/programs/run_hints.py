#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a program that controls plans by info keys: checks the plans, and the warnings about wrong keys."""
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402

# Without any setting nothing is planned inside of a host, so all of it is what the program says.
PLANNED = {
    "said": {("alltoall", "alltoall/gated", 1), ("alltoall", "mpi", 1), ("ialltoall", "alltoall/gated", 1),
             ("ialltoall", "mpi", 1), ("alltoall_init", "mpi", 1), ("alltoall_init", "alltoall/pairwise", 2),
             ("alltoallv_init", "alltoallv/pairwise", 2)},
    "later": {("alltoall", "mpi", 1), ("alltoall", "alltoall/gated", 1)},
}
WARNINGS = {
    "said": [],
    "wrong": ["'bamboo_plans': 'gatd'; it may be off, ", "no algorithm 'fast' for alltoall; there are ",
              "'bamboo_plans_scheduler': 'ring'; it may be one of best, greedy, bottleneck_first, all_to_all_based",
              "'bamboo_plans_pattern': 'everywhere'; it may be global or local",
              "'bamboo_plans_pattern_address': 'here' is no address"],
    "different": ["the processes pass different values"] * 2,
    "broken": [],
    "later": ["MPI_Comm_idup_with_info does not wait until the processes agree; give it to MPI_Comm_set_info"],
}


def check(arguments, what, folder):
    """The fault, or None."""
    report = folder / "plans.json"
    settings = {"LD_PRELOAD": arguments.library, "BAMBOO_PLANS_JSON": str(report)}
    result = launching.run(arguments, 3, settings, what)
    if what == "broken":
        says = "bamboo: error: the counts of process 2 are not those at"
        return None if result.returncode and says in result.stderr else f"status {result.returncode}\n{result.stderr}"
    if result.returncode != 0:
        return launching.fault_of(result)
    if result.stdout.strip() == "no such call":  # in MPI-3
        return None
    warnings = [line for line in result.stderr.splitlines() if line.startswith("bamboo: warning")]
    if len(warnings) != len(WARNINGS[what]) or any(part not in line for part, line in zip(WARNINGS[what], warnings)):
        return f"other warnings\n{result.stderr}"
    served = {(call["operation"], call["plan"], call["calls"] // call["ranks"])
              for call in json.loads(report.read_text())}
    if what in PLANNED and served != PLANNED[what]:
        return f"served is {sorted(served)}"
    if what not in PLANNED and any(plan != "mpi" for _, plan, _ in served):
        return f"planned is {sorted(served)}"
    return None


def main():
    arguments = launching.command_line(__doc__).parse_args()
    failed = 0
    for what in WARNINGS:
        with tempfile.TemporaryDirectory() as folder:
            fault = check(arguments, what, pathlib.Path(folder))
        print(f"{what}: {fault or 'right'}", flush=True)
        failed += fault is not None
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
