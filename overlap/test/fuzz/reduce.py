# SPDX-License-Identifier: Apache-2.0
"""Makes a program that fails small: leaves out statements as long as it still fails."""
from batch import Batch
from programs.program import Program


def fails(tools, mpi, ranks, seed, variant, dropped, folder):
    """True when the variant fails and the program itself is right."""
    chosen = [v for v in tools.variants(wildcards=False) if v.name in ("plain", variant)]
    batch = Batch(tools, mpi, ranks, {seed: Program(seed).text(dropped)}, folder, chosen, seconds=5)
    failures = batch.run()
    return bool(failures) and all(f.variant != "plain" and "does not end" not in f.text for f in failures)


def reduce_program(tools, mpi, ranks, seed, variant, folder):
    nodes = list(range(Program(seed).nodes))
    dropped = frozenset()
    size = max(1, len(nodes) // 2)
    while size >= 1:
        for start in range(0, len(nodes), size):
            attempt = dropped | frozenset(nodes[start:start + size])
            if attempt != dropped and fails(tools, mpi, ranks, seed, variant, attempt, folder):
                dropped = attempt
        size //= 2
    return '#include "fuzz.h"\n' + Program(seed).text(dropped)
