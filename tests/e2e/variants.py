#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""All variants of a motif give the same answer: hand-written and through bamboocc, under both MPIs.

    variants.py --tree build/release [--app jacobi3d] [-v]
    variants.py --tree build/release --hosts 4      the same programs on hosts of their own, a short form

apps/variants.json says which variants there are. The answer is what the annotated program prints on
one rank; a variant without communication must only find its own answer right. Programs that overlap by
hand are ordinary MPI programs and run as tasks, too. Then come calls that must be refused.
"""
import argparse
import dataclasses
import json
import pathlib
import re
import shlex
import sys
import tempfile
import time

import toolchain
from checks import Checks
from configurations import Configuration
from hosts import CannotBeMade, Hosts
from program import ROOT, Program
from toolchain import Failure

SKIPPED = 77
ENVIRONMENT = {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive", "OPENBLAS_NUM_THREADS": "1"}
FORM = re.compile(r"(?P<title>\w+: .*)\n"
                  r"time: \d+\.\d+ ms per iteration, .*(ranks|tasks).*\n"
                  r"checksum: -?0x\w[\w.]*p[+-]\d+\n"
                  r"(error|wrong elements): .*\n")


@dataclasses.dataclass(frozen=True)
class Sizes:
    """How an app is run: its arguments, ranks of plain MPI, (processes, VF) of Bamboo, (processes,
    workers) of task graphs."""
    arguments: tuple
    plain: tuple
    bamboo: tuple
    tasks: tuple = ((1, 1), (1, 2), (2, 1), (4, 2))


@dataclasses.dataclass(frozen=True)
class Refusal:
    variant: str
    ranks: int
    arguments: str
    message: str  # regular expression, on standard error


APPS = {
    "jacobi3d": Sizes(("--size 20,17,19 --iterations 12",), (4,), ((4, 1), (4, 2), (4, 4))),
    # The number of ranks is a square.
    "cannon": Sizes(("--size 160 --iterations 3",), (4,), ((4, 1), (2, 2), (4, 4))),
    "mmult": Sizes(("--size 240 --iterations 2",), (4, 9), (), ((1, 1), (1, 2), (4, 1), (4, 2))),
    # 4, 8, 16 and 64 ranks: 1, 2, 1 and 4 layers, the last a tree of two levels.
    "cannon25d": Sizes(("--size 160 --iterations 2",), (4, 8), ((4, 1), (4, 2), (4, 4), (4, 16))),
}
REFUSALS = {
    "jacobi3d": (
        Refusal("MPI-basic", 2, "--size 8,0,8", r"jacobi3d: --size: give NX or NX,NY,NZ, not '8,0,8'"),
        Refusal("MPI-basic", 2, "--geometry 2x2x1", r"--geometry needs 4 ranks, there are 2"),
        Refusal("MPI-basic", 2, "--poll 3", r"overlaps nothing by hand"),
        Refusal("MPI-olap", 2, "--size 3,8,8", r"3 points along axis 0 are too few for 2 ranks"),
        Refusal("MPI-annulus", 1, "--poll many", r"jacobi3d_annulus: --poll: give a number, not 'many'"),
        Refusal("Bamboo-basic", 2, "--iterations x", r"--iterations: give a number, not 'x'"),
        Refusal("tasks", 2, "--size 8 --geometry 1x9x1", r"8 points along axis 1 .* for 9 cubes"),
    ),
    "cannon": (
        Refusal("MPI-basic", 3, "", r"cannon: the number of ranks must be a square, it is 3"),
        Refusal("MPI-olap", 4, "--size 95", r"the grid's side 2 must divide the size 95"),
        Refusal("MPI-olap", 1, "--replication 2", r"only cannon25d has layers"),
        Refusal("Bamboo-basic", 4, "--size 200000", r"--size 200000 is too large for 4 ranks"),
    ),
    "mmult": (
        Refusal("MPI-basic", 4, "--size 90", r"mmult: the 45 rows of a block .* of 2 panels"),
        Refusal("MPI-olap", 3, "", r"the number of ranks must be a square, it is 3"),
        Refusal("MPI-olap", 4, "--blocks 2", r"only task graphs have several in a process"),
        Refusal("tasks", 4, "--blocks 7", r"the grid's side 14 must divide the size 240"),
        Refusal("tasks", 2, "", r"the number of ranks must be a square, it is 2"),
    ),
    "cannon25d": (
        Refusal("MPI+OMP", 4, "--replication 2", r"4 ranks are not 2 layers .* possible: 1$"),
        Refusal("MPI+OMP", 6, "", r"6 ranks are not C layers of Q x Q"),
        Refusal("MPI+OMP", 1, "--collectives heap", r"--collectives: give tree\|mpi, not 'heap'"),
        Refusal("MPI+OMP-olap", 4, "--collectives mpi", r"this variant has no choice"),
        Refusal("Bamboo+OMP", 8, "--size 9", r"the grid's side 2 must divide the size 9"),
    ),
}


@dataclasses.dataclass(frozen=True)
class Variant:
    app: str
    name: str
    source: pathlib.Path
    program: Program
    compiler: str  # empty: that of plain MPI
    arguments: tuple

    @property
    def bamboo(self):
        return self.compiler == "bamboocc"

    @property
    def taskgraph(self):
        return self.compiler == "taskgraph"

    @property
    def communicates(self):
        return "--nocomm" not in self.arguments


def variants_of(app):
    about = json.loads((ROOT / "apps/variants.json").read_text())[app]
    for name, v in about["variants"].items():
        source = ROOT / "apps" / app / v["source"]
        flags = shlex.split(v.get("flags", ""))
        compiler = v.get("compiler", "")
        libraries = ["-lbamboo-taskgraph"] if compiler == "taskgraph" else []
        program = Program(source.stem + ("-omp" if "-fopenmp" in flags else ""), source, [source],
                          libs=[*libraries, *shlex.split(about["libraries"])], flags=flags,
                          env=ENVIRONMENT)
        yield Variant(app, name, source, program, compiler,
                      tuple(shlex.split(v.get("arguments", ""))))


class Suite(Checks):
    hosts = None

    def run_folder(self):
        return tempfile.mkdtemp(dir=self.work)

    def executable(self, variant, mpi):
        compiler = (toolchain.bamboo_compiler(self.tree, "gcc", "auto") if variant.bamboo else
                    toolchain.taskgraph_compiler(self.tree, mpi) if variant.taskgraph else
                    toolchain.plain_compiler(mpi))
        return compiler.build(variant.program, self.work)

    def call_on_hosts(self, variant, mpi, processes, vf, arguments):
        command = self.hosts.run(mpi, processes, vf, self.options.timeout,
                                 [self.executable(variant, mpi), *variant.arguments,
                                  *shlex.split(arguments)])
        return toolchain.call(command, self.options.timeout + 10,
                              {**self.hosts.environment, **ENVIRONMENT}, self.run_folder())

    def call(self, variant, mpi, processes, vf, arguments, as_tasks=False):
        arguments = [*variant.arguments, *shlex.split(arguments)]
        if variant.taskgraph:  # a process has `vf` workers
            workers = dataclasses.replace(variant.program,
                                          env={**ENVIRONMENT, "BAMBOO_WORKERS": str(vf)})
            return toolchain.run_plain(mpi, self.executable(variant, mpi), workers, processes,
                                       arguments, self.options.timeout, self.run_folder())
        if not variant.bamboo and not as_tasks:
            return toolchain.run_plain(mpi, self.executable(variant, mpi), variant.program,
                                       processes * vf, arguments, self.options.timeout,
                                       self.run_folder())
        mode = "tasks" if as_tasks else "auto"
        compiler = toolchain.bamboo_compiler(self.tree, "gcc", mode)
        executable = compiler.build(variant.program, self.work)
        way = Configuration(processes * vf, str(vf), mpi, 2 if as_tasks else 1, "inline", "gcc",
                            "bamboo", 0)
        command, env = toolchain.bamboo_command(self.tree, way, executable, arguments)
        return toolchain.call(command, self.options.timeout, {**env, **ENVIRONMENT},
                              self.run_folder())

    def answer(self, *how, **more):
        """Returns the output of a run without the line of times."""
        done = self.call_on_hosts(*how) if self.hosts else self.call(*how, **more)
        if done.returncode or not FORM.fullmatch(done.stdout):
            raise Failure(f"exit code {done.returncode}\n{done.stdout}{done.stderr[-3000:]}")
        return [line for line in done.stdout.splitlines() if not line.startswith("time:")]

    def same_answer(self, expected, *how, **more):
        got = self.answer(*how, **more)
        if how[0].communicates and got != expected:
            raise Failure(f"printed {got} instead of {expected}")

    def refused(self, refusal, variant, mpi):
        done = self.call(variant, mpi, refusal.ranks, 1, refusal.arguments)
        if done.returncode != 2 or not re.search(refusal.message, done.stderr, re.MULTILINE):
            raise Failure(f"exit code {done.returncode}, not 2 with /{refusal.message}/\n"
                          f"{done.stdout}{done.stderr[-3000:]}")
        if done.stdout:
            raise Failure(f"printed on standard output: {done.stdout}")

    def no_complaints(self, source):
        """The translator must print no error and no warning."""
        done = toolchain.must([self.tree / "bin/bamboo", "check", source])
        if done.stdout + done.stderr:
            raise Failure(f"bamboo check says\n{done.stdout}{done.stderr}")

    def run(self, app):
        sizes, variants = APPS[app], {v.name: v for v in variants_of(app)}
        for source in sorted({v.source for v in variants.values() if v.bamboo}):
            self.check(f"{source.name}: bamboo check", self.no_complaints, source)
        for arguments in sizes.arguments:
            first = next(iter(variants.values()))
            what = f"{app} {arguments}"
            expected = self.check(f"{what}: one rank", self.answer, first, self.mpis[0], 1, 1,
                                  arguments)
            if not expected:
                continue
            for v in variants.values():
                ways = (sizes.bamboo if v.bamboo else sizes.tasks if v.taskgraph else
                        [(ranks, 1) for ranks in sizes.plain])
                for mpi in self.mpis:
                    for processes, vf in ways:
                        self.check(f"{what}: {v.name}, {mpi}, {processes} x {vf}", self.same_answer,
                                   expected, v, mpi, processes, vf, arguments)
            for n, v in enumerate(v for v in variants.values()
                                   if v.source.stem != app and not v.taskgraph):
                self.check(f"{what}: {v.name} as tasks", lambda v=v, n=n: self.same_answer(
                    expected, v, self.mpis[n % len(self.mpis)], 2, 2, arguments, as_tasks=True))
        for n, refusal in enumerate(REFUSALS[app]):
            self.check(f"{app} {refusal.arguments}: refused", self.refused, refusal,
                       variants[refusal.variant], self.mpis[n % len(self.mpis)])


    def run_on_hosts(self, app, number):
        """Runs plain MPI with a process on each host, and Bamboo at the largest VF."""
        variants, arguments = list(variants_of(app)), APPS[app].arguments[0]
        with Hosts(self.tree, number, rate=1000) as self.hosts:
            expected = self.check(f"{app}: one rank", self.answer, variants[0], self.mpis[0], 1, 1,
                                  arguments)
            for v in variants if expected else []:
                vf = max(vf for _, vf in APPS[app].bamboo) if v.bamboo else 1
                for mpi in self.mpis:
                    self.check(f"{app}: {v.name}, {mpi}, {number} hosts x {vf}", self.same_answer,
                               expected, v, mpi, number, vf, arguments)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", required=True, help="build or installation tree")
    parser.add_argument("--app", choices=sorted(APPS), action="append")
    parser.add_argument("--hosts", type=int, help="on a cluster of four hosts, or of another square number")
    parser.add_argument("--timeout", type=int, default=300, help="seconds a run, against hanging (300)")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for every run")
    options = parser.parse_args()
    begin = time.time()
    with tempfile.TemporaryDirectory(prefix="bamboo-variants-") as work:
        suite = Suite(options, work)
        if not suite.mpis:
            sys.exit("variants: no MPI (mpicc.openmpi, mpicc.mpich) found")
        try:
            for app in options.app or APPS:
                suite.run_on_hosts(app, options.hosts) if options.hosts else suite.run(app)
        except CannotBeMade as reason:
            print(f"SKIPPED: no cluster can be made here: {reason}")
            return SKIPPED
    print(f"variants: {suite.runs} runs, {suite.runs - suite.failures} passed, "
          f"{suite.failures} failed, {time.time() - begin:.0f} s")
    return 1 if suite.failures or not suite.runs else 0


if __name__ == "__main__":
    sys.exit(main())
