# SPDX-License-Identifier: Apache-2.0
"""Open MPI's Fortran procedures: its bindings call PMPI_ themselves, so each one has an entry of its own."""
from table import STRINGS, TYPES, Kind

PERSISTENT = "#ifdef BAMBOO_HAS_PERSISTENT_COLLECTIVES\n{}#endif\n"
# How C gets an argument, by its C type.
CONVERSIONS = {"const void*": "address({0})", "void*": "address({0})", "int": "*{0}", "const int": "{0}",
               "MPI_Datatype": "type_of({0})", "MPI_Op": "op_of({0})", "MPI_Comm": "comm_of({0})",
               "MPI_Info": "PMPI_Info_f2c(*{0})"}
ARRAYS_OF_TYPES = {"sendtypes": "types_of(sendtypes, comm_of(comm), sendbuf).data()",
                   "recvtypes": "types_of(recvtypes, comm_of(comm)).data()"}


def parameter(name):
    is_buffer = name in TYPES and TYPES[name].before.endswith("void*")
    return f"{'void' if is_buffer else 'MPI_Fint'}* {name}"


def converted(name):
    return ARRAYS_OF_TYPES.get(name) or CONVERSIONS[TYPES[name].before].format(name)


def blocking(function):
    name = function.name.lower()
    parameters = ", ".join(parameter(argument) for argument in [*function.arguments, "error"])
    passed = ", ".join(map(converted, function.arguments))
    return (f"void ompi_{name}_f({parameters}) {{\n  ORIGIN;\n  give(error, MPI_{function.name}({passed}));\n}}\n"
            f"SPELLINGS({name}, {name.upper()});\n")


def requesting(function, procedure, called, more):
    """A procedure that gives the program a request."""
    parameters = ", ".join(parameter(name) for name in [*function.arguments, *more, "request", "error"])
    passed = ", ".join([*map(converted, [*function.arguments, *more]), "&made"])
    return (f"void {procedure}({parameters}) {{\n  ORIGIN;\n  MPI_Request made = MPI_REQUEST_NULL;\n"
            f"  const int code = {called}({passed});\n  give_request(request, error, code, made);\n}}\n")


def planned(function):
    name = function.name.lower()
    yield blocking(function)
    if "i" in function.fortran_forms:
        yield (requesting(function, f"ompi_i{name}_f", f"MPI_I{name}", [])
               + f"SPELLINGS(i{name}, I{name.upper()});\n")
    if "p" in function.fortran_forms:
        yield PERSISTENT.format(requesting(function, f"ompix_{name}_init_f", f"MPI_{function.name}_init", ["info"])
                                + f"PERSISTENT_SPELLINGS({name});\n")


def addresses(function, more=()):
    """All arguments of a procedure that is passed on; the lengths of strings take as much room as addresses."""
    return [*function.arguments, *more, "error", *(f"length_of_{name}" for name in function.arguments if name in STRINGS)]


def forward(symbol, names):
    return f"call(next, {', '.join(names)});\n", f"  static void* const next = behind(\"{symbol}\");\n"


def passed_on(function, symbol):
    """The body that does what the row says and calls the binding's own procedure, `symbol`."""
    names = addresses(function)
    call, find = forward(symbol, names)
    if function.kind is Kind.PROGRESSES:
        return f"{find}  if (are_requests_under_way()) progress_requests();\n  {call}"
    if function.kind is Kind.MAKES:
        return (f"{find}  before_blocking();\n  MPI_Fint code = MPI_SUCCESS;\n  if (error == nullptr) error = &code;\n"
                f"  {call}  open_channel_early(newcomm, error);\n")
    return f"{find}  before_blocking();\n  {call}"


def counted(function, symbol, name, more):
    names = addresses(function, more)
    call, find = forward(symbol, names)
    detach = "" if more else "  before_blocking();\n"
    return (f"{find}{detach}  MPI_Fint code = MPI_SUCCESS;\n  if (error == nullptr) error = &code;\n"
            f"  count_unplannable({{\"{name}\", Unplannable::Neighbours, comm_of(static_cast<MPI_Fint*>(comm)),\n"
            f"                     __builtin_return_address(0)}},\n                    [&]() -> int {{\n"
            f"    {call}    return *static_cast<MPI_Fint*>(error);\n  }});\n")


def others(function):
    for letter, more in (("b", []), ("i", ["request"])):
        if letter not in function.fortran_forms:
            continue
        name = f"{'i' * (letter == 'i')}{function.name.lower()}"
        symbol = f"ompi_{name}_f"
        body = (counted(function, symbol, name, more) if function.kind is Kind.NEIGHBOURS
                else passed_on(function, symbol))
        parameters = ", ".join(f"void* {argument}" for argument in addresses(function, more))
        yield (f"void {symbol}({parameters}) {{\n{body}}}\nSPELLINGS({name}, {name.upper()});\n"
               f"PMPI_SPELLING({name});\n")


def source(functions, notice):
    entries = "\n".join(entry for function in functions if function.fortran_forms
                        for entry in (planned if function.kind is Kind.PLANNED else others)(function))
    return f"""{notice}
// Open MPI's procedures as Fortran programs call them.
#include "bamboo_plans.h"
#include "dispatch/unplannable.h"
#include "fortran/openmpi.h"
#include "fortran/passed_on.h"

using namespace bamboo::plans::pmpi;

extern "C" {{

{entries}
}}
"""
