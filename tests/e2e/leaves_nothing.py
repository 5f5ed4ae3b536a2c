#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A job of which a process, or the launcher, is killed ends, and leaves no process behind; where the launcher lives, no
file of shared memory either, which Open MPI's launcher removes.

Nothing else that runs on the machine counts: the job's processes have a mark in their environment, and its files are
those of /dev/shm that they have mapped."""
import argparse
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import uuid

import toolchain

RANKS, VF = 4, 2
SECONDS = 60  # until the end; the job would run for ever
LAUNCHERS = ("mpirun", "orterun", "mpiexec", "mpiexec.hydra")


def marked(mark):
    """The numbers of the processes that have the mark and run."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            running = process.joinpath("stat").read_text().rpartition(")")[2].split()[0] != "Z"
            if running and mark.encode() in process.joinpath("environ").read_bytes():
                yield int(process.name)
        except OSError:
            continue  # it has ended


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


def wait_until(condition, what):
    end = time.monotonic() + SECONDS
    while not condition():
        if time.monotonic() > end:
            raise toolchain.Failure(f"{what} after {SECONDS} s")
        time.sleep(0.02)


def kill_one(tree, mpi, executable, victim, folder):
    mark = f"BAMBOO_TEST_MARK={uuid.uuid4().hex}"
    environment = {**os.environ, **toolchain.PLAIN_ENVIRONMENT, "TMPDIR": folder, **dict([mark.split("=")])}
    command = [tree / "bin/bamboo", "run", "-n", str(RANKS), "--vf", str(VF), "--mpi", mpi, "--", executable]
    with subprocess.Popen(command, env=environment, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as job:
        try:
            ranks = {int(process) for process in
                     (re.fullmatch(r"rank \d+ runs in (\d+)\n", job.stdout.readline())[1] for _ in range(RANKS))}
            processes = set(marked(mark))
            if not ranks <= processes:
                raise toolchain.Failure("the ranks' processes have no mark")
            files = mapped_files(processes)
            victims = {min(ranks)} if victim == "process" else set(filter(is_launcher, processes))
            if not victims:
                raise toolchain.Failure("there is no launcher")
            start = time.monotonic()
            for process in victims:
                os.kill(process, signal.SIGKILL)
            wait_until(lambda: job.poll() is not None, "the job runs")
            wait_until(lambda: not list(marked(mark)), "processes run")
            seconds = time.monotonic() - start
            left = sorted(filter(os.path.exists, files))
            for file in left:
                os.unlink(file)
            if left and victim == "process":
                raise toolchain.Failure(f"left behind: {', '.join(left)}")
            if job.returncode == 0:
                raise toolchain.Failure("exit code 0")
            print(f"{mpi}: a killed {victim}: all ended {seconds:.1f} s later, exit code {job.returncode}")
        finally:
            for process in marked(mark):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)


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
            for victim in ("process", "launcher"):
                folder = tempfile.mkdtemp(dir=work)
                try:
                    kill_one(tree, mpi, executable, victim, folder)
                except toolchain.Failure as failure:
                    print(f"leaves_nothing: {mpi}: a killed {victim}: {failure}")
                    failures += 1
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
