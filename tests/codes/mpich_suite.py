# SPDX-License-Identifier: Apache-2.0
"""MPICH's test suite: lists its rows, configures and builds it for an MPI, runs and judges a row."""
import os
import pathlib
import re
import shutil
import subprocess
import time
from typing import Callable, NamedTuple

import made_with

CHAPTERS = ("attr", "coll", "comm", "datatype", "errhan", "group", "info", "init", "io", "mpi_t", "part", "pt2pt", "rma",
            "threads/comm", "threads/init", "threads/part", "threads/pt2pt", "threads/rma", "topo", "errors/attr",
            "errors/coll", "errors/comm", "errors/datatype", "errors/group", "errors/io", "errors/pt2pt", "errors/rma",
            "errors/topo",
            *(f"{language}/{chapter}" for language in ("f77", "f90", "f08")
              for chapter in ("attr", "coll", "comm", "datatype", "ext", "f90types", "info", "init", "io", "misc", "profile",
                              "pt2pt", "rma", "subarray", "timer", "topo")))
# Rows that are not run, and the reasons.
LEFT_OUT = {
    "cxx, errors/cxx": "MPI's interface for C++, which MPI 3.0 removed",
    "errors/f77, errors/f90, errors/f08": "a few errors of Fortran programs",
    "spawn, threads/spawn, errors/spawn, spawn of Fortran": "dynamic processes, which virtual ranks refuse",
    "ft, ckpoint, errors/faults": "extensions of MPICH for fault tolerance",
    "impls, threads/mpi_t, perf, threads/perf": "MPICH's own variables and timings",
}


class Row(NamedTuple):
    folder: str
    program: str
    ranks: int
    arguments: tuple[str, ...]
    expected: str  # how the suite judges it; empty: exit status 0 and "No Errors"

    def name(self) -> str:
        return "/".join((self.folder, self.program))


class Way(NamedTuple):
    """How the suite is built and run."""

    name: str
    compiler: str
    fortran: str
    launch: Callable[[int], list[str]]


class Outcome(NamedTuple):
    kind: str  # of KINDS
    reason: str = ""


KINDS = ("passes", "fails", "hangs", "does not build")


def rows(suite: pathlib.Path, folder: str) -> list[Row]:
    """Returns the rows of a folder's lists. Rows that differ only in MPICH's own settings appear once."""
    found = {}
    for name in ("testlist", "testlist.in"):
        path = suite / folder / name
        for line in path.read_text().splitlines() if path.exists() else []:
            words = line.split("#")[0].split()
            if len(words) < 2 or words[0].startswith("@") or not words[1].isdigit():
                continue
            options = [word.split("=", 1) for word in words[2:] if "=" in word]
            arguments = tuple(value for key, value in options if key == "arg")
            expected = dict(options).get("resultTest", "")
            row = Row(folder, words[0], int(words[1]), arguments, expected)
            found.setdefault(row[:4], row)
    return list(found.values())


# The suite passes buffers of several types to one external procedure.
FORTRAN_FLAGS = "-O0 -w -fallow-argument-mismatch"


def script_with_f08(suite: pathlib.Path) -> pathlib.Path:
    """The suite's own script has mpi_f08 only inside of a build of MPICH."""
    script = suite / "configure-f08"
    script.write_text((suite / "configure").read_text().replace(' -a "$FROM_MPICH" = "yes"', ""))
    script.chmod(0o755)
    return script


def configure(suite: pathlib.Path, build: pathlib.Path, way: Way):
    """Configures in a build folder, again if another or an older compiler made it."""
    inputs, configured = made_with.text([way.compiler, way.fortran], os.environ), build / ".configured"
    if not configured.exists() or configured.read_text() != inputs:
        shutil.rmtree(build, ignore_errors=True)
        build.mkdir(parents=True)
        with open(build / "configure.log", "w") as log:
            subprocess.run([script_with_f08(suite), f"MPICC={way.compiler}", f"MPIF77={way.fortran}", f"MPIFC={way.fortran}",
                            "CFLAGS=-O0 -w", f"FFLAGS={FORTRAN_FLAGS}", f"FCFLAGS={FORTRAN_FLAGS}", "--enable-fortran=all", "--disable-cxx"],
                           cwd=build, stdout=log, stderr=subprocess.STDOUT, check=True)
        configured.write_text(inputs)


def run(command: list, folder: pathlib.Path, limit: int) -> tuple[int | None, str]:
    """Returns the exit code, or None if the time limit was exceeded, and the output."""
    begin = time.monotonic()
    result = subprocess.run(["timeout", "-k", "5", str(limit), *command], cwd=folder, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    # A program that is killed by another one than timeout also ends with 137.
    took_too_long = result.returncode == 124 or result.returncode == 137 and time.monotonic() - begin > limit
    return None if took_too_long else result.returncode, result.stdout.decode(errors="replace")


# The suite's makefiles would regenerate themselves if the archive's times are out of order.
MAKE = ["make", "-s", "ACLOCAL=:", "AUTOCONF=:", "AUTOMAKE=:", "AUTOHEADER=:"]
COMPILE_LIMIT = 1800
# The programs of such a folder write and delete one file.
ONE_FILE = ("f77/io", "f90/io", "f08/io")


def make(build: pathlib.Path, folder: str, programs: list[str], jobs: int) -> dict[str, str]:
    """Builds the programs. Returns the reason for each one that does not build."""
    run([*MAKE, "-k", f"-j{jobs}", *programs], build / folder, COMPILE_LIMIT)
    missing = [program for program in programs if not (build / folder / program).exists()]
    return {program: line_that_says_most(run([*MAKE, program], build / folder, COMPILE_LIMIT)[1]) for program in missing}


def line_that_says_most(output: str) -> str:
    for pattern in (r"error: .*not supported.*", r".*undefined reference.*", r"bamboo: (error|warning): .*", r".*MPI_ERR_\w+.*",
                    r".*[Ee]rror.*"):
        if found := re.search(pattern, output):
            return found[0].strip()[:200]
    return output.strip().splitlines()[-1][:200] if output.strip() else "no output"


def passes(row: Row, code: int, output: str) -> bool:
    if row.expected in ("TestErrFatal", "TestStatus"):
        return code != 0
    says_so = re.search("No [Ee]rrors", output) is not None
    return (code != 0) == (row.expected == "TestStatusNoErrors") and says_so


def try_row(way: Way, build: pathlib.Path, row: Row, limit: int) -> Outcome:
    code, output = run([*way.launch(row.ranks), f"./{row.program}", *row.arguments], build / row.folder, limit)
    if code is None:
        return Outcome("hangs", line_that_says_most(output))
    return Outcome("passes") if passes(row, code, output) else Outcome("fails", line_that_says_most(output))


# The suite calls functions of MPI-1, which Open MPI has and declares on demand.
MPI_1 = " -DOMPI_OMIT_MPI1_COMPAT_DECLS=0 -DOMPI_REMOVED_USE_STATIC_ASSERT=0"


def plain(mpi: str) -> Way:
    """The way that uses the installed MPI alone."""
    options = []
    if mpi == "openmpi":
        options = ["--oversubscribe"] + ["--allow-run-as-root"] * (os.geteuid() == 0)
    return Way(mpi, f"mpicc.{mpi}" + MPI_1 * (mpi == "openmpi"), f"mpifort.{mpi}", lambda ranks: [f"mpiexec.{mpi}", *options, "-n", str(ranks)])


def through_bamboo(bin_folder: pathlib.Path, mode: str, mpi: str, vf: str) -> Way:
    def launch(ranks):
        command = [str(bin_folder / "bamboo"), "run", "-n", str(ranks), "--mpi", mpi]
        if mode == "tasks":
            together = ranks if vf == "all" else int(vf)
            command += ["--vf", str(together if ranks % together == 0 else 1)]
        return [*command, "--"]
    return Way(f"{mode}-{mpi}", *(f"{bin_folder}/{name} --bamboo-mode={mode}" for name in ("bamboocc", "bamboofc")), launch)
