#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads Bamboo's mpi.h: which functions it declares, and which of them are supported."""

import re
from pathlib import Path
from typing import NamedTuple


class Function(NamedTuple):
    name: str
    result: str
    parameters: str
    supported: bool
    chapter: str

    def arguments(self) -> str:
        """The names of the parameters, as a call passes them."""
        if self.parameters == "void":
            return ""
        # A parameter is "type name", "type *name" or "type name[...]".
        names = [re.search(r"(\w+)\s*(\[[^]]*\])*$", p).group(1) for p in self.parameters.split(",") if p.strip() != "..."]
        return ", ".join(names)


DECLARATION = re.compile(r"^BAMBOO_MPI(_MISSING)?\((.*?), (MPI_\w+), \((.*?)\)\);", re.MULTILINE | re.DOTALL)


def functions(include: Path) -> list[Function]:
    found = []
    for chapter in sorted((include / "bamboo" / "mpi").glob("*.h")):
        for m in DECLARATION.finditer(chapter.read_text()):
            parameters = " ".join(m[4].split())
            found.append(Function(m[3], m[2], parameters, m[1] is None, chapter.stem))
    return found
