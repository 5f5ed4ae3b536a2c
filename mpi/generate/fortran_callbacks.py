# SPDX-License-Identifier: Apache-2.0
"""Writes the abstract interfaces of mpi_f08 for procedures that a program passes to MPI."""

ADDRESS = "integer(MPI_ADDRESS_KIND)"
ERROR = "integer :: ierror"


def operator(count: str) -> list[str]:
    return ["type(c_ptr), value :: invec", "type(c_ptr), value :: inoutvec", f"{count} :: len", "type(MPI_Datatype) :: datatype"]


def copy_of_attribute(kind: str) -> list[str]:
    name = kind.lower()
    handle = "Datatype" if kind == "Type" else kind
    return [f"type(MPI_{handle}) :: old{name}", f"integer :: {name}_keyval", f"{ADDRESS} :: extra_state",
            f"{ADDRESS} :: attribute_val_in", f"{ADDRESS} :: attribute_val_out", "logical :: flag", ERROR]


def deletion_of_attribute(kind: str) -> list[str]:
    handle = "Datatype" if kind == "Type" else kind
    return [f"type(MPI_{handle}) :: {handle.lower()}", f"integer :: {kind.lower()}_keyval", f"{ADDRESS} :: attribute_val",
            f"{ADDRESS} :: extra_state", ERROR]


def conversion(count: str) -> list[str]:
    return ["type(c_ptr), value :: userbuf", "type(MPI_Datatype) :: datatype", f"{count} :: count", "type(c_ptr), value :: filebuf",
            "integer(MPI_OFFSET_KIND) :: position", f"{ADDRESS} :: extra_state", ERROR]


CALLBACKS = {
    "MPI_Datarep_conversion_function": conversion("integer"),
    "MPI_Datarep_conversion_function_c": conversion("integer(MPI_COUNT_KIND)"),
    "MPI_Datarep_extent_function": ["type(MPI_Datatype) :: datatype", f"{ADDRESS} :: extent", f"{ADDRESS} :: extra_state", ERROR],
    "MPI_User_function": operator("integer"),
    "MPI_User_function_c": operator("integer(MPI_COUNT_KIND)"),
    "MPI_Grequest_query_function": [f"{ADDRESS} :: extra_state", "type(MPI_Status) :: status", ERROR],
    "MPI_Grequest_free_function": [f"{ADDRESS} :: extra_state", ERROR],
    "MPI_Grequest_cancel_function": [f"{ADDRESS} :: extra_state", "logical :: complete", ERROR],
    **{f"MPI_{kind}_errhandler_function": [f"type(MPI_{kind}) :: {kind.lower()}", "integer :: error_code"]
       for kind in ("Comm", "File", "Session", "Win")},
    **{f"MPI_{kind}_copy_attr_function": copy_of_attribute(kind) for kind in ("Comm", "Type", "Win")},
    **{f"MPI_{kind}_delete_attr_function": deletion_of_attribute(kind) for kind in ("Comm", "Type", "Win")},
}
