#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that exist as task graphs: these, and the variants that overlap by hand, print to the last bit what the
basic program prints on one rank.

    graphs.py --tree build/release [--app ft] [-v]

The graphs run over processes, workers and both MPIs, in each way with the next of their options by turns.
"""
import argparse
import dataclasses
import itertools
import shlex
import sys
import tempfile
import time

import toolchain
from checks import Checks
from program import ROOT, Program
from run import comparable
from toolchain import Failure

PROCESSES = (1, 2, 3, 4)
WORKERS = (1, 2)


@dataclasses.dataclass(frozen=True)
class App:
    basic: tuple     # source files of the basic variant …
    by_hand: tuple   # … and of the one that overlaps by hand
    graph: tuple
    libraries: str
    arguments: tuple
    options: tuple   # of the graph
    ranks: tuple     # of the variants by hand
    refused: dict    # options of the graph, and its message


APPS = {
    "ft": App(("ft.c",), ("ft_olap.c",), ("ft_tasks.cpp",), "-l:libfftw3.a -lm",
              ("--iterations 9", "--class W --iterations 2", "--iterations 1"),
              ("", "--grid 1x8", "--grid 4x2", "--grid 2x4", "--grid 8x1"), (1, 2, 4, 16),
              {"--grid 3x3": "usage: ft_tasks", "--iterations 21": "usage: ft_tasks",
               "--class S W": "usage: ft_tasks"}),
    "multigrid": App(("multigrid.c", "levels.c"), ("multigrid_olap.c", "levels.c"), ("multigrid_tasks.cpp", "levels.c"),
                     "-lm", ("--size 64,32,128 --cycles 3", "--size 16 --cycles 2", "--size 16 --cycles 0"),
                     ("", "--geometry 4x2x2", "--geometry 2x1x3", "--geometry 2x2x1", "--least 8"), (1, 2, 4, 7),
                     {"--nocomm": "multigrid_tasks: --nocomm: a graph always communicates",
                      "--size 63": "63 x 63 x 63 cells cannot be halved",
                      "--size 16 --geometry 64x1x1": "16 cells along axis 0 are too few for 64 ranks"}),
}


def program(app, sources, libraries, flags=()):
    files = [ROOT / "apps" / app / source for source in sources]
    return Program(files[0].stem, files[0], files, libs=shlex.split(libraries), flags=list(flags))


class Suite(Checks):
    def launch(self, mpi, compiler, which, processes, arguments, environment=None):
        executable = compiler.build(which, self.work)
        which = dataclasses.replace(which, env=environment or {})
        return toolchain.run_plain(mpi, executable, which, processes, shlex.split(arguments), self.options.timeout,
                                   tempfile.mkdtemp(dir=self.work))

    def answer(self, *how):
        done = self.launch(*how)
        if done.returncode or done.stderr:
            raise Failure(f"exit code {done.returncode}\n{done.stdout}{done.stderr[-3000:]}")
        return comparable(done.stdout)

    def same_answer(self, expected, *how):
        if (got := self.answer(*how)) != expected:
            raise Failure(f"printed {got}\ninstead of {expected}")

    def refused(self, message, compiler, which, arguments):
        """This check runs alone: MPICH's launcher may end by SIGPIPE if a program ends before it calls MPI."""
        done = toolchain.call([compiler.build(which, self.work), *shlex.split(arguments)], self.options.timeout)
        if done.returncode != 2 or message not in done.stderr or done.stdout:
            raise Failure(f"exit code {done.returncode}, not 2 with '{message}'\n{done.stdout}{done.stderr[-3000:]}")

    def run(self, name):
        app, plain = APPS[name], toolchain.plain_compiler
        basic, by_hand = program(name, app.basic, app.libraries), program(name, app.by_hand, app.libraries)
        graph = program(name, app.graph, f"-lbamboo-taskgraph {app.libraries}")
        options = itertools.cycle(app.options)
        for arguments in app.arguments:
            what = f"{name} {arguments}"
            expected = self.check(f"{what}: one rank", self.answer, self.mpis[0], plain(self.mpis[0]), basic, 1, arguments)
            for mpi in self.mpis if expected else []:
                for ranks in app.ranks:
                    self.check(f"{what}: by hand, {mpi}, {ranks} ranks", self.same_answer, expected, mpi, plain(mpi),
                               by_hand, ranks, arguments)
                for processes, workers in itertools.product(PROCESSES, WORKERS):
                    more = next(options)
                    self.check(f"{what} {more}: graph, {mpi}, {processes} processes, {workers} workers",
                               self.same_answer, expected, mpi, toolchain.taskgraph_compiler(self.tree, mpi), graph,
                               processes, f"{arguments} {more}", {"BAMBOO_WORKERS": str(workers)})
        for which in basic, by_hand:
            self.check(f"{name}: {which.name} without communication", self.answer, self.mpis[0], plain(self.mpis[0]),
                       which, 2, f"{app.arguments[0]} --nocomm")
        for arguments, message in app.refused.items():
            self.check(f"{name} {arguments}: refused", self.refused, message,
                       toolchain.taskgraph_compiler(self.tree, self.mpis[-1]), graph, arguments)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", required=True, help="build or installation tree")
    parser.add_argument("--app", choices=sorted(APPS), action="append")
    parser.add_argument("--timeout", type=int, default=300, help="seconds a run, against hanging (300)")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for every run")
    options = parser.parse_args()
    begin = time.time()
    with tempfile.TemporaryDirectory(prefix="bamboo-graphs-") as work:
        suite = Suite(options, work)
        if not suite.mpis:
            sys.exit("graphs: no MPI (mpicc.openmpi, mpicc.mpich) found")
        for name in options.app or APPS:
            suite.run(name)
    print(f"graphs: {suite.runs} runs, {suite.runs - suite.failures} passed, {suite.failures} failed, "
          f"{time.time() - begin:.0f} s")
    return 1 if suite.failures or not suite.runs else 0


if __name__ == "__main__":
    sys.exit(main())
