#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Declares what the entries of entries.py call: bodies.py

body::send(Rank&, ...) implements MPI_Send and MPI_Send_c. If a body is missing, or has other parameters, the
compiler or the linker reports an error.
"""
from forms import body_name, body_parameter, makes_type, pairs
from mpi_table import functions


def main():
    print('#pragma once\n\n#include <mpi.h>\n\n#include "rank/rank.h"\n#include "types/counts.h"\n\nnamespace bamboo::mpi::body {\n')
    for narrow, wide in pairs(functions()):
        parameters = [body_parameter(p, q) for p, q in zip(narrow.argument_list, wide.argument_list)]
        first = ["Rank& rank", "CountForm form"] if makes_type(narrow) else ["Rank& rank"]
        print(f"void {body_name(narrow.name)}({', '.join(first + parameters)});")
    print("\n}  // namespace bamboo::mpi::body")


main()
