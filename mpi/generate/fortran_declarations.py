# SPDX-License-Identifier: Apache-2.0
"""Makes MPI's constants for Fortran from the #defines of Bamboo's mpi.h."""
import re
from pathlib import Path
from typing import NamedTuple

from fortran import CONSTANTS, HANDLES, READY_MADE

INCLUDE = Path(__file__).resolve().parent.parent / "include"
# A text in Fortran has no terminating zero.
TEXT_LENGTH = re.compile(r"MPI_MAX_\w+")
OF_FORTRAN = [("integer", "MPI_ADDRESS_KIND", "8"), ("integer", "MPI_OFFSET_KIND", "8"), ("integer", "MPI_COUNT_KIND", "8"),
              ("integer", "MPI_INTEGER_KIND", "4"), ("integer", "MPI_STATUS_SIZE", "8"),
              ("logical", "MPI_SUBARRAYS_SUPPORTED", ".false."), ("logical", "MPI_ASYNC_PROTECTS_NONBLOCKING", ".false.")]
PLACES_IN_STATUS = [("integer", "MPI_SOURCE", "1"), ("integer", "MPI_TAG", "2"), ("integer", "MPI_ERROR", "3")]
STATUSES = {"MPI_STATUS_IGNORE": "", "MPI_STATUSES_IGNORE": "(1)"}
SHAPES = {"MPI_STATUS_IGNORE": "(MPI_STATUS_SIZE)", "MPI_STATUSES_IGNORE": "(MPI_STATUS_SIZE, 1)", "MPI_UNWEIGHTED": "(1)",
          "MPI_WEIGHTS_EMPTY": "(1)", "MPI_ERRCODES_IGNORE": "(1)"}
DEFINE = re.compile(r"^#define (MPI_\w+) +(.*?)(?: +/\*.*\*/)?$", re.MULTILINE)
NUMBER = re.compile(r"\(?(?:\((MPI_\w+)\))?\(?(-?(?:0x)?[0-9a-f]+)\)*")


class Constant(NamedTuple):
    name: str
    value: int
    type: str  # C's: of a handle, an offset; empty: int


def constants() -> list[Constant]:
    """Returns the constants that have a value in Fortran."""
    found: dict[str, Constant] = {}
    for header in ("mpi.h", "bamboo/mpi/error_classes.h", "bamboo/mpi/constants.h", "bamboo/mpi/handles.h"):
        for name, text in DEFINE.findall((INCLUDE / header).read_text()):
            if name.startswith("MPI_F_"):
                continue
            if number := NUMBER.fullmatch(text):
                value = int(number[2], 0) - bool(TEXT_LENGTH.fullmatch(name))
                found[name] = Constant(name, value, number[1] or "")
            elif text in found:  # another name for it
                found[name] = found[text]._replace(name=name)
    return list(found.values())


def declarations() -> list[str]:
    """Returns the constants, and the COMMON block of those that MPI recognises by their addresses."""
    lines = [f"{kind}, parameter :: {name} = {value}" for kind, name, value in OF_FORTRAN + PLACES_IN_STATUS]
    for c in constants():
        kind = "integer(8)" if c.type == "MPI_Offset" else "integer"
        lines.append(f"{kind}, parameter :: {c.name} = {c.value}")
    for name, _ in CONSTANTS:
        lines += [f"integer :: {name}{SHAPES.get(name, '')}", f"common /bamboo_mpi_constants/ {name}"]
    return lines + [f"external :: {name.upper()}" for name in READY_MADE]


def handle_types() -> list[str]:
    """Returns the types of mpi_f08 for handles."""
    return [line for kind in HANDLES for line in (f"type, bind(c) :: MPI_{kind}", "  integer :: MPI_VAL", "end type")]


# Variables of Open MPI's mpif.h that MPI recognises by their addresses, beside those of CONSTANTS, and its functions.
MORE_OF_INSTALLED = ["MPI_ARGV_NULL", "MPI_ARGVS_NULL", *(f"{prefix}MPI_{name}" for prefix in ("", "P")
                                                        for name in ("WTIME", "WTICK", "AINT_ADD", "AINT_DIFF"))]


def declarations_over_installed() -> tuple[list[str], list[str]]:
    """Returns the `use` statements and the declarations of mpi_f08 over Open MPI's mpif.h. A handle of that is an integer."""
    handles = [c for c in constants() if c.type.removeprefix("MPI_") in HANDLES]
    numbers = [c.name for c in constants() if c.type in ("", "MPI_Offset")] + [name for _, name, _ in OF_FORTRAN + PLACES_IN_STATUS]
    others = [name for name, _ in CONSTANTS if name not in STATUSES] + [name.upper() for name in READY_MADE]
    uses = [f"use bamboo_mpif, only: {name} ! if {name}" for name in dict.fromkeys(numbers + others + MORE_OF_INSTALLED)]
    uses += [f"use bamboo_mpif, only: bamboo_{c.name} => {c.name} ! if {c.name}" for c in handles]
    uses.append("use bamboo_mpif, only: MPI_STATUS_SIZE")
    lines = [*handle_types(), "type, bind(c) :: MPI_Status",
             "  integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR, bamboo_internal(MPI_STATUS_SIZE - 3)", "end type"]
    lines += [f"type({c.type}), parameter :: {c.name} = {c.type}(bamboo_{c.name}) ! if {c.name}" for c in handles]
    for name, shape in STATUSES.items():
        lines += [f"type(MPI_Status) :: {name}{shape}", f"common /{name.lower().replace('mpi_', 'mpi_fortran_')}/ {name}"]
    return uses, lines


def declarations_of_f08() -> list[str]:
    """Returns the same for mpi_f08: each kind of handle is a type, and so is a status."""
    lines = handle_types()
    lines += ["type, bind(c) :: MPI_Status", "  integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR, bamboo_internal(5)", "end type"]
    lines += [f"{kind}, parameter :: {name} = {value}" for kind, name, value in OF_FORTRAN + PLACES_IN_STATUS]
    for c in constants():
        if c.type.removeprefix("MPI_") in HANDLES:
            lines.append(f"type({c.type}), parameter :: {c.name} = {c.type}({c.value})")
        elif c.type in ("", "MPI_Offset"):
            lines.append(f"{'integer(8)' if c.type else 'integer'}, parameter :: {c.name} = {c.value}")
    for name, _ in CONSTANTS:
        declared = f"type(MPI_Status) :: {name}{STATUSES[name]}" if name in STATUSES else f"integer :: {name}{SHAPES.get(name, '')}"
        lines += [declared, f"common /bamboo_mpi_constants/ {name}"]
    return lines + [f"external :: {name.upper()}" for name in READY_MADE if "_" in name.removeprefix("MPI_").removesuffix("_fn")
                    and name.split("_")[1] in ("Comm", "Type", "Win", "Conversion")]
