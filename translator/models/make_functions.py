#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes functions.inc: a row of MpiFunction for each function of MPI, sorted by name.

A form with large counts has no row of its own where it has the arguments of the other form.
"""
from mpi_table import Argument, Call, Function, functions

ROLES = {Call.SENDS: "send", Call.RECEIVES: "receive", Call.POSTS: "post",
         Call.EXCHANGES: "exchange", Call.PREPARES: "prepare", Call.STARTS: "start",
         Call.COMPLETES: "wait", Call.PROBES: "probe", Call.LOCAL: "local"}
MAY_WAIT = "collective"  # the role of all others


def use(argument: Argument, role: str) -> str:
    """Returns a letter of `MpiFunction::uses`."""
    if "*" not in argument.type and not argument.extents:
        return "-"
    reads = argument.direction != "out"
    if role == MAY_WAIT and argument.direction == "out":
        reads = True  # MPI_IN_PLACE makes the result an operand
    letter = "r" if argument.direction == "in" else "x" if reads else "w"
    return letter.upper() if argument.may else letter


def position(function: Function, is_wanted) -> int:
    """Returns the position of the first argument that `is_wanted`; -1 if there is none."""
    return next((i for i, a in enumerate(function.argument_list) if is_wanted(a)), -1)


def row(function: Function) -> str:
    role = ROLES.get(function.call, MAY_WAIT)
    uses = "".join(use(a, role) for a in function.argument_list)
    positions = [-1] * 4
    if role not in ("local", MAY_WAIT):
        names = [a.name for a in function.argument_list]
        peer = "source" if "source" in names else "dest"
        positions = [position(function, lambda a: a.kind == "buffer" and a.direction != "out"),
                     position(function, lambda a: a.kind == "buffer" and a.direction != "in"),
                     position(function, lambda a: a.name == peer),
                     position(function, lambda a: a.kind in ("request", "requests"))]
    return f'{{"{function.name}", MpiRole::{role.capitalize()}, "{uses}", {", ".join(map(str, positions))}}},'


def main():
    print("// SPDX-License-Identifier: Apache-2.0\n// Made by make_functions.py.")
    for function in sorted(functions(), key=lambda f: f.name):
        if not function.large or function.name == function.row:
            print(row(function))


main()
