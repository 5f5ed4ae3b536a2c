#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Large messages between processes of one host are read from the sender's memory, and --stats prints how many. Where the
kernel refuses that, or the user, they come in pieces, and --stats prints why. The program prints the same in each way."""
import argparse
import pathlib
import re
import sys
import tempfile

import toolchain

SOURCES = pathlib.Path(__file__).resolve().parent
SECONDS = 240
# The installed MPIs read other processes themselves and do not expect a refusal. With `^cma` or `tcp,self` one of 15 jobs of
# MPICH fails under load when its processes end, also that of a plain program: its launcher loses a connection, or waits.
ENVIRONMENT = {**toolchain.PLAIN_ENVIRONMENT, "BAMBOO_STATS": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
               "UCX_TLS": "posix,self"}


def run(command, variables):
    """MPICH's launcher may lose what processes print at their end."""
    for _ in range(5):
        done = toolchain.must(command, env={**ENVIRONMENT, **variables}, seconds=SECONDS)
        if done.stderr:
            break
    return done


def check(tree, mpi, command, ranks, vf, must_read, reason, **variables):
    done = run([*command[:-1], tree / "bin/bamboo", "run", "-n", ranks, "--vf", vf, "--mpi", mpi, "--", command[-1]],
               variables)
    what = f"{mpi}, {ranks} ranks, VF {vf}, {variables or command[0].name}"
    read = [int(found) for found in re.findall(r"process \d+: (\d+) messages, \d+ bytes read from other processes",
                                               done.stderr)]
    reasons = re.findall(r"process \d+: large messages came in pieces: (.*)", done.stderr)
    if bool(read) != must_read:
        raise toolchain.Failure(f"{what}: {read} messages were read\n{done.stderr}")
    if reasons != [reason] * (ranks // vf if reason else 0):
        raise toolchain.Failure(f"{what}: the reasons {reasons}\n{done.stderr}")
    print(f"{what}: {sum(read)} messages read")
    return sorted(done.stdout.splitlines())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", required=True, help="build or installation tree")
    tree = pathlib.Path(parser.parse_args().tree).resolve()
    with tempfile.TemporaryDirectory(prefix="bamboo-direct-") as work:
        program, refuses = pathlib.Path(work) / "direct", pathlib.Path(work) / "refuses_reads"
        toolchain.must([tree / "bin/bamboocc", "--bamboo-mode=tasks", "-O1", SOURCES / "programs/direct.c", "-o", program])
        toolchain.must(["cc", SOURCES / "refuses_reads.c", "-o", refuses])
        try:
            for mpi in toolchain.installed_mpis():
                for ranks, vf in ((2, 1), (4, 2)):
                    expected = check(tree, mpi, [program], ranks, vf, True, "")
                    for command, reason, variables in (
                            ([program], "", {"BAMBOO_DIRECT_BYTES": "off"}),
                            ([refuses, program], "process_vm_readv: Operation not permitted", {})):
                        if check(tree, mpi, command, ranks, vf, False, reason, **variables) != expected:
                            raise toolchain.Failure(f"{mpi}, {ranks} ranks: the program prints something else")
        except toolchain.Failure as failure:
            sys.exit(f"direct: {failure}")


if __name__ == "__main__":
    main()
