# SPDX-License-Identifier: Apache-2.0
"""Lists the functions that are forms of one body: those with large counts, and those of a collective operation."""

import re

from mpi_table import Argument, Call, Form, Function

WIDE = {"MPI_Count", "MPI_Aint"}
ACTIONS = {Form.BLOCKING: "run", Form.NONBLOCKING: "start", Form.PERSISTENT: "persist"}


def body_name(function: str) -> str:
    """Returns type_vector for MPI_Type_vector."""
    return function.removeprefix("MPI_").lower()


def arguments_struct(function: Function) -> str:
    """Returns GatherArguments for MPI_Gather and its forms."""
    return f"{function.row.removeprefix('MPI_')}Arguments"


def collective_forms(functions: list[Function]) -> dict[str, str]:
    """Returns, for MPI_X, MPI_Ix, MPI_X_init and their forms with large counts, what the call does."""
    rows = {f.row for f in functions if f.call is Call.COLLECTIVE and f.form is Form.PERSISTENT}
    return {f.name: ACTIONS[f.form] for f in functions if f.row in rows}


FILE_ACCESS = re.compile(r"MPI_File_(i?)(read|write)(_at|_shared|_ordered|)(?:_all)?(_begin|_end|)(?:_c)?")
POINTERS = {"": "Individual", "_at": "Explicit", "_shared": "Shared", "_ordered": "Ordered"}


def file_access(function: str) -> tuple[str, str, str] | None:
    """Returns, for a function that reads or writes a file, the kind of access, its direction and its pointer."""
    found = FILE_ACCESS.fullmatch(function)
    if not found:
        return None
    started, direction, pointer, half = found.groups()
    return "start" if started else half[1:] or "run", direction.title(), POINTERS[pointer]


def is_count(narrow: Argument, wide: Argument) -> bool:
    """Returns whether the parameter is a count, a size or a displacement that may be large."""
    words = wide.type.replace("*", " ").split()
    return any(w in WIDE for w in words) and (narrow.type != wide.type or "MPI_Count" in words)


def differ_in_counts_alone(narrow: Function, wide: Function) -> bool:
    a, b = narrow.argument_list, wide.argument_list
    return len(a) == len(b) and all(is_count(p, q) or (p.type, p.extents) == (q.type, q.extents) for p, q in zip(a, b))


def pairs(functions: list[Function]) -> list[tuple[Function, Function]]:
    """Returns the supported functions with forms MPI_X_c that differ in counts alone and are not generated otherwise. Others
    are written by hand: they have other callbacks, or other arguments.
    """
    by_name = {f.name: f.beside_rank() for f in functions}
    collective = collective_forms(functions)
    both = [(by_name[f.name], by_name[f.name + "_c"]) for f in functions if f.name + "_c" in by_name and f.name not in collective and not file_access(f.name)]
    return [(narrow, wide) for narrow, wide in both if wide.supported and differ_in_counts_alone(narrow, wide)]


def makes_type(function: Function) -> bool:
    """The type stores which form made it (MPI_Type_get_contents_c), so the body has a parameter for it."""
    return any(p.name == "newtype" for p in function.argument_list)


def body_parameter(narrow: Argument, wide: Argument) -> str:
    """Returns the parameter of the body, for any form of the call (types/counts.h)."""
    if not is_count(narrow, wide):
        return str(wide)
    if not wide.extents and "*" not in wide.type:
        return f"MPI_Count {wide.name}"
    return f"{'Counts' if 'const' in wide.type else 'CountResult'} {wide.name}"
