#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A process that is killed at any send of a planned all-to-all ends the job soon. The launcher reports which process ended
and by which signal, and no process is left."""
import argparse
import pathlib
import re
import sys
import tempfile
import time

import toolchain
from marked_job import SECONDS, Mark

PROCESSES, VICTIM = 6, 2
KILLED = {"openmpi": re.compile(rf"process rank {VICTIM} .*exited on signal 9"),
          "mpich": re.compile(r"EXIT CODE: 9")}


def sends_before_the_end(tree, mpi, executable, folder):
    """Kills at one send after the other. Returns how many sends there were."""
    for sends in range(1000):
        mark = Mark()
        start = time.monotonic()
        done = toolchain.call([tree / "bin/bamboo", "run", "--mpi", mpi, "-n", PROCESSES, "--", executable, VICTIM, sends],
                              SECONDS, {**toolchain.PLAIN_ENVIRONMENT, "BAMBOO_PLANS": "always", "TMPDIR": folder,
                                        **mark.environment})
        if "not killed" in done.stdout and done.returncode == 0:
            return sends
        what = f"{mpi}: killed at send {sends}"
        if done.returncode in (0, 124) or not KILLED[mpi].search(done.stdout + done.stderr):
            raise toolchain.Failure(f"{what}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        mark.wait_for_end(f"{what}: processes run")
        print(f"{what}: all ended {time.monotonic() - start:.1f} s after the start")
    raise toolchain.Failure(f"{mpi}: sends without end")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", required=True, help="build or installation tree")
    tree = pathlib.Path(parser.parse_args().tree).resolve()
    source = pathlib.Path(__file__).resolve().with_suffix(".c")
    failures = 0
    with tempfile.TemporaryDirectory(prefix="bamboo-killed-") as work:
        for mpi in toolchain.installed_mpis():
            executable = pathlib.Path(work) / f"killed-{mpi}"
            folder = tempfile.mkdtemp(dir=work)
            try:
                toolchain.must([f"mpicc.{mpi}", "-O1", source, "-o", executable, "-ldl"])
                sends = sends_before_the_end(tree, mpi, executable, folder)
                # Five messages and what keeps them apart; fewer: the calls are not planned.
                if sends < PROCESSES - 1:
                    raise toolchain.Failure(f"{mpi}: {sends} sends in a planned all-to-all of {PROCESSES} processes")
            except toolchain.Failure as failure:
                print(f"killed_in_a_plan: {failure}")
                failures += 1
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
