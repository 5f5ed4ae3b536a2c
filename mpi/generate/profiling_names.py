#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the linker's aliases for MPI's profiling interface: profiling_names.py INCLUDE_FOLDER

Every supported function has a second name, so that a program may define MPI_X itself and call PMPI_X from there.
"""
import sys
from pathlib import Path

import fortran
from prototypes import functions

for function in functions(Path(sys.argv[1])):
    if function.supported:
        print(f"bamboo_P{function.name} = bamboo_{function.name};")
for name in fortran.names(Path(sys.argv[1])):
    print(f"bamboo_p{fortran.symbol(name)} = bamboo_{fortran.symbol(name)};")
