#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the names of the collective functions over communicators, sorted: collective_names.py

A form with large counts is the same call as the other one.
"""
from mpi_table import Call, functions

CHAPTERS = ("collectives", "communicators", "processes", "topologies")

for name in sorted(f.name for f in functions() if f.call is Call.COLLECTIVE and f.chapter in CHAPTERS and not f.large):
    print(f'"{name}",')
