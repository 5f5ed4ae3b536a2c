/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
void halo_setup(MPI_Comm comm);
void halo_exchange(double* cells, int n);
int halo_count(void);
