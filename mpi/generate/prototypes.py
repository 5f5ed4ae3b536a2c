# SPDX-License-Identifier: Apache-2.0
"""Reads Bamboo's mpi.h: which functions it declares, and which of them are supported."""

import re
from pathlib import Path
from typing import NamedTuple


class Parameter(NamedTuple):
    """"type name", "type *name" or "type name[...]"."""

    type: str
    name: str
    extents: str

    def __str__(self) -> str:
        return f"{self.type}{'' if self.type.endswith('*') else ' '}{self.name}{self.extents}"


class Function(NamedTuple):
    name: str
    result: str
    parameters: str
    supported: bool
    chapter: str

    def parameter_list(self) -> list[Parameter]:
        if self.parameters == "void":
            return []
        return [Parameter(*PARAMETER.fullmatch(p.strip()).groups()) for p in self.parameters.split(",") if p.strip() != "..."]

    def beside_rank(self) -> "Function":
        """With another name for an argument `rank`, which is that of the calling rank in the entries."""
        return self._replace(parameters=re.sub(r"\brank\b", "of_rank", self.parameters))

    def arguments(self) -> str:
        """The names of the parameters, as a call passes them."""
        return ", ".join(p.name for p in self.parameter_list())


PARAMETER = re.compile(r"(.*?)\s*(\w+)\s*((?:\[[^]]*\])*)")
DECLARATION = re.compile(r"^BAMBOO_MPI(_MISSING)?\((.*?), (MPI_\w+), \((.*?)\)\);", re.MULTILINE | re.DOTALL)


def functions(include: Path) -> list[Function]:
    found = []
    for chapter in sorted((include / "bamboo" / "mpi").glob("*.h")):
        for m in DECLARATION.finditer(chapter.read_text()):
            parameters = " ".join(m[4].split())
            found.append(Function(m[3], m[2], parameters, m[1] is None, chapter.stem))
    return found
