#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the program of collectives behind requests on several numbers of processes; they must have been planned."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402

# The operations that each program must find planned.
PLANNED = {"persistent": {"alltoall_init", "alltoallv_init", "allgather_init", "allgatherv_init", "barrier_init",
                          "bcast_init", "gather_init", "gatherv_init", "scatter_init", "scatterv_init", "reduce_init",
                          "allreduce_init", "scan_init", "exscan_init", "reduce_scatter_init",
                          "reduce_scatter_block_init"},
           "nonblocking": {"ialltoall", "ialltoallv", "iallgather", "iallgatherv", "igather", "igatherv", "iscatter",
                           "iscatterv", "ibarrier", "ibcast", "ireduce", "iallreduce", "iscan", "iexscan",
                           "ireduce_scatter", "ireduce_scatter_block"}}
EXCHANGES = "alltoallv:gated;alltoall:pairwise;"
VECTORS = ("barrier:direct;bcast:linear;reduce:direct;allreduce:direct;scan:direct;exscan:direct;reduce_scatter:direct;"
           "reduce_scatter_block:direct")
INDIRECT = ("bcast:chain;reduce:chain;allreduce:gated;scan:doubling;exscan:doubling;barrier:dissemination;"
            "gather:binomial;scatter:binomial")


def run(arguments, ranks, threads, seed, settings):
    """The fault, or None."""
    fault, calls = launching.run_with_report(arguments, ranks, settings, str(seed), str(arguments.rounds), *threads)
    missing = PLANNED[arguments.form] - {call["operation"] for call in calls if call["plan"] != "mpi"}
    return fault or (f"not planned: {', '.join(sorted(missing))}" if missing else None)


def main():
    parser = launching.command_line(__doc__)
    parser.add_argument("--form", required=True, choices=sorted(PLANNED))
    parser.add_argument("--all", action="store_true", help="more numbers of processes, and seeds")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--timeout", type=int, default=120, help="seconds of one run")
    arguments = parser.parse_args()
    # Alone nothing is planned.
    sizes = [2, 3, 5, 8, 17] if arguments.all or arguments.mpi == "openmpi" else [3, 2]
    # `always` leaves long vectors to the MPI, but persistent ones of MPICH 4.0 do not bear this mix.
    others = {"BAMBOO_PLANS_FORCE": VECTORS} if arguments.form == "persistent" else {}
    forms = [([], {"BAMBOO_PLANS_FORCE": EXCHANGES + VECTORS}), (["one"], others)]
    runs = [(size, threads, seed,
             {"BAMBOO_PLANS": "always", **({"BAMBOO_PLANS_VERIFY": "1"} if size <= 5 else {}), **forced})
            for seed in range(1, 6 if arguments.all else 2) for size in sizes
            for threads, forced in forms if size != 17 or threads]
    if arguments.mpi == "openmpi":  # which looks at plans in all its calls
        runs += [(size, ["one"], 1, {"BAMBOO_PLANS": "always", "BAMBOO_PLANS_FORCE": INDIRECT}) for size in (3, 8)]
    failed = 0
    for ranks, threads, seed, settings in runs:
        fault = run(arguments, ranks, threads, seed, settings)
        print(f"{ranks} ranks, {threads or 'threads'}, seed {seed}, {settings}: {fault or 'right'}", flush=True)
        failed += fault is not None
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
