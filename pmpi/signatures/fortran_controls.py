# SPDX-License-Identifier: Apache-2.0
"""The Fortran procedures of control parts (bamboo_plans.inc, bamboo_controls.h), the same for both MPIs."""
import fortran_openmpi

# A control part has no buffers, so it does not know that a side is omitted.
ARRAYS = {"pattern": "pattern", "sendtypes": "types_of(sendtypes, comm_of(comm)).data()"}


def parameter(argument):
    if argument.name == "pattern":
        return "const MPI_Count* pattern"
    return fortran_openmpi.parameter(argument)


def converted(argument):
    return ARRAYS.get(argument.name) or fortran_openmpi.converted(argument)


def controls(function):
    for name, known in function.controls:
        parameters = ", ".join([*map(parameter, known), "MPI_Fint* plan", "MPI_Fint* error"])
        passed = ", ".join([*map(converted, known), "made"])
        yield (f"void bamboo_{name.lower()}_({parameters}) {{\n"
               "  give_plan(plan, error, [&](Bamboo_Plan* made) {\n"
               f"    return Bamboo_{name}({passed});\n  }});\n}}\n")


def controlled(function):
    """The procedure that keeps its control part."""
    name = function.name
    parameters = ", ".join([*map(fortran_openmpi.parameter, function.argument_list), "uint64_t* control",
                            "MPI_Fint* error"])
    passed = ", ".join([*map(fortran_openmpi.converted, function.argument_list), "control"])
    return (f"void bamboo_{name.lower()}_controlled_({parameters}) {{\n"
            "  const CallOrigin origin(__builtin_return_address(0));\n"
            f"  give(error, Bamboo_{name}_controlled({passed}));\n}}\n")


def linked(function):
    """The same over an MPI alone. C programs have no Fortran binding, which is no fault."""
    name = function.name.lower()
    arguments = [*function.arguments, "error"]
    all_ = ", ".join(f"void* {argument}" for argument in arguments)
    parameters = ", ".join(f"void* {argument}" for argument in function.arguments)
    return (f"__attribute__((weak)) void mpi_{name}_({all_});\n"
            f"void bamboo_{name}_controlled_({parameters}, uint64_t* control, void* error) {{\n"
            f"  insist_on_open(control, \"MPI_{function.name}\");\n"
            f"  mpi_{name}_({', '.join(arguments)});\n}}\n")


def entries_of(function):
    yield from controls(function)
    if function.keeps_control:
        yield controlled(function)


def source(functions, notice):
    entries = "\n".join(entry for function in functions for entry in entries_of(function))
    return f"""{notice}
// Control parts of collectives as Fortran programs call them.
#include "bamboo_controls.h"
#include "arguments/call.h"
#include "fortran/plan_handles.h"

using namespace bamboo::plans::pmpi;

extern "C" {{

{entries}
}}
"""
