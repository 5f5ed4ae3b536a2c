#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs random MPI programs as virtual ranks and as plain MPI, and compares what each rank sees:
  fuzz.py --tree BUILD [--from 0] [--seeds 200] [--ranks 2,3,4]
Where the plain MPIs disagree, virtual ranks may agree with either.
The first failing seed is reduced: steps are left out as long as the results differ."""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import typing

PROGRAM = pathlib.Path(__file__).resolve().parent / "program"
STEPS = 24
SECONDS = 300
BATCH = 25  # seeds in one run


class Variant(typing.NamedTuple):
    name: str
    command: tuple


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=pathlib.Path, required=True, help="build or installation tree")
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--ranks", default="2,3,4", help="batches of seeds run on these, by turns")
    parser.add_argument("--spoil", type=int, help="virtual ranks see something wrong in this step: shows that it is found")
    return parser.parse_args()


class Programs:
    """The plain programs and the program of virtual ranks, in a folder that is removed at the end."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.mpis = [mpi for mpi in ("openmpi", "mpich") if shutil.which(f"mpicxx.{mpi}") and shutil.which(f"mpirun.{mpi}")]
        if not self.mpis:
            sys.exit("fuzz: error: there is no MPI to compare with; install libopenmpi-dev or libmpich-dev")
        compilers = {mpi: [f"mpicxx.{mpi}"] for mpi in self.mpis}
        compilers["tasks"] = [options.tree / "bin/bambooc++", "--bamboo-mode=tasks"]
        builds = [subprocess.Popen([*compiler, "-std=c++20", "-O1", "-g", *sorted(PROGRAM.glob("*.cpp")), "-o", folder / name])
                  for name, compiler in compilers.items()]
        if any([build.wait() for build in builds]):
            sys.exit("fuzz: error: a program does not compile")

    def plain(self, ranks):
        """MPICH's waiting ranks keep the cores, so it runs at most two ranks."""
        launches = {"openmpi": ["mpirun.openmpi", "--oversubscribe"], "mpich": ["mpirun.mpich"]}
        return [Variant(f"plain {mpi}", (*launches[mpi], "-n", ranks, self.folder / mpi))
                for mpi in self.mpis if mpi == "openmpi" or ranks == 2 or self.mpis == ["mpich"]]

    def virtual(self, ranks):
        result = []
        for mpi in self.mpis:
            for per_process in sorted({1, ranks // 2, ranks} if ranks % 2 == 0 else {1, ranks}):
                if mpi == "mpich" and ranks // per_process > 2:
                    continue
                for workers in (1, 2) if per_process == ranks else (1,):
                    command = (self.options.tree / "bin/bamboo", "run", "--mpi", mpi, "-n", ranks, "--vf", per_process,
                               "--workers", workers, "--", self.folder / "tasks")
                    result.append(Variant(f"{mpi}, {per_process} ranks a process, {workers} workers", command))
        return result


class Hunt:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.programs = Programs(options, folder)

    def run(self, variant, first, count, *more):
        """Returns the output of the ranks, and how the run ended."""
        files = self.folder / "files"
        files.mkdir(exist_ok=True)
        spoil = ["--spoil", self.options.spoil] if self.options.spoil and not variant.name.startswith("plain") else []
        command = ["timeout", "-k", "5", SECONDS, *variant.command, files, first, count, "--steps", STEPS, *more, *spoil]
        environment = {**os.environ, "OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_ALLOW_RUN_AS_ROOT": "1",
                       "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                       "OMPI_MCA_io": "^ompio"}  # whose collective writes lose data on a busy machine
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=environment,
                              stdin=subprocess.DEVNULL)
        shutil.rmtree(files)
        return sorted(re.findall(r"^seed .*", done.stdout, re.MULTILINE)), done.returncode, done.stderr

    def differ(self, variant, reference, seed, without=()):
        more = ["--without", ",".join(map(str, without))] if without else []
        return self.run(variant, seed, 1, *more)[:2] != self.run(reference, seed, 1, *more)[:2]

    def reduce(self, variant, reference, seed):
        """Prints a failure with as few steps as possible."""
        if not self.differ(variant, reference, seed):
            print("  only sometimes, or only behind the seeds before it")
            return
        without = []
        for step in range(STEPS, 0, -1):
            if self.differ(variant, reference, seed, [*without, step]):
                without.append(step)
        more = ["--without", ",".join(map(str, without))] if without else []
        lines, code, errors = self.run(variant, seed, 1, *more, "--trace")
        for line in lines:
            if " rank 0 " in line and " step " in line:
                print("  " + line)
        print(f"  exit code {code}\n{errors}  " + " ".join(map(str, [*variant.command, "FOLDER", seed, 1, *more])))

    def compare(self, ranks, first, count):
        """Returns how many variants fail; None if every plain MPI crashes, so that nothing can be compared."""
        plain = {}
        for variant in self.programs.plain(ranks):
            lines, code, _ = self.run(variant, first, count)
            if code == 0 and len(lines) == ranks * count:
                plain[variant] = lines
            else:
                print(f"seeds {first} to {first + count - 1}: {variant.name} ends with {code} on {ranks} ranks", flush=True)
        if not plain:
            return None
        reference = next(iter(plain))
        expected = plain[reference]
        accepted = set().union(*plain.values())
        for seed in sorted({int(line.split()[1]) for line in accepted.difference(expected)}):
            # A program with different results under the plain MPIs proves nothing.
            print(f"seed {seed}: the plain MPIs disagree", flush=True)
        failures = 0
        for variant in self.programs.virtual(ranks):
            lines, code, _ = self.run(variant, first, count)
            if code == 0 and len(lines) == len(expected) and accepted.issuperset(lines):
                continue
            # A run may also fail behind the last seed.
            seed = min((int(line.split()[1]) for line in set(lines) ^ set(expected)), default=first + count - 1)
            print(f"seed {seed}: {variant.name} differs from {reference.name}", flush=True)
            if failures == 0:  # further failures mostly have the same reason
                self.reduce(variant, reference, seed)
            failures += 1
        return failures


def main():
    options = arguments()
    options.tree = options.tree.resolve()
    numbers = [int(n) for n in options.ranks.split(",")]
    failures = unproven = 0
    with tempfile.TemporaryDirectory() as folder:
        hunt = Hunt(options, pathlib.Path(folder))
        last = options.first + options.seeds
        for i, first in enumerate(range(options.first, last, BATCH)):
            count = min(BATCH, last - first)
            found = hunt.compare(ranks := numbers[i % len(numbers)], first, count)
            unproven += count if found is None else 0
            failures += found or 0
            print(f"{ranks} ranks: seeds {first} to {first + count - 1} of {last - 1}", flush=True)
    print(f"fuzz: {options.seeds} programs, {failures} failures, {unproven} not compared")
    return 1 if failures or unproven > options.seeds // 2 else 0


if __name__ == "__main__":
    sys.exit(main())
