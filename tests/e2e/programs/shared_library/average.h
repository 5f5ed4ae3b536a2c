/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
double average(MPI_Comm comm, double mine);
const char* average_version(void);
