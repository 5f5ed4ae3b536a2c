#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes functions.inc: the functions of MPI as the pass sees them.

Each is a call of a macro, which those who include the file define:

    OPERATION(name, kind, arguments, nonblocking, controlled)  a row of `Operation`
    PLANNED_CALL(name, arguments)                              a row of `PlannedCall`
    INQUIRY(name, arguments)                                   a row of `LocalInquiry`
    RECEIVE(name, source, communicator)                        positions of two arguments
    KEEPS_NO_ADDRESS(name) and so on                           a fact of the table
"""
from mpi_table import Argument, Call, Control, Fact, Form, Function, functions

CALLS = (Call.SENDS, Call.RECEIVES, Call.EXCHANGES, Call.COLLECTIVE)
ARRAYS = ("counts", "displacements", "addresses")
FACTS = (Fact.KEEPS_NO_ADDRESS, Fact.KEEPS_TYPES, Fact.WRITES_ARGUMENTS_ONLY, Fact.NO_EQUAL_FORM)
MACROS = ("OPERATION", "PLANNED_CALL", "INQUIRY", "RECEIVE", *(fact.name for fact in FACTS))
# The letters of `role` and of `pattern_role`, by kinds of arguments.
ROLES = {"count": "n", "datatype": "t", "op": "o", "comm": "m", "status": "s", "number": "v",
         "datatypes": "H", **dict.fromkeys(ARRAYS, "A")}
PATTERN_ROLES = {"buffer": "-", "displacements": "-", "counts": "c", "datatypes": "h",
                 "count": "n", "number": "n", "datatype": "v", "op": "v", "comm": "v"}


def role(argument: Argument) -> str | None:
    if argument.kind != "buffer":
        is_known = argument.direction == "in" or argument.kind == "status"
        return ROLES.get(argument.kind) if is_known else None
    letter = {"in": "r", "out": "w", "inout": "x"}[argument.direction]
    return letter.upper() if argument.blocks else letter


def kind_of(function: Function) -> str:
    if function.call is Call.COLLECTIVE:
        has_buffers = any(a.kind == "buffer" for a in function.argument_list)
        return "Collective" if has_buffers else "Barrier"
    return "Exchange" if function.call is Call.EXCHANGES else "PointToPoint"


def operations(table: list[Function]):
    """Those that have a nonblocking form and no other arguments than the pass knows."""
    started = {f.row: f.name for f in table if f.form is Form.NONBLOCKING}
    for f in table:
        roles = [role(a) for a in f.argument_list]
        has_form = f.form is Form.BLOCKING and f.row in started and f.call in CALLS
        if not has_form or Fact.NO_EQUAL_FORM in f.facts or None in roles or "m" not in roles:
            continue
        letters, kind = "".join(roles), kind_of(f)
        nonblocking = "" if kind == "Exchange" else started[f.row]
        controlled = f"Bamboo_{f.name[4:]}_controlled" if Control.KEPT in f.planned else ""
        yield f'OPERATION("{f.name}", {kind}, "{letters}", "{nonblocking}", "{controlled}")'
        if controlled:
            yield f'OPERATION("{controlled}", Controlled, "{letters}k", "", "")'
            patterns = "".join(PATTERN_ROLES[a.kind] for a in f.argument_list)
            yield f'PLANNED_CALL("{f.name}", "{patterns}")'


def inquiry(function: Function) -> str:
    letters = ["w" if a.direction != "in" else "v" if "*" not in a.type and not a.extents else "r"
               for a in function.argument_list]
    return f'INQUIRY("{function.name}", "{"".join(letters)}")'


def others(table: list[Function]):
    for f in table:
        names = [a.name for a in f.argument_list]
        if "source" in names and "comm" in names:
            yield f'RECEIVE("{f.name}", {names.index("source")}, {names.index("comm")})'
        if Fact.INQUIRY in f.facts:
            yield inquiry(f)
        yield from (f'{fact.name}("{f.name}")' for fact in FACTS if fact in f.facts)


def main():
    table = [f for f in functions() if not f.large]
    print("// SPDX-License-Identifier: Apache-2.0\n// Made by make_functions.py, which explains it.")
    for macro in MACROS:
        print(f"#ifndef {macro}\n#define {macro}(...)\n#endif")
    print("\n".join([*operations(table), *others(table)]))
    for macro in MACROS:
        print(f"#undef {macro}")


main()
