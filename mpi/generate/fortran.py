# SPDX-License-Identifier: Apache-2.0
"""Derives the Fortran interfaces of MPI's functions from their C prototypes.

Every Fortran binding has the arguments of its C function in their order, and `ierror` behind them. A rule for each C
type, or a name, says what becomes of an argument.
"""
from typing import NamedTuple

import mpi_table
from mpi_table import Function

HANDLES = ("Comm", "Datatype", "Errhandler", "File", "Group", "Info", "Message", "Op", "Request", "Session", "Win")
KINDS = {"int": "integer", "MPI_Aint": "integer(MPI_ADDRESS_KIND)", "MPI_Offset": "integer(MPI_OFFSET_KIND)",
         "MPI_Count": "integer(MPI_COUNT_KIND)"}
# LOGICAL is 0 and 1 in both compilers, as a flag of C's.
LOGICALS = {"flag", "is_set", "commute", "reorder", "high", "periods", "remain_dims", "weighted"}
WEIGHTS = {"weights", "sourceweights", "destweights"}
# Arguments that have another name in Fortran.
NAMES = {"indx": "index"}
# How many elements an array of handles has.
LENGTHS = {"array_of_requests": ("count", "incount"), "array_of_types": ("count",), "array_of_datatypes": ("max_datatypes",)}

# MPI 1's functions, whose displacements are INTEGERs in Fortran.
WITH_INTEGERS = {"MPI_Address", "MPI_Type_extent", "MPI_Type_hindexed", "MPI_Type_hvector", "MPI_Type_lb", "MPI_Type_struct",
                 "MPI_Type_ub"}

CONVERSIONS_OF_FILES = ["external :: read_conversion_fn", "external :: write_conversion_fn", "external :: dtype_file_extent_fn",
                        "integer(MPI_ADDRESS_KIND), intent(in) :: extra_state"]
# Bindings written by hand in functions/fortran/, with their arguments before ierror.
BY_HAND = {
    "MPI_Buffer_detach": ["choice :: buffer_addr", "integer, intent(out) :: size"],
    "MPI_Info_get_string": ["integer, intent(in) :: info", "character(len=*), intent(in) :: key", "integer, intent(inout) :: buflen",
                            "character(len=*), intent(inout) :: value", "logical, intent(out) :: flag"],
    "MPI_Comm_create_errhandler": ["external :: comm_errhandler_fn", "integer, intent(out) :: errhandler"],
    "MPI_Errhandler_create": ["external :: handler_fn", "integer, intent(out) :: errhandler"],
    "MPI_File_create_errhandler": ["external :: file_errhandler_fn", "integer, intent(out) :: errhandler"],
    "MPI_Session_create_errhandler": ["external :: session_errhandler_fn", "integer, intent(out) :: errhandler"],
    "MPI_Win_create_errhandler": ["external :: win_errhandler_fn", "integer, intent(out) :: errhandler"],
    "MPI_Grequest_start": ["external :: query_fn", "external :: free_fn", "external :: cancel_fn",
                           "integer(MPI_ADDRESS_KIND), intent(in) :: extra_state", "integer, intent(out) :: request"],
    "MPI_Register_datarep": ["character(len=*), intent(in) :: datarep", *CONVERSIONS_OF_FILES],
    "MPI_Op_create": ["external :: user_fn", "logical, intent(in) :: commute", "integer, intent(out) :: op"],
    "MPI_Info_create_env": ["integer, intent(out) :: info"],
    "MPI_Session_get_nth_pset": ["integer, intent(in) :: session", "integer, intent(in) :: info", "integer, intent(in) :: n",
                                 "integer, intent(inout) :: pset_len", "character(len=*), intent(inout) :: pset_name"],
    "MPI_Init": [],
    "MPI_Init_thread": ["integer, intent(in) :: required", "integer, intent(out) :: provided"],
}


# Kinds of objects that have buffers of their own, and how they are called there.
WITH_BUFFERS = {"Comm": "comm", "Session": "session"}
for kind, place in WITH_BUFFERS.items():
    BY_HAND[f"MPI_{kind}_detach_buffer"] = [f"integer, intent(in) :: {place}", "choice :: buffer_addr", "integer, intent(out) :: size"]


def attribute_bindings(place: str, prefix: str, infix: str, names: list[str], values: str) -> dict[str, list[str]]:
    """Returns the functions that make a key, and set and get an attribute at `place`; `values` are of this type."""
    create, put, get = names
    key = [f"integer, intent(in) :: {place}", f"integer, intent(in) :: {prefix}keyval"]
    return {create: [f"external :: {prefix}copy_{infix}fn", f"external :: {prefix}delete_{infix}fn",
                     f"integer, intent(out) :: {prefix}keyval", f"{values}, intent(in) :: extra_state"],
            put: [*key, f"{values}, intent(in) :: attribute_val"],
            get: [*key, f"{values}, intent(out) :: attribute_val", "logical, intent(out) :: flag"]}


for kind in ("Comm", "Type", "Win"):
    BY_HAND |= attribute_bindings("datatype" if kind == "Type" else kind.lower(), f"{kind.lower()}_", "attr_",
                                  [f"MPI_{kind}_create_keyval", f"MPI_{kind}_set_attr", f"MPI_{kind}_get_attr"],
                                  "integer(MPI_ADDRESS_KIND)")
BY_HAND |= attribute_bindings("comm", "", "", ["MPI_Keyval_create", "MPI_Attr_put", "MPI_Attr_get"], "integer")
# Predefined procedures that a program passes when it makes a key.
READY_MADE = ["MPI_Conversion_fn_null", "MPI_Conversion_fn_null_c",
              *(f"MPI_{kind}{action}" for kind in ("", "Comm_", "Type_", "Win_") for action in ("null_copy_fn", "dup_fn", "null_delete_fn"))]
# Functions without ierror.
WITHOUT_ERROR = {"MPI_Pcontrol": ["integer, intent(in) :: level"], "MPI_F_sync_reg": ["choice :: buf"]}
# MPI 1's, which mpi_f08 does not have.
NOT_IN_F08 = WITH_INTEGERS | {"MPI_Attr_delete", "MPI_Attr_get", "MPI_Attr_put", "MPI_Errhandler_create", "MPI_Errhandler_get",
                              "MPI_Errhandler_set", "MPI_Keyval_create", "MPI_Keyval_free"}
# Functions of mpi_f08 only. They take the address of a buffer.
OF_F08 = {"MPI_Register_datarep_c": ["character(len=*), intent(in) :: datarep", *CONVERSIONS_OF_FILES],
          "MPI_Op_create_c": ["external :: user_fn", "logical, intent(in) :: commute", "type(MPI_Op), intent(out) :: op"],
          "MPI_Status_f2f08": ["integer, intent(in) :: f_status(MPI_STATUS_SIZE)", "type(MPI_Status), intent(out) :: f08_status"],
          "MPI_Status_f082f": ["type(MPI_Status), intent(in) :: f08_status", "integer, intent(out) :: f_status(MPI_STATUS_SIZE)"]}
for form, kind in (("f08", "integer"), ("c", "integer(MPI_COUNT_KIND)")):
    detached = ["type(c_ptr), intent(out) :: buffer_addr", f"{kind}, intent(out) :: size"]
    OF_F08[f"MPI_Buffer_detach_{form}"] = detached
    for object_, place in WITH_BUFFERS.items():
        OF_F08[f"MPI_{object_}_detach_buffer_{form}"] = [f"type(MPI_{object_}), intent(in) :: {place}", *detached]
# The specific procedures of MPI_Sizeof, which the modules have: what a variable is, and how many bytes it takes.
SIZEOF = {f"MPI_Sizeof_{kind}{bytes_}": (f"{kind}({bytes_})", bytes_ * (2 if kind == "complex" else 1))
          for kind, all_bytes in (("integer", (1, 2, 4, 8, 16)), ("real", (4, 8, 16)), ("complex", (4, 8, 16))) for bytes_ in all_bytes}
# MPI has no interface for tools in Fortran.
OTHER_CHAPTERS = {"tools"}
CONVERSIONS = ("_c2f", "_f2c", "_c2f08", "_f082c", "_toint", "_fromint")  # between the languages, for C alone
# Arguments that are recognised by their addresses: the variables of mpif.h's COMMON block, and
# their values in C.
CONSTANTS = [("MPI_BOTTOM", 1), ("MPI_IN_PLACE", 1), ("MPI_BUFFER_AUTOMATIC", 1), ("MPI_UNWEIGHTED", 1), ("MPI_WEIGHTS_EMPTY", 1),
             ("MPI_ERRCODES_IGNORE", 1), ("MPI_STATUS_IGNORE", 8), ("MPI_STATUSES_IGNORE", 8)]


class Argument(NamedTuple):
    """`c`: the parameter of the C++ function behind the binding; `passed`: what C's function gets for it; `fortran`: its declaration
    in the module mpi; `f08`: in mpi_f08, where it is another one. A handle there is a type around the integer."""

    name: str
    c: str
    passed: str
    fortran: str
    is_text: bool = False
    f08: str = ""


def base_type(p: mpi_table.Argument) -> str:
    return p.type.replace("const", "").replace("*", "").strip()


def intent(p: mpi_table.Argument) -> str:
    return "in" if "const" in p.type or not (p.extents or "*" in p.type) else "inout"


def choice(p: mpi_table.Argument, _: Function) -> Argument:
    if p.name == "baseptr":  # also of type(c_ptr)
        return Argument(p.name, f"void* {p.name}", p.name, f"choice :: {p.name}")
    return Argument(p.name, f"void* {p.name}", f"known_address({p.name})", f"choice :: {p.name}")


def text(p: mpi_table.Argument, _: Function) -> Argument:
    form, way = ("Text", "in") if "const" in p.type else ("TextPlace", "inout")
    declared = f"char* {p.name}" if form == "TextPlace" else f"const char* {p.name}"
    blanks = ", Blanks::OnBothSides" if form == "Text" and p.name in ("key", "value") else ""
    return Argument(p.name, declared, f"{form}({p.name}, {p.name}_length{blanks})", f"character(len=*), intent({way}) :: {p.name}", True)


def length_of(p: mpi_table.Argument, function: Function) -> str:
    """Returns the length of an array of handles, in C++."""
    if p.name in ("sendtypes", "recvtypes"):
        sends = p.name == "sendtypes"
        if "neighbor" in function.name.lower():
            return "destinations_in(comm)" if sends else "sources_in(comm)"
        return "receivers_in(comm, sendbuf)" if sends else "peers_in(comm)"
    names = [q.name for q in function.argument_list]
    return "*" + next(length for length in LENGTHS[p.name] if length in names)


def frees(function: Function) -> bool:
    return function.name.endswith("_free") or function.name in ("MPI_Comm_disconnect", "MPI_File_close", "MPI_Session_finalize")


def handle(p: mpi_table.Argument, function: Function) -> Argument:
    kind, array = base_type(p), bool(p.extents)
    constant = "const " if "const" in p.type or "*" not in p.type and not array else ""
    if array:
        form = f"{'Handles' if constant else 'HandlePlaces'}<{kind}>({p.name}, {length_of(p, function)})"
    elif "*" in p.type:  # error handlers that a program has got several times have one handle
        form = f"{'FreedHandle' if frees(function) and kind != 'MPI_Errhandler' else 'HandlePlace'}<{kind}>({p.name})"
    else:
        form = f"handle<{kind}>({p.name})"
    declared = f"intent({intent(p)}) :: {p.name}{'(*)' if array else ''}"
    return Argument(p.name, f"{constant}MPI_Fint* {p.name}", form, f"integer, {declared}", f08=f"type({kind}), {declared}")


def status(p: mpi_table.Argument, _: Function) -> Argument:
    extents = "MPI_STATUS_SIZE, *" if p.name == "array_of_statuses" else "MPI_STATUS_SIZE"
    shape = "(*)" if p.name == "array_of_statuses" else ""
    return Argument(p.name, f"MPI_Fint* {p.name}", f"status_at({p.name})", f"integer, intent({intent(p)}) :: {p.name}({extents})",
                    f08=f"type(MPI_Status), intent({intent(p)}) :: {p.name}{shape}")


def number(p: mpi_table.Argument, function: Function) -> Argument:
    kind, place = base_type(p), bool(p.extents) or "*" in p.type
    constant = "const " if "const" in p.type or not place else ""
    passed = p.name if place else f"*{p.name}"
    if function.name in WITH_INTEGERS and kind == "MPI_Aint":
        kind = "int"
        passed = f"*{p.name}" if not place else f"Widened({p.name}, *count)" if p.extents else f"Narrowed({p.name})"
    shape = "(3, *)" if p.extents == "[][3]" else "(*)" if p.extents else ""
    if p.name in WEIGHTS:
        passed = f"known_address({p.name})"
    elif p.name == "array_of_indices" or p.name == "index" and not p.extents:
        passed = f"Indices({p.name}, {'outcount' if p.extents else 'nullptr'})"
    if p.extents == "[][3]":
        passed = f"reinterpret_cast<int(*)[3]>({p.name})"
    fortran = "logical" if p.name in LOGICALS else KINDS[kind]
    return Argument(p.name, f"{constant}{kind}* {p.name}", passed, f"{fortran}, intent({intent(p)}) :: {p.name}{shape}")


RULES = {"void": choice, "char": text, "MPI_Status": status, **{f"MPI_{h}": handle for h in HANDLES}, **{k: number for k in KINDS}}


def arguments(function: Function) -> list[Argument]:
    named = [p._replace(name=NAMES.get(p.name, p.name)) for p in function.argument_list]
    return [RULES[base_type(p)](p, function) for p in named]


def is_generated(function: Function) -> bool:
    return (function.name not in BY_HAND | OF_F08 and function.result in ("int", "double", "MPI_Aint") and not function.variadic
            and not function.name.endswith(CONVERSIONS)
            and all(base_type(p) in RULES and p.name not in ("argv", "attribute_val") for p in function.argument_list))


def bindings() -> list[Function]:
    """Returns the supported functions that Fortran has and that are generated."""
    return [f for f in mpi_table.functions() if f.supported and f.chapter not in OTHER_CHAPTERS and is_generated(f)]


def generics() -> dict[str, list[str]]:
    """In mpi_f08 a form with large counts has the name of the other one, too, where the kinds of their arguments differ."""
    by_name = {f.name: f for f in bindings()}

    def narrow(function: Function) -> list[bool]:
        return [base_type(p) == "int" for p in function.argument_list]

    pairs = [(by_name.get(name.removesuffix("_c")), wide) for name, wide in by_name.items() if wide.large]
    return {f.name: [f.name, wide.name] for f, wide in pairs if f and narrow(f) != narrow(wide)} | {
        name: [f"{name}_f08", f"{name}_c"] for name in ("MPI_Buffer_detach", *(f"MPI_{kind}_detach_buffer" for kind in WITH_BUFFERS))}


def names() -> list[str]:
    """Returns the names of all functions that Fortran has here."""
    return sorted([*(f.name for f in bindings()), *BY_HAND, *WITHOUT_ERROR, *OF_F08, *SIZEOF])


def comparisons() -> list[tuple[str, str, str]]:
    """Yields (function, type, operator): in mpi_f08 handles are compared."""
    return [(f"MPI_{kind}_{name}", f"MPI_{kind}", operator) for kind in HANDLES for name, operator in (("eq", "=="), ("ne", "/="))]


def missing_names() -> list[str]:
    """Returns the names of MPI that Bamboo lacks, or lacks in Fortran."""
    there = set(names())
    return [f.name for f in mpi_table.functions()
            if f.chapter not in OTHER_CHAPTERS and f.name not in there and not f.name.endswith(CONVERSIONS)]


def symbol(function: str) -> str:
    """Returns the name that both compilers give to an external procedure."""
    return function.lower() + "_"
