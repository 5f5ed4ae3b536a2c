#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A process dies in each phase of a vote: the job ends with a fault soon, and no process is left."""
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402

PHASES = ["begun", "voting", "voted", "agreeing"]  # as the program numbers them
RANKS = 3
VICTIMS = [0, RANKS - 1]  # who answers the votes, and another one


def are_any_left(program):
    """Whether a process runs the program."""
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and (entry / "cmdline").read_bytes().split(b"\0")[0] == program.encode():
                return True
        except OSError:  # it has ended meanwhile
            pass
    return False


def none_is_left(program, seconds):
    until = time.monotonic() + seconds
    while are_any_left(program):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def run(arguments, phase, victim):
    """The fault, or None."""
    settings = {"LD_PRELOAD": arguments.library, "BAMBOO_PLANS": "learn"}
    try:
        result = launching.run(arguments, RANKS, settings, str(phase), str(victim), timeout=arguments.timeout)
    except subprocess.TimeoutExpired:
        return f"no end after {arguments.timeout} s"
    if "the victim dies" not in result.stderr:
        return f"no process died\n{result.stdout}{result.stderr}"
    if result.returncode == 0:
        return "the job ended as if no process had died"
    return None if none_is_left(arguments.program, arguments.timeout) else "processes are left"


def main():
    parser = launching.command_line(__doc__)
    parser.add_argument("--timeout", type=int, default=60, help="seconds of one run")
    arguments = parser.parse_args()
    failed = 0
    for phase, name in enumerate(PHASES):
        for victim in VICTIMS:
            fault = run(arguments, phase, victim)
            print(f"rank {victim} dies, {name}: {fault or 'right'}", flush=True)
            failed += fault is not None
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
