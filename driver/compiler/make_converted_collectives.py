#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes converted_collectives.inc: the lower-case names of the collectives that the pass makes nonblocking.

They have a nonblocking form and work on a communicator that exists before.
"""
from mpi_table import Call, Form, Function, functions


def works_on_communicator(function: Function) -> bool:
    directions = [a.direction for a in function.argument_list if a.kind == "comm"]
    return directions == ["in"]


table = functions()
started = {f.row for f in table if f.form is Form.NONBLOCKING}
names = {f.row for f in table if f.form is Form.BLOCKING and f.call is Call.COLLECTIVE
         and f.row in started and works_on_communicator(f)}
print("// SPDX-License-Identifier: Apache-2.0\n// Made by make_converted_collectives.py.")
print("\n".join(f'"{name.lower()}",' for name in sorted(names)))
