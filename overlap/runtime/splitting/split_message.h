/* SPDX-License-Identifier: Apache-2.0 */
/* The call by which the compiler describes messages of derived datatypes; beside split_nest.h,
 * because it knows MPI. */
#ifndef BAMBOO_SPLIT_MESSAGE_H
#define BAMBOO_SPLIT_MESSAGE_H

#include <mpi.h>

#include "split_nest.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As bamboo_split_touch, of `count` elements of a type that has not been freed. Where `count` is 0
 * the type may be anything. */
void bamboo_split_message(struct bamboo_split* split, int32_t site, uint64_t address,
                          uint64_t count, int32_t written, MPI_Datatype type);

#ifdef __cplusplus
}
#endif
#endif
