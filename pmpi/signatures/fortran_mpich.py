# SPDX-License-Identifier: Apache-2.0
"""MPICH's Fortran procedures: those of mpi_f08 without a buffer call PMPI_, all others MPI_."""
from fortran_openmpi import addresses, passed_on
from table import Kind


def entry(function):
    symbol = f"mpi_{function.name.lower()}_f08_"
    parameters = ", ".join(f"void* {name}" for name in addresses(function.own))
    return f"void {symbol}({parameters}) {{\n{passed_on(function, symbol)}}}\n"


def source(functions, notice):
    entries = "\n".join(entry(function) for function in functions
                        if function.is_in_fortran and function.kind is not Kind.PLANNED)
    return f"""{notice}
// Procedures of MPICH's mpi_f08 as Fortran programs call them.
#include "fortran/passed_on.h"
#include "presence/presence.h"

using namespace bamboo::plans::pmpi;

extern "C" {{

{entries}
}}
"""
