/* SPDX-License-Identifier: Apache-2.0 */
/* Poisson's equation in three dimensions by multigrid V-cycles.
 *
 * The unknowns are in the centres of cells, and zero on the boundary. Sweeps are weighted Jacobi
 * sweeps with Chebyshev's weights. Restriction takes the average of eight cells, prolongation
 * interpolates linearly. If a rank's part of the next coarser level would have too few cells along
 * an axis, only every other rank along that axis takes part from that level on, and takes over the
 * parts of its neighbours. So the communicating ranks differ from level to level.
 *
 * The right-hand side consists of eigenvectors of the discrete operator, so that the solution of
 * the discrete equations is known in closed form. The start is noise: the error has all
 * frequencies. */
#include "cycle.h"

/* The layout: the face neighbours of all levels, one, two, four … ranks away. */
int face_neighbours(int rank, int size, int* neighbours) {
  int count = 0, stride = size;
  for (int d = 0; d < 3; d++) {
    stride /= option.dims[d];
    const int at = rank / stride % option.dims[d];
    for (int step = 1; step < option.dims[d] && at % step == 0; step *= 2) {
      if (at >= step) neighbours[count++] = rank - step * stride;
      if (at + step < option.dims[d]) neighbours[count++] = rank + step * stride;
    }
  }
  return count;
}

static void exchange(struct level* level, MPI_Comm grid) {
  double* u = level->u;
  MPI_Request request[FACES];
#pragma bamboo olap layout face_neighbours
  {
#pragma bamboo send
    for (int n = 0; n < level->neighbours; n++) {
      copy_face(&level->box, level->face[n], PACK, u, level->out[n]);
      MPI_Isend(level->out[n], level->count[n], MPI_DOUBLE, level->peer[n], level->face[n], grid,
                &request[n]);
    }
#pragma bamboo receive
    for (int n = 0; n < level->neighbours; n++) {
      MPI_Recv(level->in[n], level->count[n], MPI_DOUBLE, level->peer[n], level->face[n] ^ 1, grid,
               MPI_STATUS_IGNORE);
      copy_face(&level->box, level->face[n], UNPACK, u, level->in[n]);
    }
    MPI_Waitall(level->neighbours, request, MPI_STATUSES_IGNORE);
  }
  mirror(level, u);
}

static void after_exchange(struct level* level, MPI_Comm grid, const struct box* box,
                           work_on_cells work, double weight) {
  exchange(level, grid);
  work(level, all_cells(box), weight);
}

int main(int argc, char** argv) {
  return run_multigrid(argc, argv, "multigrid");
}
