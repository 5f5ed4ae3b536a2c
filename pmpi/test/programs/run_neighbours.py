#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs collectives of neighbours between hosts of two processes: by each plan, by trials, without a setting."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402

OPERATIONS = ("neighbor_allgatherv", "neighbor_alltoallv")


def forced(name):
    return {"BAMBOO_PLANS_FORCE": ";".join(f"{operation}:{name}" for operation in OPERATIONS)}


VERIFIED = {"BAMBOO_PLANS_VERIFY": "1"}
# Settings, and the plans that must have served.
RUNS = [({**forced("direct"), **VERIFIED}, "direct"), ({**forced("aggregated"), **VERIFIED}, "aggregated"),
        (forced("aggregated"), "aggregated"), ({"BAMBOO_PLANS": "always"}, "direct"),
        ({"BAMBOO_PLANS": "learn"}, "direct"), ({"BAMBOO_PLANS": "on"}, None)]


def fault(arguments, ranks, seed, settings, plan):
    found, calls = launching.run_with_report(arguments, ranks, settings, str(seed), str(arguments.calls))
    if found or not plan:
        return found
    missing = {f"{operation}/{plan}" for operation in OPERATIONS} - {call["plan"] for call in calls}
    return f"never used: {', '.join(sorted(missing))}" if missing else None


def main():
    parser = launching.command_line(__doc__)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--calls", type=int, default=24)
    parser.add_argument("--timeout", type=int, default=120, help="seconds of one run")
    arguments = parser.parse_args()
    failed = 0
    # MPICH polls: few processes for few cores.
    for seed in range(1, 1 + arguments.seeds):
        for ranks, (settings, plan) in zip((4, 6, 5, 3, 4, 7) if arguments.mpi == "openmpi" else (4, 3, 4, 3, 4, 4), RUNS):
            found = fault(arguments, ranks, seed, settings, plan)
            print(f"{ranks} ranks, seed {seed}, {settings}: {found or 'right'}", flush=True)
            failed += found is not None
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
