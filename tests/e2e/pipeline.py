#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A rank that another process waits for runs before ranks that can go on.

In a pipeline of ranks over two processes the last rank of the first process sends its first row on before the first rank
has done all its rows: otherwise the second process would wait while the first one works off its ranks one by one."""
import argparse
import pathlib
import sys
import tempfile

import toolchain

PROCESSES = 2


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", required=True, help="build or installation tree")
    tree = pathlib.Path(parser.parse_args().tree).resolve()
    source = pathlib.Path(__file__).resolve().with_suffix(".c")
    with tempfile.TemporaryDirectory(prefix="bamboo-pipeline-") as work:
        executable = pathlib.Path(work) / "pipeline"
        toolchain.must([tree / "bin/bamboocc", "--bamboo-mode=tasks", "-O1", source, "-o", executable])
        for mpi in toolchain.installed_mpis():
            for vf in (2, 4):
                done = toolchain.must([tree / "bin/bamboo", "run", "-n", PROCESSES * vf, "--vf", vf, "--workers", 1,
                                       "--mpi", mpi, "--", executable, vf - 1], env=toolchain.PLAIN_ENVIRONMENT)
                print(f"{mpi}, VF {vf}: {done.stdout.strip()}")
                if done.stdout != "in step\n":
                    sys.exit("pipeline: the ranks of the first process run one after the other")


if __name__ == "__main__":
    main()
