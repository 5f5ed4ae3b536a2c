#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Messages that no receive waits for take little memory, and ranks may send before they receive as under plain MPI.

1 GB of them between ranks of one process stays below 256 MB of resident memory. Ranks that send more than the process
may keep before they receive end, also where their process is one of several, and receive what plain MPI brings them. So do
ranks that wait at once for many sends, which are released for longer than a deadlock may last."""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

import toolchain

MOST_MEGABYTES = 256
SECONDS = 240


def run_in_one_process(executable, *words):
    """Its lines, and the most memory that it has used, in MB."""
    with subprocess.Popen([executable, *map(str, words)], env={**os.environ, "BAMBOO_VF": "2"}, text=True,
                          stdout=subprocess.PIPE) as run:
        lines = run.stdout.read()
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode:
        raise toolchain.Failure(f"{' '.join(map(str, words))}: exit code {run.returncode}")
    return sorted(lines.splitlines()), usage.ru_maxrss / 1000


def check_memory(executable, size):
    for workers in (1, 2):
        os.environ["BAMBOO_WORKERS"] = str(workers)
        megabytes = run_in_one_process(executable, "late", 1000, size)[1]
        text = f"1 GB in messages of {size} bytes, {workers} workers: {megabytes:.0f} MB"
        if megabytes > MOST_MEGABYTES:
            raise toolchain.Failure(text)
        print(text)
    del os.environ["BAMBOO_WORKERS"]


def check_as_plain(tree, mpi, executable, plain, mode, size):
    def lines(command):
        environment = {**toolchain.PLAIN_ENVIRONMENT, "BAMBOO_EAGER_BUDGET": "1M"}
        done = toolchain.must(command, env=environment, seconds=SECONDS)
        return sorted(done.stdout.splitlines())

    words = [mode, 10, size]
    expected = lines([toolchain.find(f"mpirun.{mpi}"), "-n", 4, plain, *words])
    for way in (["-n", 4, "--vf", 4], ["-n", 4, "--vf", 4, "--workers", 2], ["-n", 4, "--vf", 2]):
        found = lines([tree / "bin/bamboo", "run", *way, "--mpi", mpi, "--", executable, *words])
        if found != expected or not expected:
            raise toolchain.Failure(f"{mpi}: {' '.join(map(str, way))}: {found} instead of {expected}")
    print(f"{mpi}: {mode} of 10 MB in messages of {size} bytes: as plain MPI")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", required=True, help="build or installation tree")
    tree = pathlib.Path(parser.parse_args().tree).resolve()
    source = pathlib.Path(__file__).resolve().with_suffix(".c")
    with tempfile.TemporaryDirectory(prefix="bamboo-unexpected-") as work:
        executable = pathlib.Path(work) / "unexpected"
        toolchain.must([tree / "bin/bamboocc", "--bamboo-mode=tasks", "-O1", source, "-o", executable])
        try:
            for size in (1024, 8192):
                check_memory(executable, size)
            for mpi in toolchain.installed_mpis():
                plain = pathlib.Path(work) / f"plain.{mpi}"
                toolchain.must([toolchain.find(f"mpicc.{mpi}"), "-O1", source, "-o", plain])
                for size in (1000, 3000):
                    check_as_plain(tree, mpi, executable, plain, "exchange", size)
                check_as_plain(tree, mpi, executable, plain, "window", 1000)
        except toolchain.Failure as failure:
            sys.exit(f"unexpected: {failure}")


if __name__ == "__main__":
    main()
