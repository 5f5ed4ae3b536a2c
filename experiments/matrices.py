# SPDX-License-Identifier: Apache-2.0
"""What the experiments with matrix products share."""
import math

LIBRARIES = ("-lopenblas", "-lm")


def divisible(size, ranks):
    """The multiple of the sides of all square grids of so many ranks that is nearest to `size`."""
    step = math.lcm(*(math.isqrt(n) for n in ranks))
    return max(step, round(size / step) * step)
