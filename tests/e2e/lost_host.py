#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""When a host loses its network, the job ends in bounded time, with a line that names the host, its ranks and their
calls; its processes end on all hosts. A busy host ends no job."""
import argparse
import os
import pathlib
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

import hosts
import toolchain
from marked_job import Job

HOSTS, VF, LOST = 3, 2, "h3"
SECONDS = 2  # of silence
MOST_SECONDS = 10  # from the end of the network to that of `bamboo run`; about 2.8 s where nothing else runs
BUSY_SECONDS = 8


def job_of(cluster, mpi, executable):
    """Returns a program that runs for ever on all hosts."""
    return Job(cluster.run(mpi, HOSTS, VF, 120, [executable]),
               {**cluster.environment, "BAMBOO_HOST_SECONDS": str(SECONDS)})


def set_network(cluster, state):
    done = cluster.cluster("exec", hosts.NAME, "--host", LOST, "--", "ip", "link", "set", "eth0", state)
    if done.returncode:
        raise toolchain.Failure(f"ip link set eth0 {state}: {done.stderr}")


def lose_host(cluster, mpi, executable):
    with job_of(cluster, mpi, executable) as job:
        job.processes_of_ranks(HOSTS * VF)
        time.sleep(1.5)  # until the last calls are reported
        try:
            set_network(cluster, "down")
            start = time.monotonic()
            errors = job.launch.communicate(timeout=60)[1]
            seconds = time.monotonic() - start
            job.mark.wait_for_end()
        except subprocess.TimeoutExpired:
            raise toolchain.Failure("the job runs 60 s after the loss of a host") from None
        finally:
            set_network(cluster, "up")
        said = re.search(rf"bamboo run: error: host {LOST} is unreachable: no acknowledgement for {SECONDS} s.*\n"
                         r"  process 2; rank 4: MPI_\w+, rank 5: MPI_\w+ \(last MPI calls\)\n", errors)
        if not said or job.launch.returncode == 0 or seconds > MOST_SECONDS:
            raise toolchain.Failure(f"ended after {seconds:.1f} s, exit code {job.launch.returncode}, "
                                    f"and said:\n{errors}")
        print(f"{mpi}: a lost host: all ended {seconds:.1f} s later, exit code {job.launch.returncode}")


def stay_busy(cluster, mpi, executable):
    """Ten busy loops for each core, and a pause of the whole job, do not count as a lost host."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(10 * os.cpu_count())]
    try:
        with job_of(cluster, mpi, executable) as job:
            job.processes_of_ranks(HOSTS * VF)
            end = time.monotonic() + BUSY_SECONDS
            while (left := end - time.monotonic()) > 0:
                if select.select([job.launch.stderr], [], [], left)[0]:
                    said = job.launch.stderr.readline()
                    # Open MPI warns of a race between its launcher and an agent, and goes on.
                    is_known = "unknown option BAMBOO_TEST_MARK" in said or "Warning: setpgid(" in said
                    if said.strip() and not is_known:
                        raise toolchain.Failure(f"a busy host: {said}")
            for number in (signal.SIGSTOP, signal.SIGCONT):
                job.mark.signal(number)
                time.sleep(4)
            if job.launch.poll() is not None:
                raise toolchain.Failure(f"a job that was stopped: {job.launch.stderr.read()}")
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
    print(f"{mpi}: a busy machine, and a pause, end no job")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", required=True, help="build or installation tree")
    tree = pathlib.Path(parser.parse_args().tree).resolve()
    source = pathlib.Path(__file__).resolve().with_name("leaves_nothing.c")
    failures = 0
    with tempfile.TemporaryDirectory(prefix="bamboo-lost-") as work:
        executable = pathlib.Path(work) / "leaves_nothing"
        toolchain.must([tree / "bin/bamboocc", "--bamboo-mode=tasks", "-O1", source, "-o", executable])
        try:
            with hosts.Hosts(tree, HOSTS, 500) as cluster:
                for mpi in toolchain.installed_mpis():
                    for check in (lose_host, stay_busy):
                        try:
                            check(cluster, mpi, executable)
                        except toolchain.Failure as failure:
                            print(f"lost_host: {mpi}: {failure}")
                            failures += 1
        except hosts.CannotBeMade as reason:
            print(f"lost_host: there are no hosts: {reason}")
            sys.exit(77)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
