#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests that 1,024 ranks in a process work and start in time: each costs about as much as one of 256.

The least processor time of several runs is compared, because other programs hardly change it. It
grows by a factor of 4 for 4 times as many ranks. A cost that grows with the square of the ranks
would make it 16."""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

import toolchain

MANY, FEW, RUNS = 1024, 256, 7
LARGEST_FACTOR = 9
MOST_SECONDS = 5  # of processor time, for a start that takes about 0.2


def processor_seconds(executable, ranks):
    """Returns the processor time of a run without a launcher."""
    with subprocess.Popen([executable], env={**os.environ, "BAMBOO_VF": str(ranks)},
                          stdout=subprocess.DEVNULL) as run:
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode:
        sys.exit(f"many_ranks: {ranks} ranks: exit code {run.returncode}")
    return usage.ru_utime + usage.ru_stime


def check_growth(executable):
    few, many = (min(processor_seconds(executable, ranks) for _ in range(RUNS))
                 for ranks in (FEW, MANY))
    factor = many / few
    text = f"{MANY} ranks start in {many:.3f} s, {factor:.1f} times what {FEW} take ({few:.3f} s)"
    if factor > LARGEST_FACTOR or many > MOST_SECONDS:
        sys.exit(f"many_ranks: {text}")
    print(text)


def check_results(tree, mpi, executable, per_process, workers):
    done = toolchain.must([tree / "bin/bamboo", "run", "-n", MANY, "--vf", per_process, "--workers",
                           workers, "--mpi", mpi, "--", executable])
    if done.stdout != f"{MANY} of {MANY} ranks are right\n":
        sys.exit(f"many_ranks: {mpi}, {per_process} in a process: {done.stdout}{done.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", required=True, help="build or installation tree")
    tree = pathlib.Path(parser.parse_args().tree).resolve()
    source = pathlib.Path(__file__).resolve().with_suffix(".c")
    with tempfile.TemporaryDirectory(prefix="bamboo-many-") as work:
        executable = pathlib.Path(work) / "many_ranks"
        toolchain.must([tree / "bin/bamboocc", "--bamboo-mode=tasks", "-O1", source, "-o",
                        executable])
        for mpi in toolchain.installed_mpis():
            check_results(tree, mpi, executable, MANY, 1)
            check_results(tree, mpi, executable, MANY // 2, 2)
        check_growth(executable)


if __name__ == "__main__":
    main()
