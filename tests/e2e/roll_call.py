#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bamboo run says in which calls the ranks of a hanging job are: under a watch, and when a signal asks."""
import argparse
import os
import pathlib
import re
import signal
import sys
import tempfile
import time

import toolchain
from marked_job import SECONDS, Job

SOURCE = pathlib.Path(__file__).resolve().with_suffix(".c")
QUIET = {"BAMBOO_DEADLOCK_SECONDS": "0"}  # the runtime of mode tasks would end a job in a deadlock


def line_of(comment):
    """Returns the line of the source that ends with this comment."""
    lines = SOURCE.read_text().splitlines()
    return f"{SOURCE.name}:{next(i for i, line in enumerate(lines, 1) if line.endswith(f'/* {comment} */'))}"


def collective(function, root, comment, mode, mpi):
    """Returns the text of a collective call. In mode overlap the ranks agree on its form first."""
    if mode == "overlap":
        return f"a collective since T, MPI_COMM_WORLD, at bamboo.{function} in {mode}-{mpi}"
    root = "" if mode == "tasks" else root
    return f"{function} since T{root}, MPI_COMM_WORLD, at {line_of(comment)}"


def expected(word, mode, mpi):
    """Returns the lines of the roll call, without times."""
    barrier = collective("MPI_Barrier", "", "barrier", mode, mpi)
    broadcast = collective("MPI_Bcast", ", root 2", "broadcast", mode, mpi)
    if word == "barrier":
        unmatched = ["    rank 0 has not received a message of 4 bytes from rank 3, tag 8"]
        return [f"  rank 3 is in {barrier}",
                f"  ranks 0-2 are in MPI_Recv since T from 3, tag 7, MPI_COMM_WORLD, at {line_of('receive')}",
                *(unmatched if mode == "tasks" else [])]
    if mode == "tasks":  # rank 3 may not have run since the call in which both were
        return [f"  rank 2 is outside of MPI since T, after MPI_Comm_set_name, at {line_of('name')}",
                f"  ranks 0, 1 are in {broadcast}"]
    return [f"  rank 2 is outside of MPI since T, after MPI_Comm_split, MPI_COMM_WORLD, at {line_of('split')}",
            f"  rank 3 is in MPI_Waitall since T, at {line_of('wait')}",
            f"    for MPI_Irecv from 0, any tag, communicator 'half' of 2 ranks, at {line_of('post')}",
            f"  ranks 0, 1 are in {broadcast}"]


def roll_calls(text):
    """Returns the lines of each roll call in the text."""
    calls = []
    for line in text.splitlines():
        if line.startswith("bamboo: roll call"):
            calls.append([line])
        elif calls and line.startswith("  "):
            calls[-1].append(re.sub(r"since [0-9.]+ s", "since T", line))
    return calls


def is_there(call, text):
    """Returns whether the text has the roll call. Mode tasks may know more of single ranks."""
    def known(line):
        return line in call or not re.match(r"    (rank \d )?waits for |  rank 3 is in MPI_(Waitall|Comm_split) ", line)
    return any([line for line in found if known(line)] == call for found in roll_calls(text))


def wait_for(call, errors, what, ask=None):
    """Waits for that roll call; `ask` is called every two seconds."""
    end, asks = time.monotonic() + SECONDS, time.monotonic()
    while not is_there(call, errors.read_text()):
        if time.monotonic() > end:
            raise toolchain.Failure(f"{what}: in {SECONDS} s there was not\n" + "\n".join(call) + "\nbut\n"
                                    + errors.read_text())
        if ask and time.monotonic() >= asks:
            ask()
            asks = time.monotonic() + 2
        time.sleep(0.05)


class Tester:
    def __init__(self, tree, work, mode, mpi):
        self.bamboo, self.mode, self.mpi = tree / "bin/bamboo", mode, mpi
        self.executable = work / f"{mode}-{mpi}"
        if mode == "plain":
            compiler = [f"mpicc.{mpi}"]
        else:
            compiler = [tree / "bin/bamboocc", f"--bamboo-mode={mode}"]
        toolchain.must([*compiler, "-g", "-O1", SOURCE, "-o", self.executable], env={"BAMBOO_MPI": mpi})
        self.errors = work / "errors"

    def command(self, word, *options):
        vf = ["--vf", "2"] if self.mode == "tasks" else []
        return [self.bamboo, "run", *options, "-n", "4", *vf, "--mpi", self.mpi, "--", self.executable, word]

    def job(self, stderr, word, *options):
        return Job(self.command(word, *options), {**toolchain.PLAIN_ENVIRONMENT, **QUIET}, stderr=stderr)

    def under_watch(self, word):
        with self.errors.open("w") as stderr, self.job(stderr, word, "--watch", "1s"):
            head = "bamboo: roll call: no call of MPI has begun or ended for 1 s"
            wait_for([head, *expected(word, self.mode, self.mpi)], self.errors, f"{self.mode}, {self.mpi}, {word}, watch")

    def by_signal(self, word):
        with self.errors.open("w") as stderr, self.job(stderr, word) as job:
            job.processes_of_ranks(4)
            wait_for(["bamboo: roll call", *expected(word, self.mode, self.mpi)], self.errors,
                     f"{self.mode}, {self.mpi}, {word}, signal",
                     lambda: os.kill(job.launch.pid, signal.SIGUSR1))

    def one_process(self):
        """One process gets the signal: the last, with rank 3."""
        with self.errors.open("w") as stderr, self.job(stderr, "barrier") as job:
            ids = job.process_of_rank(4)
            lines = expected("barrier", self.mode, self.mpi)
            if self.mode == "tasks":
                others = "  process 0: no answer"
                lines = [lines[0], lines[1].replace("ranks 0-2 are", "rank 2 is")]
            else:
                others = "  processes 0-2: no answer"
                lines = lines[:1]
            wait_for(["bamboo: roll call", others, *lines], self.errors, f"{self.mode}, {self.mpi}, one process",
                     lambda: os.kill(ids[3], signal.SIGUSR1))

    def ends(self):
        done = toolchain.must(self.command("ends", "--watch", "60s"), env=toolchain.PLAIN_ENVIRONMENT)
        if "roll call" in done.stderr:
            raise toolchain.Failure(f"{self.mode}, {self.mpi}: a job that ends has\n{done.stderr}")

    def run(self):
        self.under_watch("barrier")
        self.under_watch("outside")
        self.by_signal("barrier")
        self.one_process()
        self.ends()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", required=True, help="build or installation tree")
    parser.add_argument("--modes", nargs="+", default=["plain", "overlap", "tasks"])
    arguments = parser.parse_args()
    tree = pathlib.Path(arguments.tree).resolve()
    with tempfile.TemporaryDirectory(prefix="bamboo-roll-call-") as work:
        for mode in arguments.modes:
            for mpi in toolchain.installed_mpis():
                Tester(tree, pathlib.Path(work), mode, mpi).run()
                print(f"{mode}, {mpi}: the roll was called")


if __name__ == "__main__":
    try:
        main()
    except toolchain.Failure as failure:
        sys.exit(f"roll_call: {failure}")
