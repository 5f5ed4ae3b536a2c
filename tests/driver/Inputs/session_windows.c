/* SPDX-License-Identifier: Apache-2.0 */
/* Empty windows, in a program that starts MPI by a session alone. */
#include <mpi.h>
#include <stdio.h>

static double own[8], other[8], data[4096];

/* Loops of unknown length count as long ones. */
__attribute__((noinline)) static void compute(int n) {
  for (int i = 0; i < n; ++i) data[i] = data[i] * 0.5 + 1;
}

int main(int argc, char** argv) {
  MPI_Session session;
  MPI_Group group;
  MPI_Comm communicator;
  int rank;
  (void)argv;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "windows", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &communicator);
  MPI_Comm_rank(communicator, &rank);
  for (int i = 0; i < 100; ++i) {
    own[0] = i;
    MPI_Send(own, 1, MPI_DOUBLE, rank, 0, communicator);
    compute(argc);
    MPI_Recv(other, 1, MPI_DOUBLE, rank, 0, communicator, MPI_STATUS_IGNORE);
    compute(argc);
  }
  printf("%d: received %g\n", rank, other[0]);
  MPI_Comm_free(&communicator);
  MPI_Group_free(&group);
  MPI_Session_finalize(&session);
  return 0;
}
