/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of a thread beside the program while nothing is pending: processor time while the process sleeps, and the least
 * time of a message of 8 bytes to oneself (MPI_Irecv, MPI_Send, MPI_Wait), with MPI for one thread or for several. */
#include <mpi.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

static double seconds(struct timeval t) { return t.tv_sec + 1e-6 * t.tv_usec; }

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  struct rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  sleep(3);
  getrusage(RUSAGE_SELF, &after);
  const double busy = seconds(after.ru_utime) + seconds(after.ru_stime) - seconds(before.ru_utime) - seconds(before.ru_stime);

  double in = 0, out = 1, least = 1;
  for (int round = 0; round < 200; ++round) {
    const int calls = 500;
    const double begin = MPI_Wtime();
    for (int i = 0; i < calls; ++i) {
      MPI_Request request;
      MPI_Irecv(&in, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &request);
      MPI_Send(&out, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    const double time = (MPI_Wtime() - begin) / calls;
    if (time < least) least = time;
  }
  printf("in 3 s of sleep: %.3f s of a processor, %ld switches; a message to oneself: %.1f ns\n", busy,
         after.ru_nvcsw - before.ru_nvcsw, 1e9 * least);
  MPI_Finalize();
  return 0;
}
