# SPDX-License-Identifier: Apache-2.0
"""MPI's constants in Fortran: from the #defines of Bamboo's mpi.h."""
import re
from pathlib import Path

from fortran import CONSTANTS

# A text in Fortran has no zero at its end.
TEXT_LENGTH = re.compile(r"MPI_MAX_\w+")
OF_FORTRAN = [("integer", "MPI_ADDRESS_KIND", "8"), ("integer", "MPI_OFFSET_KIND", "8"), ("integer", "MPI_COUNT_KIND", "8"),
              ("integer", "MPI_INTEGER_KIND", "4"), ("integer", "MPI_STATUS_SIZE", "8"), ("integer", "MPI_SOURCE", "1"),
              ("integer", "MPI_TAG", "2"), ("integer", "MPI_ERROR", "3"), ("logical", "MPI_SUBARRAYS_SUPPORTED", ".false."),
              ("logical", "MPI_ASYNC_PROTECTS_NONBLOCKING", ".false.")]
SHAPES = {"MPI_STATUS_IGNORE": "(MPI_STATUS_SIZE)", "MPI_STATUSES_IGNORE": "(MPI_STATUS_SIZE, 1)", "MPI_UNWEIGHTED": "(1)",
          "MPI_WEIGHTS_EMPTY": "(1)", "MPI_ERRCODES_IGNORE": "(1)"}
DEFINE = re.compile(r"^#define (MPI_\w+) +(.*?)(?: +/\*.*\*/)?$", re.MULTILINE)
NUMBER = re.compile(r"\(?(?:\((MPI_\w+)\))?\(?(-?(?:0x)?[0-9a-f]+)\)*")


def parameters(include: Path) -> list[tuple[str, str, str]]:
    """(type, name, value) of the constants that have a value in Fortran."""
    found, values = list(OF_FORTRAN), {}
    for header in ("mpi.h", "bamboo/mpi/error_classes.h", "bamboo/mpi/constants.h", "bamboo/mpi/handles.h"):
        for name, text in DEFINE.findall((include / header).read_text()):
            number = NUMBER.fullmatch(text)
            value = int(number[2], 0) if number else values.get(text)
            if value is None or name.startswith("MPI_F_"):
                continue  # a pointer
            values[name] = value
            kind = "integer(8)" if number and number[1] == "MPI_Offset" else "integer"
            found.append((kind, name, str(value - bool(TEXT_LENGTH.fullmatch(name)))))
    return found


def declarations(include: Path) -> list[str]:
    """Constants, and the COMMON block of those that MPI tells by their addresses."""
    lines = [f"{kind}, parameter :: {name} = {value}" for kind, name, value in parameters(include)]
    for name, _ in CONSTANTS:
        shape = SHAPES.get(name, "")
        lines += [f"integer :: {name}{shape}", f"common /bamboo_mpi_constants/ {name}"]
    return lines
