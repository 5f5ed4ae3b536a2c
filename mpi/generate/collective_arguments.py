#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the arguments of collective operations as structs: collective_arguments.py

MPI_Gather, MPI_Igather, MPI_Gather_init and their forms with large counts give a GatherArguments to prepare() of
mpi/collectives/operations.h.
"""
from forms import arguments_struct, body_parameter, collective_forms
from mpi_table import Form, functions


def member(narrow, wide):
    if narrow.name == "comm":
        return "Communicator& comm"
    declared = body_parameter(narrow, wide)
    return f"{narrow.type}* {narrow.name}" if declared.endswith("[]") else declared


def main():
    print('#pragma once\n\n#include <mpi.h>\n\n#include "bamboo/plans/problem.h"\n#include "types/counts.h"\n')
    print("namespace bamboo::mpi {\n\nstruct Communicator;\n")
    by_name = {f.name: f for f in functions()}
    for name in collective_forms(functions()):
        f = by_name[name]
        if f.form is not Form.BLOCKING or f.large:
            continue
        members = map(member, f.argument_list, by_name.get(f"{name}_c", f).argument_list)
        operation = f"static constexpr plans::Operation operation = plans::Operation::{f.operation}"
        print(f"struct {arguments_struct(f)} {{\n{''.join(f'  {each};{chr(10)}' for each in [operation, *members])}}};\n")
    print("}  // namespace bamboo::mpi")


main()
