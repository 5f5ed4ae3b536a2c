/* SPDX-License-Identifier: Apache-2.0 */
/* A message to oneself, with computation in its window or with nothing in it. Prints the calls that reach the MPI. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double data[1000];

__attribute__((noinline)) static void compute(int n) {
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 1000; ++i) data[i] = data[i] * 0.5 + i;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  double in = 0, out = 1;
  MPI_Request requests[2];
  MPI_Isend(&out, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &requests[0]);
#ifdef WINDOW
  MPI_Recv(&in, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  compute(10 * argc);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
#else
  MPI_Irecv(&in, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  data[0] = in;
  compute(10 * argc);
#endif
  int level, threads = 0;
  MPI_Query_thread(&level);
  char line[256];
  FILE* status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status)) sscanf(line, "Threads: %d", &threads);
  if (status) fclose(status);
  const char *openmpi = getenv("OMPI_MCA_btl_tcp_eager_limit"), *mpich = getenv("UCX_RNDV_THRESH");
  const char* limit = openmpi ? openmpi : mpich;
  printf("%d threads, %s, eager limit %s, received %g\n", threads,
         level == MPI_THREAD_MULTIPLE ? "any may call MPI" : "one calls MPI", limit ? limit : "of the MPI", in);
  MPI_Finalize();
  return 0;
}
