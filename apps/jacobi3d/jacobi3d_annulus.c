/* SPDX-License-Identifier: Apache-2.0 */
/* Jacobi 3D, restructured by hand in another common form: while the ghost cells travel, the program
 * sweeps the core, which needs none of them; then the annulus around the core. Works with -fopenmp
 * as well. */
#include "problem.h"
#include "split_phase.h"

/* The annulus is a cache line thick where it cuts through rows. */
static const int thickness[3] = {1, 1, 8};

/* Divides the part into the core and up to six shells; returns how many. Only faces with a
 * neighbour have a shell. */
static int divide(const struct part* part, struct box* core, struct box shell[FACES]) {
  int shells = 0;
  *core = whole(part);
  for (int face = 0; face < FACES; face++) {
    const int d = face / 2;
    const int thick = lesser(thickness[d], core->to[d] - core->from[d]);
    if (part->peer[face] == MPI_PROC_NULL || thick == 0) continue;
    struct box* s = &shell[shells++];
    *s = *core;
    if (face % 2) {
      core->to[d] -= thick;
      s->from[d] = core->to[d];
    } else {
      core->from[d] += thick;
      s->to[d] = core->from[d];
    }
  }
  return shells;
}

int main(int argc, char** argv) {
  option.polls = 32;
  struct problem problem;
  const int status = set_up(argc, argv, "jacobi3d_annulus", 1, &problem);
  if (status >= 0) return status;
  const struct part part = problem.part;
  double *u = problem.u, *v = problem.v;
  struct box core, shell[FACES];
  const int shells = divide(&part, &core, shell);
  struct exchange faces;
  make_exchange(&faces, &part);
  faces.halos = find_faces(&part, faces.halo);

  MPI_Barrier(part.grid);
  const double begin = MPI_Wtime();
  if (option.iterations > 0) begin_receives(&faces, u);
  for (int iteration = 0; iteration < option.iterations; iteration++) {
    begin_sends(&faces, u);
    sweep_and_poll(&part, core, u, v, problem.source, option.polls, &faces);
    finish_receives(&faces);
    if (iteration + 1 < option.iterations) begin_receives(&faces, v);
    for (int s = 0; s < shells; s++) sweep(&part, shell[s], u, v, problem.source);
    swap(&u, &v);
  }
  const double seconds = MPI_Wtime() - begin;

  free_exchange(&faces);
  return report(&problem, u, seconds);
}
