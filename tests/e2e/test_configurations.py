#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests that the sample that CI runs covers its pairs of choices for the existing programs."""
import sys

import configurations
import program as programs

MPIS, COMPILERS = ("openmpi", "mpich"), ("gcc", "clang")


def check(holds, text):
    if not holds:
        sys.exit(f"test_configurations: {text}")


every = programs.all_programs()
check(len(every) >= 60, f"{len(every)} programs, 60 are promised")
covered, possible = set(), set()
for p in every:
    chosen = configurations.sample(p, MPIS, COMPILERS, "bamboo")
    check(chosen == configurations.sample(p, MPIS, COMPILERS, "bamboo"), "not deterministic")
    check({c.mpi for c in chosen} == set(MPIS), f"{p.name}: one MPI only")
    check({c.compiler for c in chosen} == set(COMPILERS), f"{p.name}: one compiler only")
    check({c.variant for c in chosen} == set(range(len(p.arguments))), f"{p.name}: a variant is left out")
    covered.update(*(c.pairs() for c in chosen))
    possible.update(*(c.pairs() for c in configurations.all_configurations(p, MPIS, COMPILERS)))
pairs = {pair for pair in possible if not pair[0] == "variant"}
check(pairs <= covered, f"pairs that no program covers: {sorted(map(str, pairs - covered))[:5]}")
vfs = {c.vf for p in every for c in configurations.all_configurations(p, MPIS, COMPILERS)}
check(vfs == {"1", "2", "4", "all"}, f"virtualisation factors {vfs}")
print(f"test_configurations: {len(every)} programs, {len(pairs)} pairs, all covered")
