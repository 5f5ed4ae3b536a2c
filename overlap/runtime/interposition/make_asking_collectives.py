#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes asking_collectives.cpp: the collectives as objects call them that the pass has not changed.

The driver gives the calls of such an object these names.
"""
from mpi_table import Function, converted_collectives, functions


def asking(blocking: Function, starting: Function) -> str:
    adds_up = any(a.kind == "op" for a in blocking.argument_list)
    communicator, = (a.name for a in blocking.argument_list if a.kind == "comm")
    *started, request = (a.name for a in starting.argument_list)
    return f"""
int bamboo_overlap_{blocking.name}({blocking.parameters}) {{
  if (form_of_collective({communicator}, {"bamboo_collective_adds_up" if adds_up else 0}, __builtin_return_address(0)) ==
      bamboo_call_blocks)
    return {blocking.name}({blocking.arguments()});
  MPI_Request {request} = MPI_REQUEST_NULL;
  const int error = {starting.name}({", ".join(started)}, &{request});
  return error != MPI_SUCCESS ? error : MPI_Wait(&{request}, MPI_STATUS_IGNORE);
}}"""


print("""// SPDX-License-Identifier: Apache-2.0
// Made by make_asking_collectives.py.
#include "interposition/collective_form.h"
#include "shared/windows.h"

using bamboo::overlap::form_of_collective;

extern "C" {""")
print("\n".join(asking(*pair) for pair in converted_collectives(functions())))
print("}")
