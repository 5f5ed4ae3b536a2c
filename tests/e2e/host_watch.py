#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The process that listens to the hosts of a job stays idle, hears the job's processes and ends with the job, also
when strangers take all its descriptors."""
import argparse
import contextlib
import os
import pathlib
import resource
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time

import toolchain
from marked_job import SECONDS, Job

STRANGERS = 60
DESCRIPTORS = 48
LIMITS = {"soft": (DESCRIPTORS, 4 * STRANGERS), "hard": (DESCRIPTORS, DESCRIPTORS)}  # name: (soft, hard)
LOOK_SECONDS, MOST_SHARE = 3, 0.05  # of a core; a loop that spins takes what it gets


def has_descriptor(process, target):
    with contextlib.suppress(OSError):
        for entry in os.scandir(f"/proc/{process}/fd"):
            with contextlib.suppress(OSError):
                if os.readlink(entry.path) == target:
                    return True
    return False


def listening_process(port, processes):
    """Returns the one of the processes that listens."""
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        field = line.split()
        if field[1].endswith(f":{port:04X}") and field[3] == "0A":
            for process in processes:
                if has_descriptor(process, f"socket:[{field[9]}]"):
                    return process
    raise toolchain.Failure(f"no process of the job listens to port {port}")


def processor_seconds(process):
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def place_of(process):
    """Returns the port and the key that a process of the job has."""
    words = pathlib.Path(f"/proc/{process}/environ").read_text().split("\0")
    place = next((word for word in words if word.startswith("BAMBOO_HOST_WATCH=")), None)
    if place is None:
        raise toolchain.Failure("the processes do not know where bamboo run listens")
    _, port, _, key, _ = place.partition("=")[2].split("/")
    return int(port), key


def must_be_idle(watch):
    before = processor_seconds(watch)
    time.sleep(LOOK_SECONDS)
    share = (processor_seconds(watch) - before) / LOOK_SECONDS
    if share > MOST_SHARE:
        raise toolchain.Failure(f"the watch takes {share:.2f} of a core")


def watch_among_strangers(rank, processes):
    port, key = place_of(rank)
    watch = listening_process(port, processes)
    with contextlib.ExitStack() as stack:
        def connect():
            return stack.enter_context(socket.create_connection(("127.0.0.1", port)))
        strangers = [connect() for _ in range(STRANGERS)]
        member = connect()
        member.sendall(f"{key} elsewhere\n".encode())
        must_be_idle(watch)
        member.settimeout(SECONDS)
        if not set(member.recv(1)) <= set(b"."):
            raise toolchain.Failure("a process of the job is not heard")
        for stranger in strangers:  # it sends them signs of life until it closes them
            stranger.settimeout(SECONDS)
            while stranger.recv(4096):
                pass
        if not select.select([member], [], [], SECONDS)[0] or not member.recv(4096):
            raise toolchain.Failure("a process of the job is taken for a stranger")


def check(tree, mpi, executable, limits, folder):
    hosts = pathlib.Path(folder) / "hosts"
    hosts.write_text("localhost slots=2\n")
    environment = {**toolchain.PLAIN_ENVIRONMENT,
                   "OMPI_MCA_orte_default_hostfile": str(hosts)}  # for MPICH, only that there may be hosts
    command = [tree / "bin/bamboo", "run", "-n", 2, "--vf", 1, "--mpi", mpi, "--", executable]
    with Job(command, environment,
             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, limits)) as job:
        try:
            rank = job.processes_of_ranks(1).pop()
            watch_among_strangers(rank, job.mark.processes())
            os.kill(rank, signal.SIGKILL)
            job.launch.communicate(timeout=SECONDS)
            job.mark.wait_for_end()
        except subprocess.TimeoutExpired:
            raise toolchain.Failure("a process holds the job's output open") from None
        except (OSError, socket.timeout) as error:
            raise toolchain.Failure(f"a connection to the watch: {error}") from None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", required=True, help="build or installation tree")
    tree = pathlib.Path(parser.parse_args().tree).resolve()
    source = pathlib.Path(__file__).resolve().with_name("leaves_nothing.c")
    failures = 0
    with tempfile.TemporaryDirectory(prefix="bamboo-watch-") as work:
        executable = pathlib.Path(work) / "leaves_nothing"
        toolchain.must([tree / "bin/bamboocc", "--bamboo-mode=tasks", "-O1", source, "-o", executable])
        for mpi in toolchain.installed_mpis():
            for kind, limits in LIMITS.items():
                start = time.monotonic()
                try:
                    check(tree, mpi, executable, limits, work)
                    print(f"{mpi}: {STRANGERS} strangers, {kind} limit of {DESCRIPTORS} descriptors: idle, and ended "
                          f"with the job ({time.monotonic() - start:.1f} s)")
                except toolchain.Failure as failure:
                    print(f"host_watch: {mpi}: {kind} limit of {DESCRIPTORS} descriptors: {failure}")
                    failures += 1
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
