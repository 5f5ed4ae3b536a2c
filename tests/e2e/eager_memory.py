#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One message of each process to one takes bounded memory there, under the limit that `bamboo run` sets.

The limit is that of a large job. A few senders run with it, since the memory grows with their number: each may take its
part of what all of the large job may take. Rank 0 looks at its memory when all messages have come and no receive was
there for them; with MPICH, when the first parts of all have come."""
import argparse
import pathlib
import re
import sys
import tempfile

import toolchain

BUDGET = 64 << 20  # support/eager_limit.h
PROCESSES_OF_JOB = 128
SENDERS = 8
# Open MPI has a buffer of the limit's size for each sender beside the messages. A tenth of the budget is for the rest.
MOST_BYTES_OF_SENDER = (2 * BUDGET + BUDGET // 10) // (PROCESSES_OF_JOB - 1)
MEGABYTE = 1_000_000
SETTING = re.compile(r"(OMPI_MCA_btl_tcp_eager_limit|UCX_RNDV_THRESH)[= ](\d+)")


def setting_of_large_job(tree, mpi, program, home):
    shown = toolchain.must([tree / "bin/bamboo", "run", "-n", PROCESSES_OF_JOB, "--mpi", mpi, "--dry-run", "--", program],
                           env={**toolchain.PLAIN_ENVIRONMENT, "HOME": home})
    found = SETTING.search(shown.stdout)
    if not found:  # a network of its own, or a file of parameters that has the limit
        print(f"eager_memory: skipped: bamboo run sets no limit for {mpi} here: {shown.stdout}")
        sys.exit(77)
    return found.groups()


def check(tree, mpi, work):
    program = pathlib.Path(work) / f"eager_memory.{mpi}"
    source = pathlib.Path(__file__).resolve().with_suffix(".c")
    toolchain.must([toolchain.find(f"mpicc.{mpi}"), "-O1", source, "-o", program])
    variable, limit = setting_of_large_job(tree, mpi, program, work)
    for size in (int(limit) - 1024, int(limit) + 1024, MEGABYTE):
        done = toolchain.must([toolchain.find(f"mpirun.{mpi}"), "-n", SENDERS + 1, program, size],
                              env={**toolchain.PLAIN_ENVIRONMENT, "OMPI_MCA_pml": "ob1", "OMPI_MCA_btl": "self,tcp",
                                   variable: limit})
        of_sender = int(re.search(r"^grown by (-?\d+)$", done.stdout, re.M)[1]) // SENDERS
        text = f"{mpi}, limit {limit}: a message of {size} bytes takes {of_sender} bytes"
        if of_sender > MOST_BYTES_OF_SENDER:
            raise toolchain.Failure(f"{text}, more than {MOST_BYTES_OF_SENDER}")
        print(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", required=True, help="build or installation tree")
    tree = pathlib.Path(parser.parse_args().tree).resolve()
    with tempfile.TemporaryDirectory(prefix="bamboo-eager-memory-") as work:
        try:
            for mpi in toolchain.installed_mpis():
                check(tree, mpi, work)
        except toolchain.Failure as failure:
            sys.exit(f"eager_memory: {failure}")


if __name__ == "__main__":
    main()
