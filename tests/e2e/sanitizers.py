#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs in mode tasks run under AddressSanitizer and UBSan: errors of a rank are reported, and
correct code is not."""
import argparse
import pathlib
import re
import sys
import tempfile

import toolchain
from program import HERE

RANKS = 4
# The sanitizer, the sources, the argument, and a pattern of standard error; empty if the program is correct.
CASES = [
    ("address", "sanitized.c", "none", None),
    ("address", "sanitized.c", "heap", r"AddressSanitizer: heap-buffer-overflow(.|\n)*sanitized.c:\d+"
                                       r"(.|\n)*bamboo: error: rank 1: a sanitizer ended the program"),
    ("address", "sanitized.c", "stack", r"AddressSanitizer: stack-buffer-overflow(.|\n)*sanitized.c:\d+"),
    ("address", "programs/exceptions.cpp", "", None),
    ("address,undefined", "sanitized.c", "none", None),
    ("undefined", "sanitized.c", "overflow", r"sanitized.c:\d+:\d+: runtime error: signed integer overflow"),
    ("undefined", "programs/exceptions.cpp", "", None),
]
REPORT = re.compile(r"Sanitizer|runtime error")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", required=True, help="build or installation tree")
    tree = pathlib.Path(parser.parse_args().tree).resolve()
    mpis = toolchain.installed_mpis()
    problems = []
    with tempfile.TemporaryDirectory(prefix="bamboo-sanitizers-") as work:
        for host in toolchain.installed_compilers():
            compiler = toolchain.bamboo_compiler(tree, host, "tasks")
            for number, (sanitizer, source, argument, report) in enumerate(CASES):
                path = HERE / source
                executable = pathlib.Path(work) / f"{host}-{number}"
                language = toolchain.LANGUAGES[path.suffix]
                toolchain.must([*compiler.commands[language], "-g", f"-fsanitize={sanitizer}", path, "-o", executable])
                # The installed MPIs leak memory.
                environment = {"ASAN_OPTIONS": "detect_leaks=0"}
                done = toolchain.call([tree / "bin/bamboo", "run", "-n", RANKS, "--vf", 2 + 2 * (number % 2), "--mpi",
                                       mpis[number % len(mpis)], "--", executable, argument], 300, environment)
                right = (re.search(report, done.stderr) if report else
                         done.returncode == 0 and not REPORT.search(done.stderr))
                if not right:
                    problems.append(f"{host} -fsanitize={sanitizer} {source} {argument}: exit code {done.returncode}\n"
                                    f"{done.stdout[-500:]}{done.stderr[-4000:]}")
                print(f"{host} -fsanitize={sanitizer} {source} {argument}", flush=True)
    if problems:
        sys.exit("sanitizers: " + "\n".join(problems))


if __name__ == "__main__":
    main()
