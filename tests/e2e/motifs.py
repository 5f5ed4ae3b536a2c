#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The motif programs on 1, 2, 4 and 8 ranks at VF 1, 2 and 4 under both MPIs: each prints, to the last bit,
what plain MPI prints on as many ranks and what a single process prints.

    motifs.py --tree build/release [--apps cg,spmv]
"""
import argparse
import pathlib
import shutil
import sys
import tempfile

import configurations
import program as programs
import run
import toolchain

# For each program, calls that it must refuse, with its messages.
APPS = {
    "cg": {"--size 8,9": "--size: give NX or NX,NY,NZ, not '8,9'",
           "--iterations 1x": "--iterations: give a number, not '1x'",
           "--geometry 2x1x1": "--geometry needs 2 ranks, there are 1",
           "--size 4 extra": "unexpected argument extra"},
    "multigrid": {"--size 0": "--size: give NX or NX,NY,NZ, not '0'",
                  "--size 63": "63 x 63 x 63 cells cannot be halved",
                  "--least 1": "--least: give a number from 2 on, not '1'"},
    "fft3d": {"--geometry 2": "--geometry: give AxB, not '2'",
              "--steps -1": "--steps: give a number, not '-1'"},
    "spmv": {"--rows 10 --band 10": "10 rows are too few for a band of 10",
             "--far 101": "--far: give 0 ... 100, not '101'"},
    "is": {"--class B": "--class: give S|W|A, not 'B'",
           "--iterations 11": "--iterations: give 1 ... 10, not '11'",
           "--class S W": "unexpected argument W",
           "--nocomm": "--nocomm: this program always communicates"},
    "ft": {"--class SW": "--class: give S|W|A, not 'SW'",
           "--iterations 0": "--iterations: give 1 ... 20, not '0'"},
    "sdsm": {"--pages 0": "--pages: give a number from 1 on, not '0'",
             "--pages 5 --memory 4": "--memory 4 is too little to change 5 pages"},
}
RANKS = (1, 2, 4, 8)
FACTORS = (1, 2, 4)


def check_directives(tree, program):
    """The translator must not print an error or a warning."""
    for source in program.sources:
        done = toolchain.must([tree / "bin/bamboo", "check", source])
        if said := done.stdout + done.stderr:
            raise toolchain.Failure(f"bamboo check {source.name} says\n{said}")


def check_refusals(suite, program, refusals):
    executable = suite.executable(toolchain.plain_compiler(suite.mpis[0]), program)
    for arguments, expected in refusals.items():
        done = toolchain.run_plain(suite.mpis[0], executable, program, 1, arguments.split(), 300,
                                   suite.run_folder())
        if done.returncode != 2 or expected not in done.stderr or done.stdout:
            raise toolchain.Failure(f"{arguments}: exit code {done.returncode}\n{done.stdout}{done.stderr}")


def ways(mpis):
    """Returns all ways. A choice that is no dimension of this test alternates."""
    for mpi in mpis:
        for ranks in RANKS:
            for vf in FACTORS:
                if ranks % vf == 0:
                    yield configurations.Configuration(
                        ranks=ranks, vf=str(vf), mpi=mpi, workers=1 + (ranks + vf) % 2, service="inline",
                        compiler="gcc", launcher="bamboo", variant=0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", required=True, help="build or installation tree with bin/bamboocc")
    parser.add_argument("--apps", default=",".join(APPS), help="separated by commas (all)")
    options = parser.parse_args()
    if unknown := set(options.apps.split(",")) - set(APPS):
        parser.error(f"no such program: {', '.join(sorted(unknown))}")
    work = pathlib.Path(tempfile.mkdtemp(prefix="bamboo-motifs-"))
    suite = run.Suite(run.parse(["--tree", options.tree]), work)
    failures = runs = 0

    def attempt(what, check):
        nonlocal failures, runs
        runs += 1
        try:
            return check()
        except toolchain.Failure as failure:
            failures += 1
            print(f"FAILED {what}\n{failure}", flush=True)

    try:
        for name in options.apps.split(","):
            program = programs.app(name, **programs.APPS[name])
            attempt(f"{name}: directives", lambda: check_directives(suite.tree, program))
            attempt(f"{name}: refusals", lambda: check_refusals(suite, program, APPS[name]))
            alone = attempt(f"{name}, alone", lambda: suite.reference(program, 1, 0))
            for ranks in RANKS[1:]:
                attempt(f"{name}, plain, {ranks} ranks",
                        lambda: suite.compare(program, alone, suite.reference(program, ranks, 0),
                                              "1 rank", f"{ranks} ranks"))
            for way in ways(suite.mpis):
                attempt(f"{name}: {way}", lambda: suite.bamboo(program, way))
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print(f"motifs: {runs} runs, {failures} failed")
    return 1 if failures or not suite.mpis else 0


if __name__ == "__main__":
    sys.exit(main())
