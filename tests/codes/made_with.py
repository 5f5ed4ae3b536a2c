# SPDX-License-Identifier: Apache-2.0
"""What a build depends on besides its source: compilers and variables, as a text that its folder keeps."""
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
    """The command, and when its program was made; for Bamboo's, the newest of its files."""
    program = pathlib.Path(shutil.which(shlex.split(compiler)[0]) or "")
    files = bamboo_around(program) if program.name.startswith("bamboo") else [program]
    return f"{compiler} {max(file.stat().st_mtime_ns for file in files)}"


def bamboo_around(program):
    """The files of the installation, or of the build folder, that this program belongs to; no build runs Python."""
    found = [path for part in BAMBOO for path in program.parent.parent.glob(part)]
    files = (file for path in found for file in (path.rglob("*") if path.is_dir() else [path]))
    return [file for file in files if file.is_file() and file.suffix != ".py"]
