#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills a process of a job, the process that watches it, or the launcher. The job ends, and leaves no process behind. If the
launcher lives, the job leaves no file of shared memory, which Open MPI's launcher removes, and it reports the signal.

The job's files are those of /dev/shm that its processes have mapped."""
import argparse
import os
import pathlib
import re
import signal
import sys
import tempfile
import time

import toolchain
from marked_job import Job, wait_until

RANKS, VF = 4, 2
LAUNCHERS = ("mpirun", "orterun", "mpiexec", "mpiexec.hydra")


def mapped_files(processes):
    files = set()
    for process in processes:
        try:
            files.update(re.findall(r" (/dev/shm/.*)$", pathlib.Path(f"/proc/{process}/maps").read_text(), re.M))
        except OSError:
            continue
    return {file for file in files if not file.endswith(" (deleted)")}


def is_launcher(process):
    return pathlib.Path(f"/proc/{process}/comm").read_text().strip().startswith(LAUNCHERS)


def parent_of(process):
    return int(re.search(r"^PPid:\s+(\d+)", pathlib.Path(f"/proc/{process}/status").read_text(), re.M)[1])


def kill_one(tree, mpi, executable, victim, folder):
    command = [tree / "bin/bamboo", "run", "-n", RANKS, "--vf", VF, "--mpi", mpi, "--", executable]
    errors = pathlib.Path(folder) / "errors"
    # Over TCP and with cma, UCX finds the killed process and aborts another one, which the launcher may report first.
    environment = {**toolchain.PLAIN_ENVIRONMENT, "TMPDIR": folder, "UCX_TLS": "self,posix"}
    with errors.open("w") as file, Job(command, environment, stderr=file) as job:
        ranks = job.processes_of_ranks(RANKS)
        processes = set(job.mark.processes())
        if not ranks <= processes:
            raise toolchain.Failure("the ranks' processes have no mark")
        files = mapped_files(processes)
        victims = {"process": lambda: {min(ranks)}, "supervisor": lambda: {parent_of(min(ranks))},
                   "launcher": lambda: set(filter(is_launcher, processes))}[victim]()
        if not victims:
            raise toolchain.Failure("there is no launcher")
        start = time.monotonic()
        for process in victims:
            os.kill(process, signal.SIGKILL)
        wait_until(lambda: job.launch.poll() is not None, "the job runs")
        job.mark.wait_for_end()
        seconds = time.monotonic() - start
        left = sorted(filter(os.path.exists, files))
        for file in left:
            os.unlink(file)
        if left and victim != "launcher":
            raise toolchain.Failure(f"left behind: {', '.join(left)}")
        said = errors.read_text() + job.launch.stdout.read()  # MPICH's launcher writes there
        if victim != "launcher" and not re.search("signal:? 9", said, re.I):
            raise toolchain.Failure(f"the job does not report signal 9: {said}")
        if job.launch.returncode == 0:
            raise toolchain.Failure("exit code 0")
        print(f"{mpi}: a killed {victim}: all ended {seconds:.1f} s later, exit code {job.launch.returncode}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", required=True, help="build or installation tree")
    tree = pathlib.Path(parser.parse_args().tree).resolve()
    source = pathlib.Path(__file__).resolve().with_suffix(".c")
    failures = 0
    with tempfile.TemporaryDirectory(prefix="bamboo-leaves-") as work:
        executable = pathlib.Path(work) / "leaves_nothing"
        toolchain.must([tree / "bin/bamboocc", "--bamboo-mode=tasks", "-O1", source, "-o", executable])
        for mpi in toolchain.installed_mpis():
            for victim in ("process", "supervisor", "launcher"):
                folder = tempfile.mkdtemp(dir=work)
                try:
                    kill_one(tree, mpi, executable, victim, folder)
                except toolchain.Failure as failure:
                    print(f"leaves_nothing: {mpi}: a killed {victim}: {failure}")
                    failures += 1
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
