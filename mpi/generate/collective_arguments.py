#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the arguments of collective operations as structs: collective_arguments.py

bamboo::mpi::prepare(const GatherArguments&) prepares MPI_Gather, MPI_Igather, MPI_Gather_init and their forms with
large counts, for which entries.py calls it.
"""
from forms import arguments_struct, body_parameter, collective_forms
from mpi_table import Form, functions


def member(narrow, wide):
    if narrow.name == "comm":
        return "Communicator& comm"
    declared = body_parameter(narrow, wide)
    return f"{narrow.type}* {narrow.name}" if declared.endswith("[]") else declared


def main():
    print('#pragma once\n\n#include <mpi.h>\n\n#include <memory>\n\n#include "types/counts.h"\n\nnamespace bamboo::mpi {\n')
    print("class Collective;\nstruct Communicator;\n")
    by_name = {f.name: f for f in functions()}
    for name in collective_forms(functions()):
        f = by_name[name]
        if f.form is not Form.BLOCKING or f.large:
            continue
        members = map(member, f.argument_list, by_name.get(f"{name}_c", f).argument_list)
        struct = arguments_struct(f)
        print(f"struct {struct} {{\n{''.join(f'  {each};{chr(10)}' for each in members)}}};")
        print(f"std::unique_ptr<Collective> prepare(const {struct}& a);\n")
    print("}  // namespace bamboo::mpi")


main()
