# SPDX-License-Identifier: Apache-2.0
"""The programs of the end-to-end tests and what their first comments say about them.

    /* e2e: ranks=1,2,4 libs=-lm flags=-fopenmp env=NAME=VALUE exit=5 quiet nightly */
    /* e2e-args: -n 5 "two words" */          one line for each variant
    /* e2e-input: 3 words here */             one for each line of standard input

In Fortran a comment begins with !. A folder is one program: its *.c and *.f90, with lib_*.c in a static library, shared_*.c in a shared one, private_*.c in one that
bamboocc makes private, and tool_*.c in one that defines MPI functions.
"""
import dataclasses
import fnmatch
import pathlib
import re
import shlex

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LANGUAGES = {".c": "c", ".cpp": "c++", ".f90": "fortran", ".f": "fortran"}
RANKS = (1, 2, 3, 4, 8, 16)

# The motif programs have no such comments.
APPS = {
    "jacobi2d": dict(libs="-lm", args=["--size 40 --iterations 25"]),
    "jacobi3d": dict(libs="-lm", args=["--size 20,17,19 --iterations 12",
                                       "--size 18 --iterations 5 --nocomm"]),
    "cannon": dict(libs="-lopenblas -lm", args=["--size 96"], ranks=(1, 4, 16),
                   env="OPENBLAS_NUM_THREADS=1"),
    "cannon25d": dict(libs="-lopenblas -lm", args=["--size 48 --iterations 2",
                                                   "--size 64 --collectives mpi"],
                      ranks=(1, 4, 8, 16), env="OPENBLAS_NUM_THREADS=1"),
    "ring": dict(libs="-lm", args=["--points 501 --rounds 2"]),
    "wave": dict(libs="-lm", args=["--size 33 --steps 40"]),
    "cg": dict(libs="-lm", sources=["cg.c", "part.c"],
               args=["--size 20,18,23 --iterations 25", "--size 16 --iterations 3 --nocomm"]),
    "multigrid": dict(libs="-lm", sources=["multigrid.c", "levels.c"],
                      args=["--size 48,16,32 --cycles 3", "--size 16 --cycles 2 --nocomm"]),
    # Planning is not thread-safe: with static linking, every rank has its own FFTW.
    "fft3d": dict(libs="-l:libfftw3.a -lm", args=["--size 20,18,24 --steps 3 --substeps 1",
                                                  "--size 16 --steps 2 --nocomm"]),
    "spmv": dict(libs="-lm", args=["--rows 1500 --band 40 --iterations 25",
                                   "--rows 1500 --band 40 --iterations 3 --nocomm"]),
    "is": dict(libs="-lm", args=["--iterations 3"]),
    "ft": dict(libs="-l:libfftw3.a -lm", args=["--iterations 1", "--iterations 2 --nocomm"],
               ranks=(1, 2, 4, 8, 16)),
    "sdsm": dict(libs="-lm", args=["--writers 16 --pages 2 --iterations 10",
                                   "--writers 16 --sharers 3 --memory 3 --pages 3 --iterations 5"]),
}


@dataclasses.dataclass
class Program:
    name: str
    main: pathlib.Path
    sources: list = dataclasses.field(default_factory=list)
    static_sources: list = dataclasses.field(default_factory=list)
    shared_sources: list = dataclasses.field(default_factory=list)
    private_sources: list = dataclasses.field(default_factory=list)
    tool_sources: list = dataclasses.field(default_factory=list)
    ranks: tuple = RANKS
    libs: list = dataclasses.field(default_factory=list)
    flags: list = dataclasses.field(default_factory=list)
    env: dict = dataclasses.field(default_factory=dict)
    arguments: list = dataclasses.field(default_factory=list)  # one list for each variant
    input: str = ""
    exit_code: int = 0
    reference: str = ""  # the MPI whose plain run is right (the other has a bug, or may hang)
    quiet: bool = False  # standard output is not compared (the launcher may cut it off)
    nightly: bool = False  # takes too long for a commit to wait for it

    @property
    def languages(self):
        return {LANGUAGES[source.suffix] for source in self.sources}

    @property
    def annotated(self):
        return "#pragma bamboo" in self.main.read_text()

    def read_comments(self):
        for line in self.main.read_text().splitlines():
            if found := re.match(r"\s*(?:/\*|//|!) e2e-args:(.*?)(?:\*/)?$", line):
                self.arguments.append(shlex.split(found[1]))
            elif found := re.match(r"\s*(?:/\*|//|!) e2e-input: (.*?)(?: \*/)?$", line):
                self.input += found[1] + "\n"
            elif found := re.match(r"\s*(?:/\*|//|!) e2e:(.*?)(?:\*/)?$", line):
                for word in found[1].split():
                    self.set(*word.split("=", 1))
        self.arguments = self.arguments or [[]]
        return self

    def set(self, key, value=""):
        if key == "ranks":
            self.ranks = tuple(int(n) for n in value.split(","))
        elif key == "libs":
            self.libs.append(value)
        elif key == "flags":
            self.flags.append(value)
        elif key == "env":
            self.env.update([value.split("=", 1)])
        elif key == "exit":
            self.exit_code = int(value)
        elif key == "reference":
            self.reference = value
        elif key == "quiet":
            self.quiet = True
        elif key == "nightly":
            self.nightly = True
        else:
            raise SystemExit(f"{self.main}: e2e: what is '{key}'?")


def one_file(path):
    return Program(path.stem, path, [path]).read_comments()


def folder(path):
    # Fortran's modules precede their users.
    sources = sorted((p for p in path.iterdir() if p.suffix in LANGUAGES), key=lambda p: (p.stem == "main", p.name))
    return Program(
        path.name, next(p for p in sources if p.stem == "main"),
        [s for s in sources if not s.name.startswith(("lib_", "shared_", "private_", "tool_"))],
        [s for s in sources if s.name.startswith("lib_")],
        [s for s in sources if s.name.startswith("shared_")],
        [s for s in sources if s.name.startswith("private_")],
        [s for s in sources if s.name.startswith("tool_")]).read_comments()


def app(name, libs, args, ranks=RANKS, env="", sources=None):
    folder = ROOT / "apps" / name
    return Program("app_" + name, folder / f"{name}.c",
                   [folder / source for source in sources or [f"{name}.c"]],
                   ranks=ranks, libs=libs.split(),
                   arguments=[a.split() for a in args],
                   env=dict([env.split("=", 1)]) if env else {})


def all_programs(pattern="*"):
    """Returns the programs whose name matches."""
    programs = HERE / "programs"
    found = [one_file(p) for p in programs.iterdir() if p.suffix in LANGUAGES]
    found += [folder(p) for p in programs.iterdir() if p.is_dir()]
    found += [app(name, **about) for name, about in APPS.items()]
    return sorted((p for p in found if fnmatch.fnmatch(p.name, pattern)), key=lambda program: program.name)


if __name__ == "__main__":  # CMake makes a test for each
    print(";".join(program.name + ":nightly" * program.nightly for program in all_programs()))
