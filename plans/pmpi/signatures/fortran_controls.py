# SPDX-License-Identifier: Apache-2.0
"""The Fortran procedures of control parts (bamboo_plans.inc), the same for both MPIs."""
from fortran_openmpi import converted, parameter


def control(function):
    known = function.known_to_control
    parameters = ", ".join(parameter(name) for name in [*known, "plan", "error"])
    passed = ", ".join([*map(converted, known), "made"])
    return (f"void bamboo_{function.name.lower()}_control_({parameters}) {{\n"
            "  give_plan(plan, error, [&](Bamboo_Plan* made) {\n"
            f"    return Bamboo_{function.name}_control({passed});\n  }});\n}}\n")


def source(functions, notice):
    entries = "\n".join(control(function) for function in functions if "k" in function.c_forms)
    return f"""{notice}
// Control parts of collectives as Fortran programs call them.
#include "fortran/plan_handles.h"

using namespace bamboo::plans::pmpi;

extern "C" {{

{entries}
}}
"""
