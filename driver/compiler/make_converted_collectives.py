#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes converted_collectives.inc: the lower-case names of the collectives that the pass makes nonblocking."""
from mpi_table import converted_collectives, functions

names = (blocking.name.lower() for blocking, _ in converted_collectives(functions()))
print("// SPDX-License-Identifier: Apache-2.0\n// Made by make_converted_collectives.py.")
print("\n".join(f'"{name}",' for name in sorted(names)))
