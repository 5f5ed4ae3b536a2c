#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the header of a chapter of MPI: declarations.py CHAPTER

The forms with large counts of all chapters are in the header large_count.h.
"""
import sys
import textwrap

from mpi_table import Function, functions


def declaration(function: Function) -> str:
    macro = "BAMBOO_MPI" + "_MISSING" * (not function.supported)
    text = f"{macro}({function.result}, {function.name}, ({function.parameters}));"
    words = text.replace(" ", "\0").replace(",\0", ", ")  # lines are broken between arguments
    return textwrap.fill(words, 110, subsequent_indent="    ", break_long_words=False).replace("\0", " ")


def main():
    chapter = sys.argv[1]
    guard = f"BAMBOO_MPI_{chapter.upper()}_H"
    declared = [f for f in functions() if (f.large if chapter == "large_count" else f.chapter == chapter and not f.large)]
    print(f"/* SPDX-License-Identifier: Apache-2.0 */\n/* Made from the table of MPI. Included by mpi.h, which explains the macros. */\n"
          f"#ifndef {guard}\n#define {guard}\n")
    print("\n".join(map(declaration, declared)))
    print("\n#endif")


main()
