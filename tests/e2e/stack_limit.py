#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests that a rank's stack is as large as `ulimit -s` lets that of a plain program become."""
import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

import toolchain

RANKS = 4
UNLIMITED = resource.RLIM_INFINITY
# The limit, BAMBOO_STACK_SIZE, kilobytes of the array, and whether it fits.
CASES = [(8 << 20, "", 7000, True), (8 << 20, "", 9200, False), (64 << 20, "", 9200, True),
         (UNLIMITED, "", 9200, True), (UNLIMITED, "", 300000, True), (UNLIMITED, "8M", 9200, False)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", required=True, help="build or installation tree")
    tree = pathlib.Path(parser.parse_args().tree).resolve()
    _, largest = resource.getrlimit(resource.RLIMIT_STACK)
    if largest != UNLIMITED:
        print("stack_limit: skipped: the limit cannot be raised")
        sys.exit(77)
    source = pathlib.Path(__file__).resolve().with_suffix(".c")
    with tempfile.TemporaryDirectory(prefix="bamboo-stack-") as work:
        executable = pathlib.Path(work) / "stack_limit"
        toolchain.must([tree / "bin/bamboocc", "--bamboo-mode=tasks", "-O1", source, "-o", executable])
        for limit, size, kilobytes, fits in CASES:
            done = subprocess.run(
                [executable, str(kilobytes)], capture_output=True, text=True, timeout=300,
                env={**os.environ, "BAMBOO_VF": str(RANKS), "BAMBOO_STACK_SIZE": size},
                preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_STACK, (limit, largest)))
            expected = [f"rank {rank}: {2 * (rank + 1)}" for rank in range(RANKS)]
            right = (done.returncode == 0 and sorted(done.stdout.splitlines()) == expected if fits else
                     done.returncode != 0 and "stack overflow" in done.stderr)
            if not right:
                sys.exit(f"stack_limit: limit {limit}, BAMBOO_STACK_SIZE '{size}', {kilobytes} KB: "
                         f"exit code {done.returncode}\n{done.stdout}{done.stderr}")
            print(f"limit {limit}, BAMBOO_STACK_SIZE '{size}': {kilobytes} KB "
                  f"{'fit' if fits else 'are an overflow'}")


if __name__ == "__main__":
    main()
