#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the linker's aliases for MPI's profiling interface: profiling_names.py

Every supported function has a second name, so that a program may define MPI_X itself and call PMPI_X from there.
"""
import fortran
from mpi_table import functions

for function in functions():
    if function.supported:
        print(f"bamboo_P{function.name} = bamboo_{function.name};")
for name in fortran.names():
    print(f"bamboo_p{fortran.symbol(name)} = bamboo_{fortran.symbol(name)};")
