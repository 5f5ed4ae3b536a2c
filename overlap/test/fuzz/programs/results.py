# SPDX-License-Identifier: Apache-2.0
"""Values that a nest of loops computes in an order that counts, by every bit of them."""


def variables(name):
    return [f"double {name}_sum = 0, {name}_most = -1; unsigned {name}_count = 0; "
            f"(void){name}_sum; (void){name}_most; (void){name}_count;"]


def update(random, name, term):
    """One statement; `term` is not negative."""
    return random.choices([f"{name}_sum += (double){term} / 3.0;",
                           f"{name}_sum = {name}_sum * 0.75 + (double){term};",
                           f"if ((double){term} > {name}_most) {{ {name}_most = (double){term}; {name}_count += 3u; }}",
                           f"{name}_count += (double){term} > 99.0;",
                           f"x1 = x1 * 3u + (unsigned){term};"], [4, 2, 2, 1, 2])[0]


def use(name):
    return [f"{{ unsigned w[4]; memcpy(w, &{name}_sum, 8); memcpy(w + 2, &{name}_most, 8); "
            f"x0 = x0 * 31u + (w[0] ^ w[1]) + 5u * (w[2] ^ w[3]) + 11u * {name}_count; }}"]
