/* SPDX-License-Identifier: Apache-2.0 */
/* A partial differential equation solved by 3D FFTs, after the specification of the NAS Parallel
 * Benchmarks (D. Bailey et al., "The NAS Parallel Benchmarks", RNR-94-007, kernel FT); an
 * implementation of our own. MPI-basic: an MPI_Alltoall between the transforms. */
#include "slab.h"

/* Transforms the lines of a step, which it overwrites, back to slab u. The result is not
 * normalised. */
static void transform_backward(const struct slab* s, value* lines, value* buffer, value* u) {
  join(s, buffer, lines, 0, s->ny, 1);
  exchange(s, buffer, lines);
  pack(s, u, lines, 1);
  transform_planes(s, s->plans.backward, u);
}

/* Runs all steps and stores the sums of their samples; u gets the last state. Returns the
 * seconds. */
static double run(const struct slab* s, value* u, value* sums) {
  value* start = allocate(s->points, sizeof *start);
  value* now = allocate(s->points, sizeof *now);
  value* buffer = allocate(s->points, sizeof *buffer);
  draw_values(u, first_point(s), s->points);
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  transform_forward(s, u, buffer, start);
  for (int step = 1; step <= option.iterations; step++) {
    evolve_and_transform(s, start, step, 0, s->ny, now);
    transform_backward(s, now, buffer, u);
    sums[step - 1] = sum_of_samples(s, u);
    add_over_ranks(&sums[step - 1], 1);
  }
  const double seconds = MPI_Wtime() - begin;
  free(start);
  free(now);
  free(buffer);
  return seconds;
}

int main(int argc, char** argv) {
  return run_variant(argc, argv, "ft", run);
}
