#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the conformance program with every registered algorithm forced in turn.

Each run forces one algorithm of every operation; as many runs as the operation with the most has.
"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402


def rounds_of_algorithms(tool):
    """Lists of algorithms, one of every operation, that together hold all of them."""
    of_operation = collections.defaultdict(list)
    for name in subprocess.run([tool], capture_output=True, text=True, check=True).stdout.split():
        of_operation[name.split("/")[0]].append(name)
    most = max(len(names) for names in of_operation.values())
    return [[names[i % len(names)] for names in of_operation.values()] for i in range(most)]


def run(arguments, ranks, algorithms, seed, calls, extra):
    """The fault, or None."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "plans.json"
        settings = {"LD_PRELOAD": arguments.library, "BAMBOO_PLANS_JSON": str(report),
                    "BAMBOO_PLANS_FORCE": ";".join(name.replace("/", ":") for name in algorithms), **extra}
        try:
            result = launching.run(arguments, ranks, settings, str(seed), str(calls), timeout=arguments.timeout)
        except subprocess.TimeoutExpired:
            return f"no end after {arguments.timeout} s"
        if result.returncode != 0:
            return launching.fault_of(result)
        if ranks == 1:
            return None
        if "multicast does not work" in result.stderr:
            print(f"SKIPPED: {result.stderr.strip()}")
            sys.exit(77)
        if not report.exists():
            return "no report"
        used = {call["plan"] for call in json.loads(report.read_text())}
        unused = [name for name in algorithms if name not in used]
        return f"never used: {', '.join(unused)}" if unused else None


def main():
    parser = launching.command_line(__doc__)
    parser.add_argument("--algorithms", required=True)
    parser.add_argument("--all", action="store_true", help="every size with every algorithm, several seeds")
    parser.add_argument("--calls", type=int, default=100)
    parser.add_argument("--timeout", type=int, default=120, help="seconds of one run")
    parser.add_argument("--multicast", action="store_true", help="only what the network copies")
    arguments = parser.parse_args()

    rounds = rounds_of_algorithms(arguments.algorithms)
    if arguments.multicast:
        always = [f"{operation}/multicast" for operation in ("bcast", "scatter", "allgather", "allgatherv")]
        rounds = [[*always, "scatterv/multicast"], [*always, "scatterv/multicast_dynamic"]]
    if arguments.all:
        sizes = [1, 2, 3, 5, 8, 17]
        runs = [(size, i, seed) for seed in range(1, 6) for size in sizes for i in range(len(rounds))]
    else:
        # Every size once, and every round with an odd and an even number of processes, because algorithms
        # differ by that. MPICH polls: few processes for few cores, and one number for a round.
        if arguments.mpi == "openmpi":
            runs = [(size, i, 1) for i in range(len(rounds)) for size in ((1, 3, 5, 17)[i % 4], (2, 4, 6, 8)[i % 4])]
        else:
            runs = [((3, 4)[i % 2], i, 1) for i in range(len(rounds))]
    verified = range(6)
    if arguments.multicast:
        # Both rounds with and without: what is verified may not give the sides of a scatter different sizes.
        verified = (1, 2, 5)
        sizes = [2, 2, 3, 3] + ([1, 5, 8, 17] if arguments.mpi == "openmpi" else [])
        runs = [(size, i % len(rounds), 1) for i, size in enumerate(sizes)]
    failed = 0
    for ranks, which, seed in runs:
        verify = {"BAMBOO_PLANS_VERIFY": "1"} if ranks in verified else {}
        begin = time.monotonic()
        fault = run(arguments, ranks, rounds[which], seed, arguments.calls, verify)
        print(f"{ranks} ranks, algorithms {which}, seed {seed}: {fault or 'right'}"
              f" ({time.monotonic() - begin:.1f} s)", flush=True)
        failed += fault is not None
    return 1 if failed or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
