# SPDX-License-Identifier: Apache-2.0
"""Describes what a build depends on besides its source, compilers and variables, as a text that its folder keeps."""
import pathlib
import shlex
import shutil

VARIABLES = {"CFLAGS", "CXXFLAGS", "CPPFLAGS", "FFLAGS", "FCFLAGS", "LDFLAGS", "LIBS", "CPATH", "LIBRARY_PATH", "OMPI_CC",
             "OMPI_CXX", "OMPI_FC", "MPICH_CC", "MPICH_CXX", "MPICH_FC"}
BAMBOO = ("bin/bamboo*", "include/bamboo*", "lib*/*[bB]amboo*", "lib/*/*[bB]amboo*")


def text(compilers, environment):
    variables = [f"{name}={value}" for name, value in sorted(environment.items())
                 if name in VARIABLES or name.startswith("BAMBOO_")]
    return "\n".join([*map(described, compilers), *variables])


def described(compiler):
    """Returns the command and the date of its program; for Bamboo's programs, the date of the newest file."""
    program = pathlib.Path(shutil.which(shlex.split(compiler)[0]) or "")
    files = bamboo_around(program) if program.name.startswith("bamboo") else [program]
    return f"{compiler} {max(file.stat().st_mtime_ns for file in files)}"


def bamboo_around(program):
    """Returns the files of the installation, or of the build folder, that contains this
    program; no build runs Python."""
    found = [path for part in BAMBOO for path in program.parent.parent.glob(part)]
    files = (file for path in found for file in (path.rglob("*") if path.is_dir() else [path]))
    return [file for file in files if file.is_file() and file.suffix != ".py"]
