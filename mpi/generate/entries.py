#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the entries of MPI functions that are forms of one body: entries.py CHAPTER

- MPI_X and MPI_X_c, for large counts, call body::x(rank, ...), which bodies.py declares.
- MPI_X, MPI_Ix and MPI_X_init of a collective operation, and their forms with large counts, run, start or persist
  what prepare() has made of their arguments (collective_arguments.py).
- Functions that read or write a file run, start, begin or end an access (files/operations.h).
"""
import sys

from forms import arguments_struct, body_name, collective_forms, file_access, makes_type, pairs
from mpi_table import Function, functions


def collective_call(function: Function, action: str) -> str:
    names = [p.name for p in function.argument_list]
    end = names.index("comm")
    prepared = f"prepare({arguments_struct(function)}{{{', '.join([*names[:end], 'rank.communicator(comm)'])}}})"
    return f"{action}({', '.join([prepared, *names[end + 1:]])})"


def file_call(function: Function, action: str, direction: str, pointer: str) -> str:
    file, *rest = [p.name for p in function.argument_list]
    offset = [rest.pop(0)] if rest[0] == "offset" else []
    access = ", ".join([f"rank.files.find({file})", f"bamboo::mpi::Direction::{direction}", f"bamboo::mpi::Pointer::{pointer}", *offset])
    return f"{action}(bamboo::mpi::FileAccess{{{access}}}, {', '.join(rest)})"


def body_call(narrow: Function, function: Function) -> str:
    first = ["rank"]
    if makes_type(function):
        first.append("CountForm::Narrow" if function == narrow else "CountForm::Large")
    return f"body::{body_name(narrow.name)}({', '.join(first + [p.name for p in function.argument_list])})"


def entry(function: Function, call: str) -> str:
    # The error handler of the first argument that has one applies.
    handle = next((p.name for p in function.argument_list if p.type in ("MPI_Comm", "MPI_File", "MPI_Session", "MPI_Win")), "MPI_COMM_WORLD")
    return f"{function.result} {function.name}({function.parameters}) {{\n  return BAMBOO_MPI_ENTER({handle}, {{ {call}; }});\n}}\n"


def main():
    declared = [f for f in functions() if f.chapter == sys.argv[1]]
    forms = collective_forms(declared)
    for header in ("collectives/operations.h", "files/operations.h", "functions/bodies.h", "functions/entry.h"):
        print(f'#include "{header}"')
    print("namespace bamboo::mpi {\nextern \"C\" {\n")
    for f in declared:
        if f.name in forms and f.supported:
            print(entry(f, collective_call(f, forms[f.name])))
        if f.supported and (access := file_access(f.name)):
            print(entry(f, file_call(f, *access)))
    for pair in pairs(declared):
        for f in pair:
            print(entry(f, body_call(pair[0], f)))
    print('}  // extern "C"\n}  // namespace bamboo::mpi')


main()
