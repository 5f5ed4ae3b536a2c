# SPDX-License-Identifier: Apache-2.0
"""The variants of a program that an experiment compares, and how they are compiled."""
import dataclasses
import json
import sys

import measuring

APPS = measuring.ROOT / "apps"
# A host has one core.
ONE_THREAD = (("OPENBLAS_NUM_THREADS", "1"), ("OMP_NUM_THREADS", "1"))
OPTIMISE = ["-O3", "-march=native", "-ffp-contract=off", "-Wno-unknown-pragmas"]


@dataclasses.dataclass(frozen=True)
class Variant:
    """One line of a figure: a source file, its compiler, and how it is run."""
    name: str
    source: str  # below apps/, or a path; `parts` has further files
    vf: int = 0  # 0: no virtual ranks; else compiled with Bamboo, that many ranks a process
    arguments: tuple = ()
    openmp: bool = False
    communicates: bool = True  # False: the bound, its results mean nothing
    environment: tuple = ()  # pairs
    parts: tuple = ()  # further source files of its folder
    overlap: str = ""  # compiled by clang: "off", or in mode overlap with halves moved that far
    wildcards: bool = True  # False: mode overlap may assume that no receive has MPI_ANY_SOURCE
    taskgraph: bool = False  # C++ that is linked with the library of task graphs

    @property
    def is_bamboo(self):
        return self.vf > 0


def library_of_task_graphs(tree):
    """Options of a C++ compiler for a program that includes bamboo/taskgraph.h and finds the library when it runs."""
    described = next(tree.glob("lib*/**/bamboo-taskgraph.pc"), None)
    if described is None:
        sys.exit(f"{sys.argv[0]}: no bamboo-taskgraph.pc in {tree}; build the library of task graphs first")
    folder = described.parent.parent
    return ["-std=c++20", f"-I{tree / 'include'}", f"-L{folder}", f"-Wl,-rpath,{folder}"], ["-lbamboo-taskgraph"]


def variants(app):
    """Returns {the paper's name: Variant} of apps/APP, as apps/variants.json lists them."""
    described = json.loads((APPS / "variants.json").read_text())[app]["variants"]
    return {name: Variant(name, f"{app}/{d['source']}", vf=1 if d.get("compiler") == "bamboocc" else 0,
                          arguments=tuple(d.get("arguments", "").split()), openmp="-fopenmp" in d.get("flags", ""),
                          communicates="--nocomm" not in d.get("arguments", ""), environment=ONE_THREAD,
                          taskgraph=d.get("compiler") == "taskgraph")
            for name, d in described.items()}


def at_factors(variant, factors):
    """Returns a variant of Bamboo's at several virtualisation factors."""
    name = variant.name.removesuffix("-basic")
    return [dataclasses.replace(variant, name=f"{name}, VF {vf}", vf=vf) for vf in factors]


def with_raised_limit(variant, megabytes=1):
    """Returns the same with a raised eager limit of Open MPI: a message leaves at once and does
    not wait for the receiver's answer."""
    raised = ("OMPI_MCA_btl_tcp_eager_limit", str(megabytes << 20))
    return dataclasses.replace(variant, name=f"{variant.name}, eager limit {megabytes} MB",
                               environment=variant.environment + (raised,))


class Compiled:
    """Executables of variants, each compiled once, in the folder `out`."""

    def __init__(self, tree, out, mpi, libraries=("-lm",)):
        self.tree, self.out, self.mpi, self.libraries = tree, out, mpi, libraries
        self.done = {}

    def __getitem__(self, variant):
        key = (variant.source, variant.is_bamboo, variant.openmp, variant.overlap, variant.wildcards,
               variant.taskgraph)
        if key not in self.done:
            self.done[key] = self.compile(variant)
        return self.done[key]

    def compile(self, variant):
        source = APPS / variant.source
        parts = [source.parent / part for part in variant.parts]
        kind = ("bamboo" if variant.is_bamboo else f"overlap-{variant.overlap}" if variant.overlap else
                f"taskgraph-{self.mpi}" if variant.taskgraph else self.mpi)
        language = "fortran-" if source.suffix == ".f90" else ""
        program = self.out / (language + "-".join([source.stem, *(["openmp"] if variant.openmp else []), kind,
                                                   *([] if variant.wildcards else ["no-wildcards"])]))
        # Programs without annotations are virtualised as well.
        compiler = ([self.tree / "bin/bamboocc", "--bamboo-mode=tasks"] if variant.is_bamboo
                    else [f"mpicc.{self.mpi}"])
        llvm = ([self.tree / "bin/bamboofc", "--bamboo-cc=flang-new-19"] if language
                else [self.tree / "bin/bamboocc", "--bamboo-cc=clang-19"])
        if variant.overlap == "off" or (language and not variant.overlap):
            compiler = [*llvm, "--bamboo-mode=off"]
        elif variant.overlap:
            compiler = [*llvm, "--bamboo-mode=overlap",
                        f"--bamboo-overlap={variant.overlap}", "-mllvm", "-verify-bamboo-overlap",
                        *([] if variant.wildcards else ["--bamboo-assume=no-wildcards"])]
        libraries = self.libraries
        if variant.taskgraph:
            options, own = library_of_task_graphs(self.tree)
            compiler, libraries = [f"mpicxx.{self.mpi}", *options], [*own, *libraries]
        optimise = [word for word in OPTIMISE if not (language and word.startswith("-W"))]
        openmp = ["-fopenmp"] if variant.openmp else []
        print(f"compiling {program.name}", flush=True)
        measuring.call([*compiler, *optimise, *openmp, source, *parts, "-o", program, *libraries],
                       env={"BAMBOO_MPI": self.mpi})
        return program
