# SPDX-License-Identifier: Apache-2.0
"""Open MPI's Fortran procedures: its bindings call PMPI_ themselves, so each has an entry."""
from table import STRINGS, TYPES, Kind

PERSISTENT = "#ifdef BAMBOO_HAS_PERSISTENT_COLLECTIVES\n{}#endif\n"
# How C gets an argument, by its C type.
CONVERSIONS = {"const void*": "address({0})", "void*": "address({0})", "int": "*{0}",
               "const int": "{0}", "const MPI_Aint": "reinterpret_cast<MPI_Aint*>({0})",
               "MPI_Datatype": "type_of({0})", "MPI_Op": "op_of({0})",
               "MPI_Comm": "comm_of({0})", "MPI_Info": "PMPI_Info_f2c(*{0})"}
ARRAYS_OF_TYPES = {"sendtypes": "types_of(sendtypes, comm_of(comm), sendbuf).data()",
                   "recvtypes": "types_of(recvtypes, comm_of(comm)).data()"}


# The number of neighbours differs between processes.
TYPES_OF_NEIGHBOURS = {
    "sendtypes": "types_of_neighbours(sendtypes, comm_of(comm), &Neighbours::blocks_sent).data()",
    "recvtypes": "types_of_neighbours(recvtypes, comm_of(comm), &Neighbours::blocks_received).data()"}


def parameter(name):
    is_buffer = name in TYPES and TYPES[name].before.endswith("void*")
    return f"{'void' if is_buffer else 'MPI_Fint'}* {name}"


def converted(name):
    return ARRAYS_OF_TYPES.get(name) or CONVERSIONS[TYPES[name].before].format(name)


def passed_to_c(function, names):
    arrays = TYPES_OF_NEIGHBOURS if function.name.startswith("Neighbor_") else {}
    return [arrays.get(name) or converted(name) for name in names]


def blocking(function):
    name = function.name.lower()
    parameters = ", ".join(parameter(argument) for argument in [*function.arguments, "error"])
    passed = ", ".join(passed_to_c(function, function.arguments))
    return (f"void ompi_{name}_f({parameters}) {{\n"
            "  ORIGIN;\n"
            f"  give(error, MPI_{function.name}({passed}));\n}}\n"
            f"SPELLINGS({name}, {name.upper()});\n")


def requesting(function, procedure, called, more):
    """A procedure that gives the program a request."""
    names = [*function.arguments, *more]
    parameters = ", ".join(parameter(name) for name in [*names, "request", "error"])
    passed = ", ".join([*passed_to_c(function, names), "&made"])
    return (f"void {procedure}({parameters}) {{\n"
            "  ORIGIN;\n"
            "  MPI_Request made = MPI_REQUEST_NULL;\n"
            f"  const int code = {called}({passed});\n"
            "  give_request(request, error, code, made);\n}\n")


def planned(function):
    name = function.name.lower()
    yield blocking(function)
    if "i" in function.fortran_forms:
        yield (requesting(function, f"ompi_i{name}_f", f"MPI_I{name}", [])
               + f"SPELLINGS(i{name}, I{name.upper()});\n")
    if "p" in function.fortran_forms:
        called = f"MPI_{function.name}_init"
        yield PERSISTENT.format(requesting(function, f"ompix_{name}_init_f", called, ["info"])
                                + f"PERSISTENT_SPELLINGS({name});\n")


def addresses(function, more=()):
    """All arguments of a procedure that is passed on.

    The lengths of strings come last, and take as much room as addresses.
    """
    lengths = [f"length_of_{name}" for name in function.arguments if name in STRINGS]
    return [*function.arguments, *more, "error", *lengths]


NEXT = "  static void* const next = behind(\"{}\");\n"
# In mpi_f08 the error argument is optional.
ERROR = "  MPI_Fint code = MPI_SUCCESS;\n  if (error == nullptr) error = &code;\n"


def passed_on(function, symbol):
    """The body that does what the row says and calls the binding's own procedure, `symbol`."""
    find = NEXT.format(symbol)
    call = f"call(next, {', '.join(addresses(function))});\n"
    if function.kind is Kind.PROGRESSES:
        return f"{find}  before_polling();\n  {call}"
    if function.kind is Kind.MAKES:
        opened = "  open_channel_early(newcomm, error);\n"
        return f"{find}  before_blocking();\n{ERROR}  {call}{opened}"
    return f"{find}  before_blocking();\n  {call}"


def others(function):
    if "b" not in function.fortran_forms:
        return
    name = function.name.lower()
    symbol = f"ompi_{name}_f"
    parameters = ", ".join(f"void* {argument}" for argument in addresses(function))
    yield (f"void {symbol}({parameters}) {{\n{passed_on(function, symbol)}}}\n"
           f"SPELLINGS({name}, {name.upper()});\nPMPI_SPELLING({name});\n")


def entries_of(function):
    if function.fortran_forms:
        yield from planned(function) if function.kind is Kind.PLANNED else others(function)


def source(functions, notice):
    entries = "\n".join(entry for function in functions for entry in entries_of(function))
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
