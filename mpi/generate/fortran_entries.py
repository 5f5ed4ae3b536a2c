#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the Fortran bindings, which call C's functions: fortran_entries.py

Their symbols are bamboo_mpi_send_ and so on: bamboofc gives the calls of an object these names (fortran_names.py).
"""
from fortran import CONSTANTS, SIZEOF, arguments, bindings, comparisons, symbol
from mpi_table import Function


def entry(function: Function) -> str:
    all_of_them = arguments(function)
    parameters = [a.c for a in all_of_them]
    call = f"{function.name}({', '.join(a.passed for a in all_of_them)})"
    if function.result != "int":
        return f"{function.result} bamboo_{symbol(function.name)}({', '.join(parameters)}) {{\n  return {call};\n}}\n"
    parameters += ["MPI_Fint* ierror", *(f"std::size_t {a.name}_length" for a in all_of_them if a.is_text)]
    return (f"void bamboo_{symbol(function.name)}({', '.join(parameters)}) {{\n"
            f"  const Call from_fortran(\"{function.name}\", __builtin_return_address(0));\n"
            f"  give(ierror, {call});\n}}\n")


def constants() -> str:
    """Returns the COMMON block of mpif.h, and C's value for each of its words."""
    values = [name for name, length in CONSTANTS for _ in range(length)]
    words = [f"const_cast<void*>(static_cast<const void*>({value}))" for value in values]
    return (f"extern \"C\" {{\nMPI_Fint bamboo_mpi_constants_[{len(values)}];\n}}\n\n"
            f"const std::array<void*, {len(values)}> values_of_constants{{\n    {', '.join(words)}}};\n")


def main():
    print('#include "functions/fortran/arguments.h"\n#include "functions/fortran/constants.h"\n\nnamespace bamboo::mpi::fortran {\n')
    print(constants())
    print('extern "C" {\n')
    for function in bindings():
        print(entry(function))
    for name, (_, size) in SIZEOF.items():
        print(f"void bamboo_{symbol(name)}(const void*, int* size, MPI_Fint* ierror) {{\n  *size = {size};\n"
              "  give(ierror, MPI_SUCCESS);\n}\n")
    for name, _, operator in comparisons():
        in_c = operator.replace("/", "!")
        print(f"int bamboo_{symbol(name)}(const MPI_Fint* a, const MPI_Fint* b) {{\n  return *a {in_c} *b;\n}}\n")
    print('}  // extern "C"\n}  // namespace bamboo::mpi::fortran')


main()
