/* SPDX-License-Identifier: Apache-2.0 */
/* The call by which the compiler describes messages of derived datatypes; beside split_nest.h,
 * because it knows MPI. */
#pragma once

#include <mpi.h>

#include "split_nest.h"

extern "C" {

/* Like bamboo_split_touch, for `count` elements of a type that has not been freed. If `count` is 0,
 * the type may have any value. */
void bamboo_split_message(struct bamboo_split* split, int32_t site, uint64_t address,
                          uint64_t count, int32_t written, MPI_Datatype type);
void bamboo_split_message_fortran(struct bamboo_split* split, int32_t site, uint64_t address,
                                  uint64_t count, int32_t written, MPI_Fint type);
}
