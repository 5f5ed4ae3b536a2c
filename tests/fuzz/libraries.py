#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs random programs with shared libraries, linked and opened, as virtual ranks and as plain MPI, and compares what
each rank sees:
  libraries.py --tree BUILD [--from 0] [--seeds 20] [--ranks 4]"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parent / "libraries"))
import generate

SECONDS = 300
ENVIRONMENT = {**os.environ, "OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_ALLOW_RUN_AS_ROOT": "1",
               "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "LD_LIBRARY_PATH": ".",
               "LD_BIND_NOW": "1"}  # with lazy binding, plain libraries would find symbols of libraries that were opened later


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=pathlib.Path, required=True, help="build or installation tree")
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--share", action="store_true", help="one copy of each library for all ranks, which must be found")
    parser.add_argument("--keep", type=pathlib.Path, help="leave the programs in this folder")
    return parser.parse_args()


def must(command, folder, environment):
    done = subprocess.run([str(word) for word in command], cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def build(program, folder, compiler, environment, of_program=()):
    """All libraries are beside the program, which finds them by its run path. The last options are the program's."""
    folder.mkdir(parents=True)
    (folder / "common.h").write_text(program.header)
    (folder / "main.cpp").write_text(program.main)
    (folder / "trace.cpp").write_text(generate.TRACE)
    options = ["-std=c++17", "-O1", "-g", "-I.", f"-Wl,-rpath,{folder}", "-L."]
    shared = [*compiler, *options, "-shared", "-fPIC"]
    must([*shared, "trace.cpp", "-Wl,-soname,libtrace.so", "-o", "libtrace.so"], folder, environment)
    for library in program.libraries:
        source = f"part{library.number}.cpp"
        (folder / source).write_text(library.source)
        needed = [f"-l:{program.libraries[n].name}" for n in library.needs]
        must([*shared, source, *needed, "-ltrace", f"-Wl,-soname,{library.name}", "-o", library.name], folder, environment)
    linked = [f"-l:{library.name}" for library in program.libraries if library.is_linked]
    must([*compiler, *options, "main.cpp", "-Wl,--no-as-needed", *linked, "-ltrace", "-ldl", *(["-rdynamic"] if program.exports else []),
          *of_program, "-o", "prog"], folder, environment)


class Hunt:
    def __init__(self, options):
        self.options = options
        self.mpis = [mpi for mpi in ("openmpi", "mpich") if shutil.which(f"mpicxx.{mpi}") and shutil.which(f"mpirun.{mpi}")]
        if not self.mpis:
            sys.exit("fuzz: error: there is no MPI to compare with; install libopenmpi-dev or libmpich-dev")
        self.hosts = [name for name in ("g++", "clang++-19") if shutil.which(name)]

    def run(self, command, folder):
        done = subprocess.run(["timeout", "-k", "5", str(SECONDS), *map(str, command)], cwd=folder, env=ENVIRONMENT,
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)
        return sorted(re.findall(r"^rank .*", done.stdout, re.MULTILINE)), done.returncode, done.stderr

    def compare(self, seed, folder):
        """Returns what differs, as text; empty if nothing differs."""
        program = generate.draw(seed)
        host = self.hosts[seed % len(self.hosts)]
        mpi = self.mpis[0]
        environment = {**os.environ, "OMPI_CXX": host, "MPICH_CXX": host, "BAMBOO_CXX": host, "BAMBOO_MPI": mpi}
        build(program, folder / "plain", [f"mpicxx.{mpi}"], environment)
        shared = [f"--bamboo-shared={library.name}" for library in program.libraries] if self.options.share else []
        build(program, folder / "tasks", [self.options.tree / "bin/bambooc++", "--bamboo-mode=tasks"], environment, shared)
        ranks = self.options.ranks
        plain = [f"mpirun.{mpi}", *(["--oversubscribe"] if mpi == "openmpi" else []), "-n", ranks, "./prog"]
        expected, code, errors = self.run(plain, folder / "plain")
        if code != 0 or len(expected) != ranks:
            return f"plain {mpi} ends with {code}\n{errors}"
        report = ""
        for mpi in self.mpis:
            for per_process, workers in ((ranks, 1), (ranks, 2), (ranks // 2, 1)):
                if mpi == "mpich" and per_process != ranks:
                    continue
                command = [self.options.tree / "bin/bamboo", "run", "--mpi", mpi, "-n", ranks, "--vf", per_process,
                           "--workers", workers, "--", "./prog"]
                lines, code, errors = self.run(command, folder / "tasks")
                if code == 0 and lines == expected:
                    continue
                report += f"{mpi}, {per_process} ranks a process, {workers} workers: exit code {code}\n{errors}"
                for ours, theirs in zip(lines or [""] * ranks, expected):
                    if ours != theirs:
                        report += f"  tasks {ours}\n  plain {theirs}\n"
        return report


def main():
    options = arguments()
    options.tree = options.tree.resolve()
    hunt = Hunt(options)
    failures = 0
    with tempfile.TemporaryDirectory() as temporary:
        top = options.keep.resolve() if options.keep else pathlib.Path(temporary)
        for seed in range(options.first, options.first + options.seeds):
            folder = top / str(seed)
            report = hunt.compare(seed, folder)
            if report:
                failures += 1
                print(f"seed {seed}: differs from plain MPI\n{report}", flush=True)
            if not options.keep:
                shutil.rmtree(folder)
    print(f"fuzz: {options.seeds} programs with libraries, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
