# SPDX-License-Identifier: Apache-2.0
"""The lines of an entry that store in which call the thread is (presence/presence.h)."""
from mpi_table import Function

# What a polling call has found, by the name of the argument.
FOUND = {"flag": "{} != 0", "outcount": "{} != 0"}  # .true. is not 0


def in_c(argument):
    return argument.name


def in_fortran(argument):
    name = argument.name
    return f"comm_of(static_cast<const MPI_Fint*>({name}))" if argument.kind == "comm" \
        else f"*static_cast<const MPI_Fint*>({name})"


def arguments(function: Function, convert):
    """Which arguments are stored: the word of enum Stored, and CalledWith."""
    by_name = {a.name: convert(a) for a in function.argument_list}
    comms = [convert(a) for a in function.argument_list if a.kind == "comm" and a.direction == "in"]
    comm = comms[0] if comms else "MPI_COMM_NULL"
    to, source, tag = (by_name.get(name) for name in ("dest", "source", "tag"))
    with_tag = f", {tag}" if tag else ""
    if to and source:
        tags = by_name["sendtag"], by_name["recvtag"]
        return "Exchange", f"{{{comm}, {to}, {tags[0]}, {source}, {tags[1]}}}"
    if to or source:
        return "To" if to else "From", f"{{{comm}, {to or source}{with_tag}}}"
    if "root" in by_name:
        return "Root", f"{{{comm}, {by_name['root']}}}"
    return "Nothing", f"{{{comm}}}"


def function_of(function: Function, stored):
    return f"  static constexpr CalledFunction function{{\"{function.name}\", Stored::{stored}}};\n"


def in_call(function: Function, convert=in_c):
    stored, with_ = arguments(function, convert)
    return (function_of(function, stored)
            + f"  const InCall in_call(function, BAMBOO_ORIGIN, {with_});\n")


def in_poll(function: Function, convert=in_c):
    stored, with_ = arguments(function, convert)
    return function_of(function, stored) + f"  InPoll in_poll(function, BAMBOO_ORIGIN, {with_});\n"


def found(function: Function, convert=None):
    """Behind a polling call, whose error code is `error`."""
    for argument in function.argument_list:
        if argument.name in FOUND:
            value = convert(argument) if convert else f"*{argument.name}"
            return f"  if (error == MPI_SUCCESS) in_poll.found({FOUND[argument.name].format(value)});\n"
    return ""


def remember(function: Function):
    """Behind a Fortran procedure that has started a request."""
    stored, with_ = arguments(function, in_fortran)
    return (function_of(function, stored)
            + f"  remember_start(request, error, function, BAMBOO_ORIGIN, {with_});\n")


def started(function: Function, call):
    """The call, which starts a request, of an entry in C."""
    stored, with_ = arguments(function, in_c)
    return (function_of(function, stored)
            + f"  return started({call}, request, function, BAMBOO_ORIGIN, {with_});\n")
