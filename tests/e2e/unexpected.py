#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Messages that no receive waits for take little memory, and ranks may send before they receive as under plain MPI.

1 GB of such messages between ranks of one process, or of two, needs less than 128 MB of resident memory in each process,
besides the installed MPI's. Ranks that send more before they receive than may be kept still end, in one process and in
several, and receive the same data as under plain MPI. So do ranks that wait at once for many sends, which are released
for longer than a deadlock may last, and ranks that poll."""
import argparse
import pathlib
import re
import sys
import tempfile

import toolchain

MOST_MEGABYTES = 128
# MPICH itself takes some 6 KB for each small message that is under way.
MOST_BETWEEN = {"openmpi": 128, "mpich": 640}
SECONDS = 240
RANKS = 4
# Both ranks of a pair are in one process, with one worker or two, in one of two processes, or in two.
WAYS = (["--vf", 4], ["--vf", 4, "--workers", 2], ["--vf", 2], ["--vf", 1])


def must_be_small(what, errors, most=MOST_MEGABYTES):
    """`errors` has the ranks' reports on the memory of their processes."""
    megabytes = max(int(found) for found in re.findall(r"^(\d+) KB$", errors, re.M)) / 1000
    text = f"1 GB in {what}: {megabytes:.0f} MB"
    if megabytes > most:
        raise toolchain.Failure(text)
    print(text)


def check_memory_of_one(executable, size):
    for workers in (1, 2):
        done = toolchain.must([executable, "late", 1000, size], seconds=SECONDS,
                              env={"BAMBOO_VF": "2", "BAMBOO_WORKERS": str(workers)})
        must_be_small(f"messages of {size} bytes, {workers} workers", done.stderr)


def check_memory_of_two(tree, mpi, executable, size):
    done = toolchain.must([tree / "bin/bamboo", "run", "-n", 2, "--vf", 1, "--mpi", mpi, "--", executable, "late", 1000,
                           size], env=toolchain.PLAIN_ENVIRONMENT, seconds=SECONDS)
    must_be_small(f"messages of {size} bytes, two processes of {mpi}", done.stderr, MOST_BETWEEN[mpi])


def check_as_plain(tree, mpi, executable, plain, ranks, ways, *words, **variables):
    def lines(command):
        done = toolchain.must(command, env={**toolchain.PLAIN_ENVIRONMENT, **variables}, seconds=SECONDS)
        return sorted(done.stdout.splitlines())

    expected = lines([toolchain.find(f"mpirun.{mpi}"), "-n", ranks, plain, *words])
    for way in ways:
        found = lines([tree / "bin/bamboo", "run", "-n", ranks, *way, "--mpi", mpi, "--", executable, *words])
        if found != expected or not expected:
            raise toolchain.Failure(f"{mpi}: {' '.join(map(str, way))}: {found} instead of {expected}")
    mode, megabytes, size = words
    print(f"{mpi}: {mode} of {megabytes} MB in messages of {size} bytes: as plain MPI")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", required=True, help="build or installation tree")
    parser.add_argument("--all", action="store_true", help="also messages of other sizes")
    options = parser.parse_args()
    tree = pathlib.Path(options.tree).resolve()
    sizes = (1024, 8192) if options.all else (1024,)
    forms = [("exchange", 1000), ("polls", 1000), ("window", 1000)] + [("exchange", 3000)] * options.all
    source = pathlib.Path(__file__).resolve().with_suffix(".c")
    with tempfile.TemporaryDirectory(prefix="bamboo-unexpected-") as work:
        executable = pathlib.Path(work) / "unexpected"
        toolchain.must([tree / "bin/bamboocc", "--bamboo-mode=tasks", "-O1", source, "-o", executable])
        try:
            for size in sizes:
                check_memory_of_one(executable, size)
            for mpi in toolchain.installed_mpis():
                plain = pathlib.Path(work) / f"plain.{mpi}"
                toolchain.must([toolchain.find(f"mpicc.{mpi}"), "-O1", source, "-o", plain])
                for size in sizes:
                    check_memory_of_two(tree, mpi, executable, size)
                for mode, size in forms:
                    check_as_plain(tree, mpi, executable, plain, RANKS, WAYS, mode, 10, size, BAMBOO_EAGER_BUDGET="4M")
                check_as_plain(tree, mpi, executable, plain, 2, WAYS[-1:], "exchange", 200, 1024)
        except toolchain.Failure as failure:
            sys.exit(f"unexpected: {failure}")


if __name__ == "__main__":
    main()
