#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a Fortran module: mpi_fortran_module.py mpi|mpi_f08|installed|installed_f08

`mpi` and `mpi_f08` are those of mode tasks; `installed` is the module mpi over the mpif.h of an installed MPI, and
`installed_f08` is mpi_f08 over that of Open MPI, whose procedures accept a null pointer for an error code. There a line
that ends in `! if NAME` counts only where mpif.h has the name.
The host compiler makes a module of it. Each function has an interface. A type around an integer lies in memory as the
integer, and an argument that is not given is a null pointer, so that both modules have the same bindings behind them.
Choice buffers have any type, kind and rank; each of the compilers reads its own directive for that.
"""
import sys

from fortran import BY_HAND, NOT_IN_F08, OF_F08, SIZEOF, WITHOUT_ERROR, arguments, bindings, comparisons, generics
from fortran_callbacks import CALLBACKS
from fortran_declarations import declarations, declarations_of_f08, declarations_over_installed
from mpi_table import functions

CHOICE = "choice :: "
RESULTS = {"double": "double precision", "MPI_Aint": "integer(MPI_ADDRESS_KIND)"}


def folded(line: str, indent: str) -> str:
    """Free form ends at column 132."""
    words, lines = line.split(" "), [indent]
    for word in words:
        if len(lines[-1]) + len(word) > 120:
            lines[-1] += "&"
            lines.append(indent + "  ")
        lines[-1] += word + " "
    return "\n".join(part.rstrip() for part in lines)


def argument(declared: str) -> list[str]:
    if not declared.startswith(CHOICE):
        return [declared]
    name = declared.removeprefix(CHOICE)
    return [f"!GCC$ ATTRIBUTES NO_ARG_CHECK :: {name}", f"!DIR$ IGNORE_TKR {name}", f"real :: {name}(*)"]


def procedure(name: str, declared: list[str], result: str = "") -> str:
    arguments_given = ", ".join(d.split(":: ")[1].split("(")[0] for d in declared)
    kind = "function" if result else "subroutine"
    lines = [folded(f"{kind} {name}({arguments_given})", "    "), "      import"]
    for d in declared:
        lines += [line if line.startswith("!") else f"      {line}" for line in argument(d)]
    if result:
        lines.append(f"      {result} :: {name}")
    return "\n".join([*lines, f"    end {kind}"])


# The argument names of handles in bindings that are written by hand.
HANDLE_NAMES = {"comm": "MPI_Comm", "datatype": "MPI_Datatype", "errhandler": "MPI_Errhandler", "info": "MPI_Info", "op": "MPI_Op",
                "request": "MPI_Request", "session": "MPI_Session", "win": "MPI_Win"}


def with_types(declared: str) -> str:
    """Returns an argument of a handwritten binding, as mpi_f08 has it."""
    name = declared.split(":: ")[1]
    return declared.replace("integer,", f"type({HANDLE_NAMES[name]}),") if name in HANDLE_NAMES else declared


def print_interface(error: str, left_out: set[str], of_argument=lambda a: a.fortran, of_hand=str,
                    has_sizeof: bool = True) -> None:
    """Prints the procedures of the table of functions; `of_…` define how a module declares an argument."""
    print("  interface")
    for prefix in ("", "P"):
        for f in bindings():
            if f.name not in left_out:
                declared = [of_argument(a) for a in arguments(f)]
                print(procedure(prefix + f.name, declared + [error] * (f.result == "int"), RESULTS.get(f.result, "")))
        for name, declared in BY_HAND.items():
            if name not in left_out:
                print(procedure(prefix + name, [*map(of_hand, declared), error]))
        for name, declared in WITHOUT_ERROR.items():
            print(procedure(prefix + name, declared))
    print("  end interface")
    for prefix in ("", "P") if has_sizeof else ():
        print(f"  interface {prefix}MPI_Sizeof")
        for name, (kind, _) in SIZEOF.items():
            print(procedure(prefix + name, [f"{kind}, intent(in) :: x(..)", "integer, intent(out) :: size", error]))
        print("  end interface")


def module() -> None:
    print("module mpi\n  implicit none")
    for line in declarations():
        print(f"  {line}")
    print_interface("integer, intent(out) :: ierror", {f.name for f in bindings() if f.large})
    print("end module")


# Functions that only an installed MPI has. The module declares their names; arguments are not checked.
OF_INSTALLED_MPI = [f.name for f in functions() if not f.supported]


def module_over_installed() -> None:
    """The constants, and the functions with numeric results, are those of the MPI's mpif.h."""
    print("module mpi\n  include 'mpif.h'")
    print(folded("external :: " + ", ".join(f"{prefix}{name}" for prefix in ("", "P") for name in OF_INSTALLED_MPI), "  "))
    left_out = {f.name for f in bindings() if f.large or f.result != "int"}
    print_interface("integer, intent(out) :: ierror", left_out, has_sizeof=False)
    print("end module")


OPTIONAL_ERROR = "integer, optional, intent(out) :: ierror"


def print_callbacks() -> None:
    print("  abstract interface")
    for name, declared in CALLBACKS.items():
        print(procedure(name, declared))
    print("  end interface")


def print_interface_of_f08(more_left_out: set[str], has_sizeof: bool) -> None:
    left_out = {*NOT_IN_F08, *(name.removesuffix("_f08") for name in OF_F08), *more_left_out}
    print_interface(OPTIONAL_ERROR, left_out, lambda a: a.f08 or a.fortran, with_types, has_sizeof)


def module_f08_over_installed() -> None:
    """The library that has gfortran's module compares handles."""
    uses, declared = declarations_over_installed()
    print("module bamboo_mpif\n  include 'mpif.h'\nend module")
    print("module mpi_f08\n  use, intrinsic :: iso_c_binding, only: c_ptr")
    for line in [*uses, "implicit none", *declared]:
        print(f"  {line}")
    print_callbacks()
    print_interface_of_f08({f.name for f in bindings() if f.large or f.result != "int"}, has_sizeof=False)
    for name, kind, operator in comparisons():
        operands = "".join(f"      type({kind}), intent(in) :: {operand}\n" for operand in ("a", "b"))
        _, handle, suffix = name.lower().split("_")
        if handle != "session":
            print(f"  interface operator({operator})\n    logical function {name}(a, b) "
                  f"bind(c, name='__mpi_f08_types_MOD_ompi_{handle}_op_{suffix}')\n      import\n{operands}"
                  "    end function\n  end interface")
    print("end module")


def module_f08() -> None:
    error = OPTIONAL_ERROR
    print("module mpi_f08\n  use, intrinsic :: iso_c_binding, only: c_ptr\n  implicit none")
    for line in declarations_of_f08():
        print(f"  {line}")
    print_callbacks()
    print_interface_of_f08(set(), has_sizeof=True)
    for prefix in ("", "P"):
        for name, declared in OF_F08.items():
            print(f"  interface\n{procedure(prefix + name, [*declared, error])}\n  end interface")
        for name, forms in generics().items():
            print(f"  interface {prefix}{name}\n    procedure :: {', '.join(prefix + form for form in forms)}\n  end interface")
    for name, kind, operator in comparisons():
        operands = [f"type({kind}), intent(in) :: {operand}" for operand in ("a", "b")]
        print(f"  interface operator({operator})\n{procedure(name, operands, 'logical')}\n  end interface")
    print("end module")


print("! SPDX-License-Identifier: Apache-2.0")
{"mpi": module, "mpi_f08": module_f08, "installed": module_over_installed,
 "installed_f08": module_f08_over_installed}[sys.argv[1]]()
