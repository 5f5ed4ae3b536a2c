# SPDX-License-Identifier: Apache-2.0
"""The C side of functions.txt: a struct for the arguments of each planned function, and the entry points."""
from table import TYPES, Kind

PERSISTENT = "#ifdef BAMBOO_HAS_PERSISTENT_COLLECTIVES\n{}#endif\n"
MPI4 = "#if MPI_VERSION >= 4\n{}#endif\n"


def struct(function, large):
    name = f"{function.name}{'Large' * large}Arguments"
    members = "".join(f"  {TYPES[argument].member(argument, large)};\n" for argument in function.arguments)
    return (f"struct {name} {{\n  static constexpr Operation operation = Operation::{function.operation};\n"
            f"{members}}};\n")


def native(function, called, more=(), large=False):
    """An overload of native(): the installed MPI's function on the struct."""
    parameters = "".join(f", {TYPES[name].declare(name)}" for name in more)
    passed = ", ".join([*(f"a.{argument}" for argument in function.arguments), *more])
    return (f"inline int native(const {function.name}{'Large' * large}Arguments& a{parameters}) {{\n"
            f"  return {called}({passed});\n}}\n")


def arguments_of(function):
    name = function.name
    text = struct(function, False) + native(function, f"PMPI_{name}")
    if "i" in function.c_forms:
        text += native(function, f"PMPI_I{name.lower()}", ["request"])
    if "p" in function.c_forms:
        text += PERSISTENT.format(native(function, f"OWN_PERSISTENT({name})", ["info", "request"]))
    if "c" in function.c_forms:
        text += MPI4.format(struct(function, True) + native(function, f"PMPI_{name}_c", large=True))
    return text


def arguments_header(functions, notice):
    planned = [function for function in functions if function.kind is Kind.PLANNED]
    return f"""{notice}
/// \\file
/// The arguments of each planned function, and native(): what the installed MPI does with them.
#pragma once

#include <mpi.h>

#include "arguments/persistent_names.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans::pmpi {{

{chr(10).join(map(arguments_of, planned))}
}}  // namespace bamboo::plans::pmpi
"""


def define(name, parameters, body):
    return f"int MPI_{name}({parameters}) {{\n{body}}}\n"


def define_persistent(name, parameters, body):
    return PERSISTENT.format(f"PERSISTENT({name}, ({parameters})) {{\n{body}}}\n")


def variants(function):
    """(name, more arguments, large counts) of each form; "Gather_init" stands for any name of the persistent form."""
    lower, forms = function.name.lower(), function.c_forms
    for letter, name, more in (("b", function.name, []), ("i", f"I{lower}", ["request"]),
                               ("p", f"{function.name}_init", ["info", "request"])):
        if letter in forms:
            yield letter, name, more, False
        if "c" in forms and (letter in forms or letter == "b"):
            yield letter, f"{name}_c", more, True


def planned(function):
    for letter, name, more, large in variants(function):
        parameters = function.parameters(more, large)
        made = f"{function.name}{'Large' * large}Arguments{{{function.passed()}}}"
        if large and letter != "b":
            yield MPI4.format(define(name, parameters, unplannable(function, letter, name, more, "LargeCounts")))
        elif large:
            yield MPI4.format(define(name, parameters, f"  return dispatch_large({made}, BAMBOO_ORIGIN);\n"))
        elif letter == "b":
            # The struct that is handed out of line is another one: the short way needs no memory.
            yield define(name, parameters, f"  if (stays_native({made})) [[likely]]\n"
                                           f"    return PMPI_{name}({function.passed()});\n"
                                           f"  return dispatch_blocking({made}, BAMBOO_ORIGIN);\n")
        elif letter == "i":
            yield define(name, parameters, f"  return dispatch_nonblocking({made}, BAMBOO_ORIGIN, request);\n")
        else:
            yield define_persistent(function.name, parameters,
                                    f"  return dispatch_persistent({made}, BAMBOO_ORIGIN, info, request);\n")
    if "k" in function.c_forms:
        yield control(function)


def unplannable(function, letter, name, more, why):
    """The body of an entry that the installed MPI serves and the report counts."""
    own = f"OWN_PERSISTENT({function.name})" if name.endswith("_init") else f"PMPI_{name}"
    detach = "" if letter == "i" else "  before_blocking();\n"
    return (f"{detach}  return count_unplannable({{\"{name}\", Unplannable::{why}, comm, BAMBOO_ORIGIN}},\n"
            f"                           [&] {{ return {own}({function.passed(more)}); }});\n")


def neighbours(function):
    for letter, name, more, large in variants(function):
        parameters = function.parameters(more, large)
        body = unplannable(function, letter, name, more, "Neighbours")
        if large:
            yield MPI4.format(define(name, parameters, body))
        elif letter == "p":
            yield define_persistent(function.name, parameters, body)
        else:
            yield define(name, parameters, body)


def control(function):
    """The control part of bamboo_plans.h: the arguments without buffers."""
    kept = [argument for argument in function.arguments if not argument.endswith(("buf", "buffer"))]
    parameters = ", ".join(TYPES[argument].declare(argument) for argument in kept)
    passed = ", ".join(argument if argument in kept else "nullptr" for argument in function.arguments)
    return (f"int Bamboo_{function.name}_control({parameters}, Bamboo_Plan* plan) {{\n"
            f"  return make_plan({function.name}Arguments{{{passed}}}, plan);\n}}\n")


def passed_on(function):
    before = {Kind.BLOCKS: "  before_blocking();\n", Kind.MAKES: "  before_blocking();\n",
              Kind.PROGRESSES: "  if (are_requests_under_way()) progress_requests();\n"}[function.kind]
    for _, name, more, large in variants(function):
        call = f"PMPI_{name}({function.passed(more)})"
        if function.kind is Kind.MAKES:
            call = f"opened_early({call}, newcomm)"
        entry = define(name, function.parameters(more, large), f"{before}  return {call};\n")
        yield MPI4.format(entry) if large or "4" in function.c_forms else entry


ENTRIES = {Kind.PLANNED: planned, Kind.NEIGHBOURS: neighbours, Kind.BLOCKS: passed_on, Kind.MAKES: passed_on,
           Kind.PROGRESSES: passed_on}


def entries_source(functions, notice):
    entries = "\n".join(entry for function in functions for entry in ENTRIES[function.kind](function))
    return f"""{notice}
// MPI's functions as C programs call them.
#include "controls/plan_handle.h"
#include "dispatch/blocking.h"
#include "dispatch/large_counts.h"
#include "dispatch/nonblocking.h"
#include "dispatch/persistent.h"
#include "dispatch/unplannable.h"
#include "interpose/passed_on.h"

using namespace bamboo::plans::pmpi;

extern "C" {{

{entries}
}}
"""
