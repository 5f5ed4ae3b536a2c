/* SPDX-License-Identifier: Apache-2.0 */
/* A library's Fortran interface in C: all its arguments of MPI are integers. */
#include <mpi.h>

void sum_in_c(MPI_Fint comm, MPI_Fint type, MPI_Fint op, const double* mine, double* sum) {
  MPI_Allreduce(mine, sum, 1, MPI_Type_f2c(type), MPI_Op_f2c(op), MPI_Comm_f2c(comm));
}

MPI_Fint half_in_c(MPI_Fint comm) {
  int rank;
  MPI_Comm half;
  MPI_Comm_rank(MPI_Comm_f2c(comm), &rank);
  MPI_Comm_split(MPI_Comm_f2c(comm), rank % 2, rank, &half);
  return MPI_Comm_c2f(half);
}

int count_in_c(const MPI_Fint* status) {
  MPI_Status in_c;
  int count;
  MPI_Status_f2c(status, &in_c);
  MPI_Get_count(&in_c, MPI_INT, &count);
  return count;
}

/* 1: as one status, 2: as several. */
int ignored_in_c(const MPI_Fint* status) {
  return status == MPI_F_STATUS_IGNORE ? 1 : status == MPI_F_STATUSES_IGNORE ? 2 : 0;
}
