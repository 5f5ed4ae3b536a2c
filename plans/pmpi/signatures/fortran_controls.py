# SPDX-License-Identifier: Apache-2.0
"""The Fortran procedures of control parts (bamboo_plans.inc), the same for both MPIs."""
import fortran_openmpi

# A control part has no buffers, so it does not know that a side is left out.
ARRAYS = {"pattern": "pattern", "sendtypes": "types_of(sendtypes, comm_of(comm)).data()"}


def parameter(name):
    return "const MPI_Count* pattern" if name == "pattern" else fortran_openmpi.parameter(name)


def converted(name):
    return ARRAYS.get(name) or fortran_openmpi.converted(name)


def controls(function):
    for name, known in function.controls:
        parameters = ", ".join(parameter(each) for each in [*known, "plan", "error"])
        passed = ", ".join([*map(converted, known), "made"])
        yield (f"void bamboo_{name.lower()}_({parameters}) {{\n"
               "  give_plan(plan, error, [&](Bamboo_Plan* made) {\n"
               f"    return Bamboo_{name}({passed});\n  }});\n}}\n")


def source(functions, notice):
    entries = "\n".join(entry for function in functions for entry in controls(function))
    return f"""{notice}
// Control parts of collectives as Fortran programs call them.
#include "fortran/plan_handles.h"

using namespace bamboo::plans::pmpi;

extern "C" {{

{entries}
}}
"""
