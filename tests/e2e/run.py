#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every end-to-end program plainly and with Bamboo and compares what they print.

    run.py --tree build/release                 a sample that covers pairs of choices
    run.py --tree build/release --all           every combination (hours)
    run.py --plain                              only the programs themselves, under both MPIs
    run.py --tree build/release --filter 'coll_*' -v
"""
import argparse
import collections
import concurrent.futures
import difflib
import functools
import os
import pathlib
import re
import shutil
import sys
import tempfile
import threading
import time

import configurations
import program as programs
import toolchain
from toolchain import Failure


def comparable(text):
    """Returns the parts of the output that must be equal, without measured times. The order of the ranks' lines
    does not matter. Lines that name the rank which prints them keep their order."""
    def printed_by(line):
        rank = re.match(r"rank \d+:", line)
        return rank[0] if rank else line
    return sorted((line for line in text.splitlines() if not line.startswith("time:")), key=printed_by)


def excerpt(text, lines=30):
    kept = text.splitlines()[-lines:]
    return "".join(f"    {line}\n" for line in kept)


class Suite:
    def __init__(self, options, work):
        self.options, self.work = options, work
        self.tree = pathlib.Path(options.tree).resolve() if options.tree else None
        self.mpis = [m for m in options.mpi.split(",") if m in toolchain.installed_mpis()]
        self.compilers = [c for c in options.compilers.split(",")
                          if c in toolchain.installed_compilers()]
        self.locks = collections.defaultdict(threading.Lock)
        self.references = {}

    def compilers_for(self, program):
        return [c for c in self.compilers
                if "fortran" not in program.languages or toolchain.fortran_compiler(c)]

    def executable(self, compiler, program):
        with self.locks[compiler.label, program.name]:  # one build for all that wait for it
            return compiler.build(program, self.work)

    def run_folder(self):
        return tempfile.mkdtemp(dir=self.work)

    def verify(self, program, done, what):
        if done.returncode != program.exit_code:
            raise Failure(f"{what}: exit code {done.returncode} instead of {program.exit_code}"
                          f"{' (time limit)' if done.returncode == 124 else ''}\n"
                          f"  standard output ends\n{excerpt(done.stdout)}"
                          f"  standard error ends\n{excerpt(done.stderr)}")
        return comparable(done.stdout)

    def plain(self, program, mpi, ranks, variant):
        executable = self.executable(toolchain.plain_compiler(mpi), program)
        arguments = program.arguments[variant]
        done = toolchain.run_plain(mpi, executable, program, ranks, arguments,
                                   self.options.timeout, self.run_folder())
        lines = self.verify(program, done, f"plain {mpi}, {ranks} ranks, {arguments}")
        if not lines and not program.quiet:
            raise Failure(f"plain {mpi}, {ranks} ranks: printed nothing")
        return lines

    def reference(self, program, ranks, variant):
        """Returns the output of plain MPI. The first MPI prints it, and the others must agree."""
        key = program.name, ranks, variant
        with self.locks[key]:
            if key not in self.references:
                mpis = [m for m in self.mpis if program.reference in ("", m)] or self.mpis
                lines = self.plain(program, mpis[0], ranks, variant)
                for mpi in mpis[1:]:
                    # Processes of an MPI that spins are slow when there are many on few cores.
                    if ranks <= 4 or self.options.all:
                        self.compare(program, lines, self.plain(program, mpi, ranks, variant),
                                     f"plain {mpis[0]}", f"plain {mpi}")
                self.references[key] = lines
            return self.references[key]

    def compare(self, program, expected, got, expected_name, got_name):
        if expected == got or program.quiet:
            return
        diff = difflib.unified_diff(expected, got, expected_name, got_name, n=0, lineterm="")
        raise Failure(f"{got_name} printed something else:\n{excerpt(chr(10).join(diff))}")

    def bamboo(self, program, c):
        expected = self.reference(program, c.ranks, c.variant)
        mode = "auto" if program.annotated else "tasks"
        executable = self.executable(toolchain.bamboo_compiler(self.tree, c.compiler, mode), program)
        arguments = program.arguments[c.variant]
        command, env = toolchain.bamboo_command(self.tree, c, executable, arguments)
        done = toolchain.call(command, self.options.timeout, {**env, **program.env},
                              self.run_folder(), program.input)
        got = self.verify(program, done, " ".join(map(str, command)))
        self.compare(program, expected, got, "plain MPI", "Bamboo")

    def tasks(self):
        """Returns (program, label, function) of all tests."""
        for p in programs.all_programs(self.options.filter):
            if self.options.plain:
                for ranks in p.ranks:
                    for variant in range(len(p.arguments)):
                        yield (p, f"plain, {ranks} ranks, variant {variant}",
                               functools.partial(self.reference, p, ranks, variant))
                continue
            if self.options.all:
                ways = configurations.all_configurations(p, self.mpis, self.compilers_for(p))
            else:
                ways = configurations.sample(p, self.mpis, self.compilers_for(p),
                                             self.options.seed, self.options.samples)
            for c in ways:
                yield p, str(c), functools.partial(self.bamboo, p, c)


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", help="build or installation tree with bin/bamboocc")
    parser.add_argument("--plain", action="store_true", help="only plain mpicc and mpirun")
    parser.add_argument("--all", action="store_true", help="every combination, not a sample")
    parser.add_argument("--samples", type=int, default=configurations.SAMPLES,
                        help=f"combinations a program ({configurations.SAMPLES})")
    parser.add_argument("--seed", default="bamboo", help="of the sample")
    parser.add_argument("--filter", default="*", help="only programs whose name matches this pattern")
    parser.add_argument("--mpi", default="openmpi,mpich")
    parser.add_argument("--compilers", default="gcc,clang")
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time (1)")
    parser.add_argument("--timeout", type=int, default=300,
                        help="seconds a run, against hanging: a busy machine may be slow (300)")
    parser.add_argument("--work", help="folder for the executables (default: a temporary one)")
    parser.add_argument("--list", action="store_true", help="print what would run")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for every run")
    options = parser.parse_args(arguments)
    if not options.tree and not options.plain:
        parser.error("give --tree, or --plain")
    return options


def main(arguments=None):
    options = parse(arguments)
    begin = time.time()
    work = pathlib.Path(options.work or tempfile.mkdtemp(prefix="bamboo-e2e-")).resolve()
    if options.work:
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
    suite = Suite(options, work)
    if not suite.mpis or not suite.compilers:
        print("e2e: no MPI (mpicc.openmpi, mpicc.mpich) or no compiler found")
        return 1
    tasks = list(suite.tasks())
    if options.list:
        for program, label, _ in tasks:
            print(f"{program.name}: {label}")
        return 0
    failed = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = {pool.submit(f): (program, label) for program, label, f in tasks}
        for number, future in enumerate(concurrent.futures.as_completed(running), 1):
            program, label = running[future]
            error = future.exception()
            if isinstance(error, Failure):
                failed[program.name] += 1
                print(f"FAILED {program.name}: {label}\n{error}", flush=True)
            elif error:
                raise error
            elif options.verbose or number % 25 == 0:
                print(f"[{number}/{len(tasks)}] {program.name}: {label}", flush=True)
    if not options.work:
        shutil.rmtree(work, ignore_errors=True)
    for name, times in sorted(failed.items()):
        print(f"failed: {name} ({times} times)")
    count = len({program.name for program, _, _ in tasks})
    bad = sum(failed.values())
    print(f"e2e: {count} programs, {len(tasks)} runs, {len(tasks) - bad} passed, {bad} failed, "
          f"{time.time() - begin:.0f} s")
    return 1 if bad or not tasks else 0


if __name__ == "__main__":
    os.environ.pop("BAMBOO_VF", None)
    sys.exit(main())
