# SPDX-License-Identifier: Apache-2.0
"""A code's source, and its builds: one for each MPI, and one with Bamboo's compilers."""
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess

import debian_source
import made_with

SUFFIXES = {".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh", ".hxx", ".C", ".H", ".f", ".f90", ".F", ".F90"}
HERE = pathlib.Path(__file__).parent
WRAPPERS = ("mpicc", "mpicxx", "mpifort")
DRIVERS = ("bamboocc", "bambooc++", "bamboofc --bamboo-cc=gfortran")  # as mpifort
# Measures the processor time of each command except those of configure and CMake, which only test the system.
TIMED = """#!/bin/bash
case "$PWD $*" in *conftest* | *CMakeScratch* | *CMakeTmp*) exec {command} "$@" ;; esac
TIMEFORMAT='%U %S'
{{ time {command} "$@" 2>&3 3>&-; }} 3>&2 2>> "$CODES_SECONDS"
"""
PLAIN = {  # as root, with fewer cores than processes, which yield
    "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_MCA_hwloc_base_binding_policy": "none",
    "OMPI_MCA_btl_base_warn_component_unused": "0", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "LC_ALL": "C",
}


@dataclasses.dataclass(frozen=True)
class Toolchain:
    name: str
    c: str
    cxx: str
    fortran: str
    mode: str = "plain"
    mpi: str = ""              # of Bamboo's compilers where several are installed


@dataclasses.dataclass(frozen=True)
class Way:
    """One way to run a code: a build, an MPI, and the number of virtual ranks in a process; none for a plain build."""
    toolchain: Toolchain
    mpi: str
    vf: str = ""

    @property
    def name(self):
        return f"{self.mpi} VF {self.vf}" if self.vf else f"{self.mpi} {self.toolchain.mode}"


def ways(options):
    """Returns plain ways first: the answers of all others are compared with the first one."""
    mpis = options.mpi.split(",")
    bamboo = Toolchain("bamboo", *(f"{options.bin}/{driver} --bamboo-mode=tasks" for driver in DRIVERS))
    plain = [Way(Toolchain(mpi, *(f"{wrapper}.{mpi}" for wrapper in WRAPPERS)), mpi)
             for mpi in (options.plain or options.mpi).split(",")]
    return plain + [Way(bamboo, mpi, vf) for mpi in mpis for vf in options.vf.split(",")]


def overlap_ways(code, options):
    """Returns the same compilers without the pass and with it. Both record the functions and the pass's remarks."""
    found = []
    for mpi in options.mpi.split(","):
        for mode, passes, more in (("off", "prologepilog", ""), ("overlap", "prologepilog|bamboo-overlap", options.flags)):
            words = f"--bamboo-mode={mode} {more} -fsave-optimization-record=yaml '-foptimization-record-passes={passes}'"
            name, fortran = f"{mode}-{mpi}", f"{options.bin}/bamboofc {words}"
            if not code.flang:
                name, fortran = f"{name}-gfortran", f"mpifort.{mpi}"
            found.append(Way(Toolchain(name, f"{options.bin}/bamboocc --bamboo-cc=clang-19 {words}",
                                       f"{options.bin}/bambooc++ --bamboo-cc=clang++-19 {words}", fortran,
                                       "clang" if mode == "off" else mode, mpi), mpi))
    return found


def fetch(code, folder):
    return (folder.parent / "given" / code.source if code.given else debian_source.fetch(code.source, folder)) / code.folder


def version(code, folder):
    """Returns the version of the source package; a `given` source has none."""
    if code.given:
        return ""
    archive = next(folder.glob(f"{code.source}_*.orig.tar.*"))
    return re.sub(r"\.orig\.tar\..*", "", archive.name).split("_", 1)[1]


def lines(code, source):
    """Returns the number of lines in C, C++ and Fortran."""
    return sum(path.read_bytes().count(b"\n") for part in code.parts or (".",) for path in (source / part).rglob("*")
               if path.suffix in SUFFIXES and path.is_file() and not path.is_symlink())


def compilers(toolchain, options):
    """Makes a folder with the compilers as mpicc, mpicxx and mpifort: many builds accept one
    word, or these names only."""
    folder = options.work / "compilers" / toolchain.name
    folder.mkdir(parents=True, exist_ok=True)
    for name, command in zip(WRAPPERS, (toolchain.c, toolchain.cxx, toolchain.fortran)):
        script, text = folder / name, TIMED.format(command=command)
        if not script.exists() or script.read_text() != text:  # a build of another code may run it
            script.write_text(text)
            script.chmod(0o755)
    return folder


def environment(code, toolchain, options):
    """Returns the environment for the commands of a build and of its runs."""
    folder = compilers(toolchain, options)
    mpi = {"BAMBOO_MPI": toolchain.mpi} if toolchain.mpi else {}
    return {**os.environ, **PLAIN, **mpi, **dict(code.environment), "CC": f"{folder}/mpicc", "CXX": f"{folder}/mpicxx",
            "FC": f"{folder}/mpifort", "PATH": f"{folder}:{os.environ['PATH']}", "JOBS": str(os.cpu_count()),
            "MPIRUN": str(HERE / "launch"), "CODES_BIN": str(options.bin),
            "CODES_SECONDS": str(options.work / code.name / toolchain.name / "compile-seconds")}


def build(code, toolchain, source, options):
    """Builds in a copy of the source. Returns what failed, or None."""
    folder = options.work / code.name / toolchain.name
    variables = environment(code, toolchain, options)
    inputs = "\n".join([*code.build, *code.parts, *map("=".join, code.environment),
                        made_with.text((toolchain.c, toolchain.cxx, toolchain.fortran), variables)])
    done = folder / ".built"
    if done.exists() and done.read_text() == inputs:
        return None
    shutil.rmtree(folder, ignore_errors=True)
    for part in code.parts or (".",):
        shutil.copytree(source / part, folder / part, symlinks=True, dirs_exist_ok=True)
    with open(folder / "build.log", "wb") as log:
        for command in code.build:
            result = subprocess.run(["timeout", "-k", "5", "3600", "sh", "-c", command], cwd=folder, stdout=log,
                                    stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=variables)
            if result.returncode:
                return f"{toolchain.name} does not build: {first_error(folder / 'build.log')}"
    done.write_text(inputs)
    return None


def compile_seconds(code, toolchain, options):
    """Returns the processor time of all commands of the compilers."""
    text = (options.work / code.name / toolchain.name / "compile-seconds").read_text()
    return sum(float(word) for word in text.split())


def first_error(log):
    text = log.read_text(errors="replace")
    found = re.search(r".*(error:|undefined reference|\*\*\*).*", text, re.IGNORECASE)
    return found[0].strip()[:200] if found else text.strip().splitlines()[-1][:200]


def functions_used(folder):
    """Returns the MPI functions that the objects and programs of a plain build call."""
    objects = [str(path) for path in folder.rglob("*") if path.is_file() and is_binary(path)]
    symbols = "".join(subprocess.run(["nm", "-u", *objects[i:i + 500]], capture_output=True, text=True,
                                     errors="replace").stdout for i in range(0, len(objects), 500))
    fortran = re.findall(r"\bp?mpi_(\w+?)(?:_f08(?:ts)?)?_$", symbols, re.MULTILINE)
    return sorted({*re.findall(r"\bP?(MPI_[A-Z]\w+)$", symbols, re.MULTILINE),
                   *(f"MPI_{name.capitalize()}" for name in fortran)})


def is_binary(path):
    with open(path, "rb") as file:
        return file.read(7).startswith((b"\x7fELF", b"!<arch>"))
