/* SPDX-License-Identifier: Apache-2.0 */
/* The call in front of each completion of a staged exchange. */
#pragma once

#include <mpi.h>

#include "split_nest.h"

extern "C" {

/* Runs pieces of the core until the requests are complete or none is left. Null: there is no
 * core. It completes no request. */
void bamboo_split_during(struct bamboo_split* split, int32_t count, const MPI_Request* requests);
/* In Fortran. A null count is one request. */
void bamboo_split_during_fortran(struct bamboo_split* split, const MPI_Fint* count,
                                 const MPI_Fint* requests);
}
