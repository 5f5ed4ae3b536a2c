#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the entry points of the library from the table of MPI: generate.py FOLDER"""
import pathlib
import sys
import textwrap

import c_entries
import fortran_controls
import fortran_mpich
import fortran_openmpi
import table

NOTICE = """// SPDX-License-Identifier: Apache-2.0
// Made by pmpi/signatures/generate.py from the table of MPI."""

FILES = {"arguments.h": c_entries.arguments_header, "c_entries.cpp": c_entries.entries_source,
         "linked_controls.c": c_entries.linked_controls_source,
         "fortran_controls.cpp": fortran_controls.source,
         "fortran_openmpi.cpp": fortran_openmpi.source, "fortran_mpich.cpp": fortran_mpich.source}


def wrapped(text):
    """Lines of at most 100 columns, broken between arguments."""
    lines = []
    for line in text.splitlines():
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        broken = textwrap.wrap(line, 100, subsequent_indent=indent, break_on_hyphens=False)
        lines += broken if len(line) > 100 else [line]
    return "\n".join(lines) + "\n"


def main():
    folder = pathlib.Path(sys.argv[1])
    functions = table.functions()
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in FILES.items():
        text = wrapped(make(functions, NOTICE))
        path = folder / name
        # An unchanged file keeps its time, so that nothing is compiled again.
        if not path.is_file() or path.read_text() != text:
            path.write_text(text)


if __name__ == "__main__":
    sys.exit(main())
