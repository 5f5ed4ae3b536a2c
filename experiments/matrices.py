# SPDX-License-Identifier: Apache-2.0
"""Functions for the experiments with matrix products."""
import dataclasses
import math

LIBRARIES = ("-lopenblas", "-lm")


def add_kernel(parser):
    parser.add_argument("--kernel", default="", help="OpenBLAS' kernels (OPENBLAS_CORETYPE, such as Nehalem): where hosts "
                        "compute slower, slower links give the same share of communication, and emulating them takes "
                        "less of the processor")


def with_kernel(variants, kernel):
    """Returns the same variants with the products of that kernel; all unchanged for an empty name."""
    added = (("OPENBLAS_CORETYPE", kernel),) if kernel else ()
    return [dataclasses.replace(v, environment=(*v.environment, *added)) for v in variants]


def divisible(size, ranks):
    """Returns the multiple of the sides of all square grids of so many ranks that is nearest to `size`."""
    step = math.lcm(*(math.isqrt(n) for n in ranks))
    return max(step, round(size / step) * step)
