#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes mpif.h, in free and in fixed form at once: mpif.py"""
from fortran_declarations import declarations

FUNCTIONS = [("double precision", "WTIME"), ("double precision", "WTICK"), ("integer(8)", "AINT_ADD"), ("integer(8)", "AINT_DIFF")]

print("! SPDX-License-Identifier: Apache-2.0\n! MPI in Fortran for programs in tasks mode: the values of the MPI 5.0 standard ABI.")
for line in declarations():
    print(f"      {line}")
for kind, name in FUNCTIONS:
    for prefix in ("MPI_", "PMPI_"):
        print(f"      {kind}, external :: {prefix}{name}")
