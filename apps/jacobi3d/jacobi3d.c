/* SPDX-License-Identifier: Apache-2.0 */
/* Jacobi 3D, MPI-basic: exchange, then sweep. With -fopenmp it is MPI+OMP; through bamboocc it is
 * Bamboo-basic and Bamboo+OMP. */
#include "halo.h"
#include "problem.h"

#pragma bamboo dimension 3

int main(int argc, char** argv) {
  struct problem problem;
  const int status = set_up(argc, argv, "jacobi3d", 1, &problem);
  if (status >= 0) return status;
  const struct part part = problem.part;
  double *u = problem.u, *v = problem.v;
  struct halo halo[FACES];
  const int neighbours = find_faces(&part, halo);

  MPI_Barrier(part.grid);
  const double begin = MPI_Wtime();
#pragma bamboo olap layout NearestNeighbor
  for (int iteration = 0; iteration < option.iterations; iteration++) {
    MPI_Request request[FACES];
#pragma bamboo send
    for (int n = 0; n < neighbours; n++) {
      pack(&part, &halo[n], u);
      MPI_Isend(halo[n].out, halo[n].count, MPI_DOUBLE, halo[n].peer, halo[n].out_tag, part.grid,
                &request[n]);
    }
#pragma bamboo receive
    for (int n = 0; n < neighbours; n++) {
      MPI_Recv(halo[n].in, halo[n].count, MPI_DOUBLE, halo[n].peer, halo[n].in_tag, part.grid,
               MPI_STATUS_IGNORE);
      unpack(&part, &halo[n], u);
    }
    MPI_Waitall(neighbours, request, MPI_STATUSES_IGNORE);
    sweep(&part, whole(&part), u, v, problem.source);
    swap(&u, &v);
  }
  const double seconds = MPI_Wtime() - begin;

  free_halos(neighbours, halo);
  return report(&problem, u, seconds);
}
