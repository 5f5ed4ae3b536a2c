#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the program of collectives behind requests that have trials; all kinds of calls must have been planned at times."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402

# Trees and chains are not direct: only Open MPI has plans of them behind requests.
DIRECT = {"ialltoall", "ialltoallv", "iallgather"}
OTHERS = {"openmpi": {"ibcast", "iallreduce", "ireduce", "bcast_init", "allreduce_init", "reduce_init"}, "mpich": set()}


def run(arguments, ranks, seed, calls, settings):
    """The fault, or None."""
    fault, served = launching.run_with_report(arguments, ranks, settings, str(seed), str(calls))
    if fault or settings["BAMBOO_PLANS"] != "learn":
        return fault
    missing = (DIRECT | OTHERS[arguments.mpi]) - {call["operation"] for call in served if call["plan"] != "mpi"}
    return f"never planned: {', '.join(sorted(missing))}" if missing else None


def main():
    parser = launching.command_line(__doc__)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--calls", type=int, default=450)
    parser.add_argument("--timeout", type=int, default=280, help="seconds of one run")
    arguments = parser.parse_args()
    failed = 0
    for seed in range(1, 1 + arguments.seeds):
        # Trials whatever they cost, and as they are between hosts.
        for ranks, word in ((2, "learn"), (4 if arguments.mpi == "openmpi" else 3, "learn"), (3, "on")):
            settings = {"BAMBOO_PLANS": word}
            fault = run(arguments, ranks, seed, arguments.calls, settings)
            print(f"{ranks} ranks, seed {seed}, {settings}: {fault or 'right'}", flush=True)
            failed += fault is not None
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
