#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs mixed collectives of several threads for a long time, each plan verified, each result compared with the MPI's.

Jobs with other numbers of processes and threads, and other settings, make so many calls in all.
"""
import itertools
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402

SETTINGS = ({}, {"BAMBOO_PLANS": "learn"}, {"BAMBOO_PLANS": "always"})
CALLS_OF_A_JOB = 10_000  # of all threads of a process


def jobs(mpi):
    """Seeds with processes, threads and settings, without end."""
    sizes = (4, 2, 6, 3) if mpi == "openmpi" else (3, 2)  # MPICH polls: few processes for few cores
    for seed in itertools.count(1):
        yield seed, sizes[seed % len(sizes)], 1 + seed // len(SETTINGS) % 3, SETTINGS[seed % len(SETTINGS)]


def most_parts(mpi, threads, settings):
    """Open MPI itself deadlocks when threads make communicators of different processes at once.

    By default no plan makes one then, but `always` does."""
    return 1 if mpi == "openmpi" and threads > 1 and settings.get("BAMBOO_PLANS") == "always" else 3


def run(arguments, seed, ranks, threads, settings, calls):
    """The fault or None, and how many calls plans have served."""
    words = seed, calls // threads, threads, most_parts(arguments.mpi, threads, settings)
    fault, served = launching.run_with_report(arguments, ranks, {"BAMBOO_PLANS_VERIFY": "1", **settings},
                                              *map(str, words))
    return fault, sum(call["calls"] for call in served if call["plan"] != "mpi")


def main():
    parser = launching.command_line(__doc__)
    parser.add_argument("--calls", type=int, default=3000, help="of all jobs together")
    parser.add_argument("--timeout", type=int, default=280, help="seconds of one job")
    arguments = parser.parse_args()
    begin, done, planned, failed = time.monotonic(), 0, 0, 0
    for seed, ranks, threads, settings in jobs(arguments.mpi):
        calls = min(CALLS_OF_A_JOB, arguments.calls // len(SETTINGS), arguments.calls - done)
        if calls <= 0:
            break
        fault, served = run(arguments, seed, ranks, threads, settings, calls)
        done += calls
        planned += served
        failed += fault is not None
        left = (time.monotonic() - begin) / done * (arguments.calls - done)
        print(f"{done} of {arguments.calls} calls, {left:.0f} s left: seed {seed}, {ranks} ranks, {threads} threads, "
              f"{settings}: {fault or 'right'}", flush=True)
    print(f"{planned} calls were planned")
    return 1 if failed or not planned else 0


if __name__ == "__main__":
    sys.exit(main())
