#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes which symbols the procedures that an object calls get in tasks mode: fortran_names.py

A line for objcopy each. So an object shows its mode, as C's do, and a missing function is refused by name.
"""
from fortran import READY_MADE, comparisons, missing_names, names, symbol

for name in names():
    print(f"{symbol(name)} bamboo_{symbol(name)}")
    print(f"p{symbol(name)} bamboo_p{symbol(name)}")
for name in [*READY_MADE, *(function for function, _, _ in comparisons())]:
    print(f"{symbol(name)} bamboo_{symbol(name)}")
for name in missing_names():
    print(f"{symbol(name)} {name}_is_not_supported_by_bamboo")
    print(f"p{symbol(name)} P{name}_is_not_supported_by_bamboo")
