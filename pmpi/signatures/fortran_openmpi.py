# SPDX-License-Identifier: Apache-2.0
"""Open MPI's Fortran procedures: its bindings call PMPI_ themselves, so each has an entry."""
import presence
from mpi_table import Form
from table import Kind

PERSISTENT = "#ifdef BAMBOO_HAS_PERSISTENT_COLLECTIVES\n{}#endif\n"
# How C gets an argument, by its kind.
CONVERSIONS = {"buffer": "address({0})", "count": "*{0}", "number": "*{0}", "counts": "{0}",
               "displacements": "{0}", "addresses": "reinterpret_cast<MPI_Aint*>({0})",
               "datatype": "type_of({0})", "op": "op_of({0})", "comm": "comm_of({0})",
               "info": "PMPI_Info_f2c(*{0})"}
ARRAYS_OF_TYPES = {"sendtypes": "types_of(sendtypes, comm_of(comm), sendbuf).data()",
                   "recvtypes": "types_of(recvtypes, comm_of(comm)).data()"}


# The number of neighbours differs between processes.
TYPES_OF_NEIGHBOURS = {
    "sendtypes": "types_of_neighbours(sendtypes, comm_of(comm), &Neighbours::blocks_sent).data()",
    "recvtypes": "types_of_neighbours(recvtypes, comm_of(comm), &Neighbours::blocks_received).data()"}


def parameter(argument):
    return f"{'void' if argument.kind == 'buffer' else 'MPI_Fint'}* {argument.name}"


def converted(argument):
    name = argument.name
    return ARRAYS_OF_TYPES.get(name) or CONVERSIONS[argument.kind].format(name)


def passed_to_c(function, arguments):
    arrays = TYPES_OF_NEIGHBOURS if function.name.startswith("Neighbor_") else {}
    return [arrays.get(argument.name) or converted(argument) for argument in arguments]


def blocking(function):
    name = function.name.lower()
    parameters = ", ".join([*map(parameter, function.argument_list), "MPI_Fint* error"])
    passed = ", ".join(passed_to_c(function, function.argument_list))
    return (f"void ompi_{name}_f({parameters}) {{\n"
            "  ORIGIN;\n"
            f"  give(error, MPI_{function.name}({passed}));\n}}\n"
            f"SPELLINGS({name}, {name.upper()});\n")


def requesting(function, procedure, called, more):
    """A procedure that gives the program a request."""
    arguments = [*function.argument_list, *more]
    parameters = ", ".join([*map(parameter, arguments), "MPI_Fint* request", "MPI_Fint* error"])
    passed = ", ".join([*passed_to_c(function, arguments), "&made"])
    return (f"void {procedure}({parameters}) {{\n"
            "  ORIGIN;\n"
            "  MPI_Request made = MPI_REQUEST_NULL;\n"
            f"  const int code = {called}({passed});\n"
            "  give_request(request, error, code, made);\n}\n")


def planned(function):
    name = function.name.lower()
    yield blocking(function)
    yield (requesting(function, f"ompi_i{name}_f", f"MPI_I{name}", [])
           + f"SPELLINGS(i{name}, I{name.upper()});\n")
    if function.is_persistent_in_fortran:
        called, info = f"MPI_{function.name}_init", function.more(Form.PERSISTENT)[:1]
        yield PERSISTENT.format(requesting(function, f"ompix_{name}_init_f", called, info)
                                + f"PERSISTENT_SPELLINGS({name});\n")


def addresses(function):
    """All arguments of a procedure that is passed on.

    The lengths of strings come last, and take as much room as addresses.
    """
    strings = [a.name for a in function.argument_list if a.kind == "text"]
    lengths = [f"length_of_{name}" for name in strings]
    return [*(a.name for a in function.argument_list), "error", *lengths]


NEXT = "  static void* const next = behind(\"{}\");\n"
# In mpi_f08 the error argument is optional.
ERROR = "  MPI_Fint code = MPI_SUCCESS;\n  if (error == nullptr) error = &code;\n"


def passed_on(function, symbol):
    """The body that does what the row says and calls the binding's own procedure, `symbol`."""
    find = NEXT.format(symbol)
    call = f"call(next, {', '.join(addresses(function.own))});\n"
    if function.kind is Kind.PROGRESSES:
        found = presence.found(function.own, presence.in_fortran).replace("(error ", "(code_of(error) ")
        return f"{find}{presence.in_poll(function.own, presence.in_fortran)}  before_polling();\n{ERROR}  {call}{found}"
    find += presence.in_call(function.own, presence.in_fortran)
    if function.kind is Kind.MAKES:
        opened = f"  open_channel_early({function.arguments[-1]}, error);\n"
        return f"{find}  before_blocking();\n{ERROR}  {call}{opened}"
    return f"{find}  before_blocking();\n  {call}"


def procedure(own, body):
    """The procedure and its spellings."""
    name = own.name.removeprefix("MPI_").lower()
    parameters = ", ".join(f"void* {argument}" for argument in addresses(own))
    return f"void ompi_{name}_f({parameters}) {{\n{body}}}\nSPELLINGS({name}, {name.upper()});\n"


def others(function):
    name = function.name.lower()
    yield procedure(function.own, passed_on(function, f"ompi_{name}_f")) + f"PMPI_SPELLING({name});\n"
    for own in function.requesting:
        if own.since < 4:
            symbol = f"ompi_{own.name.removeprefix('MPI_').lower()}_f"
            call = f"  call(next, {', '.join(addresses(own))});\n"
            yield procedure(own, NEXT.format(symbol) + ERROR + call + presence.remember(own))


def entries_of(function):
    if function.is_in_fortran:
        yield from planned(function) if function.kind is Kind.PLANNED else others(function)


def source(functions, notice):
    entries = "\n".join(entry for function in functions for entry in entries_of(function))
    return f"""{notice}
// Open MPI's procedures as Fortran programs call them.
#include "bamboo_plans.h"
#include "dispatch/unplannable.h"
#include "fortran/openmpi.h"
#include "fortran/passed_on.h"
#include "presence/presence.h"

using namespace bamboo::plans::pmpi;

extern "C" {{

{entries}
}}
"""
