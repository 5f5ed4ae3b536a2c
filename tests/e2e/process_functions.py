#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The functions that mpi/libc/functions.toml gives to each rank are defined for it, no others are, and those that it
says are warned about print a warning, once, where several ranks share a process."""
import argparse
import pathlib
import re
import sys
import tempfile
import tomllib

import toolchain
from program import ROOT

WARNED = """
#define _GNU_SOURCE
#include <mpi.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  struct rlimit limit;
  struct rlimit64 large;
  struct itimerval timer = {0};
  getrlimit(RLIMIT_CORE, &limit);
  getrlimit64(RLIMIT_CORE, &large);
  const int failed = getpid() <= 0 || setrlimit(RLIMIT_CORE, &limit) || setrlimit64(RLIMIT_CORE, &large) ||
                     setitimer(ITIMER_REAL, &timer, NULL) || alarm(100) != 0 || alarm(0) != 100;
  const int kept = dup(2);
  const int replaced = dup2(kept, 2);
  MPI_Finalize();
  close(2);
  return failed || replaced != 2;
}
"""


def defined(*command):
    """Returns the names that nm lists, in the POSIX format."""
    return {words[0].partition("@")[0] for words in map(str.split, toolchain.must(["nm", "--format=posix", *command])
                                                        .stdout.splitlines()) if len(words) > 2}


def check_definitions(tree, rows):
    libraries = [next(tree.glob(f"lib*/**/{name}")) for name in ("libbamboo-image.a", "libbamboo.so")]
    image = defined("--defined-only", "--extern-only", libraries[0])
    runtime = defined("--defined-only", "--dynamic", libraries[1])
    listed = {name for row in rows for name in row["functions"]}
    for row in rows:
        place = {"program": image, "libraries": runtime}.get(row.get("in"), set())
        if missing := [name for name in row["functions"] if row["whose"] != "process" and name not in place]:
            yield f"defined nowhere: {' '.join(missing)}"
    public = {name for name in image if re.match("[A-Za-z]", name) and not name.startswith("bamboo_")}
    if unlisted := public - listed:
        yield f"not in the table: {' '.join(sorted(unlisted))}"


def check_warnings(tree, rows, mpi, work):
    source, executable = work / "warned.c", work / "warned"
    source.write_text(WARNED)
    toolchain.must([tree / "bin/bamboocc", "--bamboo-mode=tasks", "-O1", source, "-o", executable])
    wanted = sorted(name for row in rows if row["whose"] == "warned" for name in row["functions"])
    for vf, expected in ((4, wanted), (1, [])):
        done = toolchain.must([tree / "bin/bamboo", "run", "-n", 4, "--vf", vf, "--mpi", mpi, "--", executable])
        warned = sorted(re.findall(r"warning: rank \d calls (\w+), which acts on ", done.stderr))
        if warned != expected:
            yield f"{mpi}, VF {vf}: warnings of {warned} instead of {expected}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", required=True, help="build or installation tree")
    tree = pathlib.Path(parser.parse_args().tree).resolve()
    rows = tomllib.loads((ROOT / "mpi/libc/functions.toml").read_text())["row"]
    problems = list(check_definitions(tree, rows))
    with tempfile.TemporaryDirectory(prefix="bamboo-functions-") as work:
        for mpi in toolchain.installed_mpis():
            problems += check_warnings(tree, rows, mpi, pathlib.Path(work))
    if problems:
        sys.exit("process_functions: " + "\n".join(problems))
    print(f"process_functions: {sum(len(row['functions']) for row in rows)} functions")


if __name__ == "__main__":
    main()
