#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Memory of a rank that computes is read and written by a rank of another process, where a thread polls."""
import argparse
import pathlib
import sys
import tempfile

import toolchain

EXPECTED = {"rank 0: 1 12 10, 3 13", "rank 1: 1 12 10 1"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", required=True, help="build or installation tree")
    tree = pathlib.Path(parser.parse_args().tree).resolve()
    source = pathlib.Path(__file__).resolve().with_suffix(".c")
    with tempfile.TemporaryDirectory(prefix="bamboo-passive-") as work:
        executable = pathlib.Path(work) / "passive_target"
        toolchain.must([tree / "bin/bamboocc", "--bamboo-mode=tasks", "-O1", source, "-o", executable])
        for mpi in toolchain.installed_mpis():
            done = toolchain.must([tree / "bin/bamboo", "run", "-n", 2, "--vf", 1, "--service", "dedicated",
                                   "--mpi", mpi, "--", executable])
            if set(done.stdout.splitlines()) != EXPECTED:
                sys.exit(f"passive_target: {mpi}: {done.stdout}{done.stderr}")
            print(f"{mpi}: the target's memory changed while it computed")


if __name__ == "__main__":
    main()
