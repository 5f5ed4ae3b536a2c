#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the module mpi for programs in tasks mode, with an interface of each function: mpi_fortran_module.py INCLUDE_FOLDER

The host compiler makes a module of it. Choice buffers have any type, kind and rank; each of the compilers reads its own
directive for that.
"""
import sys
from pathlib import Path

from fortran import BY_HAND, WITHOUT_ERROR, arguments, bindings
from fortran_declarations import declarations

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


def main():
    include = Path(sys.argv[1])
    print("! SPDX-License-Identifier: Apache-2.0\nmodule mpi\n  implicit none")
    for line in declarations(include):
        print(f"  {line}")
    print("  interface")
    error = "integer, intent(out) :: ierror"
    for prefix in ("", "P"):
        for f in bindings(include):
            declared = [a.fortran for a in arguments(f)]
            with_error = [error] if f.result == "int" else []
            print(procedure(prefix + f.name, declared + with_error, RESULTS.get(f.result, "")))
        for name, declared in BY_HAND.items():
            print(procedure(prefix + name, [*declared, error]))
        for name, declared in WITHOUT_ERROR.items():
            print(procedure(prefix + name, declared))
    print("  end interface\nend module")


main()
