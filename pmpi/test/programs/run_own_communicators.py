#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Communicators on which Open MPI takes another of its algorithms: it does, no other one does, and their making is no part of a call."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402

CALLS = 100
SECONDS_OF_MAKING, CALLS_OF_A_TURN = 3, 5


def run(arguments, mode, **settings):
    """What is printed to both streams."""
    result = launching.run(arguments, 3, {"LD_PRELOAD": arguments.library, **settings}, mode, str(CALLS))
    if fault := launching.fault_of(result):
        sys.exit(f"{mode}, {settings}: {fault}")
    return result.stdout + result.stderr


def check(holds, what, said):
    print(f"{what}: {'right' if holds else 'wrong'}", flush=True)
    if not holds:
        sys.exit(said)


def check_obeyed(arguments):
    said = run(arguments, "obeyed", BAMBOO_PLANS_FORCE="allgather:mpi-ring")
    check(f"calls by ring: {CALLS}\n" in said, "Open MPI takes the algorithm that it is told to take", said)
    said = run(arguments, "obeyed", BAMBOO_PLANS_FORCE="allgather:mpi-ring", TEST_REFUSES="1")
    line = "allgather/mpi-ring cannot be chosen: the MPI's variable for it cannot be changed"
    check(said.count(line) == 1 and "calls by ring: 0\n" in said, "a variable that does not change is noticed", said)


def check_unfit(arguments):
    said = run(arguments, "obeyed", BAMBOO_PLANS_FORCE="allgather:mpi-neighbor")
    line = "BAMBOO_PLANS_FORCE: allgather/mpi-neighbor is not for 3 processes; Open MPI chooses there"
    check(said.count(line) == 1, "an algorithm for other numbers of processes is reported", said)


def check_making(arguments):
    said = run(arguments, "slow", BAMBOO_PLANS="learn,report", BAMBOO_PLANS_MULTICAST="off")
    times = re.findall(r"Open MPI's ring serves on trial, ([\d.]+) us", said)
    is_in_times = any(float(time) / 1e6 >= SECONDS_OF_MAKING / CALLS_OF_A_TURN for time in times)
    check(times and not is_in_times, "the making of a communicator is no part of a call's time", said)


def check_losers(arguments):
    """Three algorithms of Open MPI have turns."""
    said = run(arguments, "exchange", BAMBOO_PLANS="learn", BAMBOO_PLANS_MULTICAST="off")
    made, left = map(int, re.search(r"communicators: (\d+), left: (\d+)", said).groups())
    check(made == 3 and left <= 1, "a communicator is left for the winner alone", said)


def check_later(arguments):
    """A program that calls MPI_Comm_idup has the MPI's own choice on all of its communicators."""
    line = "Open MPI chooses among its own algorithms: the program has called MPI_Comm_idup"
    said = run(arguments, "later", BAMBOO_PLANS="learn,report")
    check(said.count(line) == 1, "nothing is told to Open MPI beside MPI_Comm_idup in trials", said)
    said = run(arguments, "later", BAMBOO_PLANS_FORCE="allreduce:400000-:mpi-recursive_doubling")
    check(line not in said, "what was made before MPI_Comm_idup serves", said)


def main():
    parser = launching.command_line(__doc__)
    parser.set_defaults(mpi_chooses=True)
    arguments = parser.parse_args()
    check_obeyed(arguments)
    check_unfit(arguments)
    check_making(arguments)
    check_losers(arguments)
    check_later(arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
