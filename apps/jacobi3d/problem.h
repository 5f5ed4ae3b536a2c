/* SPDX-License-Identifier: Apache-2.0 */
/* Jacobi's method for Poisson's equation in three dimensions (SC'12, section V-B).
 *
 * The grid spacing is h, the boundary values are u* = h^2 (i^2 + j^2 + k^2), the right-hand side is
 * 6. The start is u* plus one eigenvector of the iteration, so that the iterate is known in closed
 * form after any number of sweeps: u* + lambda^n v. The program compares the result with it.
 *
 * This file holds what all variants share: everything except for the iteration. */
#ifndef BAMBOO_APPS_JACOBI3D_PROBLEM_H
#define BAMBOO_APPS_JACOBI3D_PROBLEM_H

#include "kernel.h"
#include "verify.h"

struct problem {
  struct part part;
  double h, source; /* grid spacing; what the right-hand side adds to a point in a sweep */
  double *u, *v;    /* with equal values at the start: a sweep does not write the boundary */
};

static inline double spacing(void) {
  int longest = 0;
  for (int d = 0; d < 3; d++) longest = option.n[d] > longest ? option.n[d] : longest;
  return 1.0 / (longest + 1);
}

/* Begins the program. Returns -1 to continue; else the program has ended with this exit code. */
static inline int set_up(int argc, char** argv, const char* name, int least_points,
                         struct problem* problem) {
  begin_program(&argc, &argv, name);
  int status = parse_options(argc, argv);
  if (status < 0) status = choose_geometry(least_points);
  if (status >= 0) return end_early(status);
  problem->h = spacing();
  problem->source = problem->h * problem->h;
  problem->part = make_part();
  problem->u = (double*)allocate(points_of(&problem->part), sizeof(double));
  problem->v = (double*)allocate(points_of(&problem->part), sizeof(double));
  exact(&problem->part, problem->u, problem->h, 1, FILL);
  exact(&problem->part, problem->v, problem->h, 1, FILL);
  return -1;
}

/* Prints the result of all ranks; returns the exit code. `parts` describes how the mesh was
 * divided. */
static inline int print_report(const char* parts, double seconds, double error, uint64_t sum) {
  const int right = error <= 1e-14 * (100 + option.iterations);
  if (program.rank == 0) {
    printf("jacobi3d: %d x %d x %d points, %d iterations\n", option.n[0], option.n[1], option.n[2],
           option.iterations);
    printf("time: %.4f ms per iteration, %s\n",
           option.iterations ? 1e3 * seconds / option.iterations : 0.0, parts);
    printf("checksum: %a\n", ldexp((double)(sum >> 11), -53));
    if (option.communicate)
      printf("error: %.3e, %s\n", error, right ? "verified" : "WRONG");
    else
      printf("error: not computed, because nothing was communicated\n");
  }
  return option.communicate && !right ? 1 : 0;
}

/* Compares u with the exact result, prints, ends the program and returns its exit code. */
static inline int report(struct problem* problem, double* u, double seconds) {
  const struct part* part = &problem->part;
  double error = exact(part, u, problem->h, pow(eigenvalue(), option.iterations), COMPARE);
  uint64_t sum = hash(part, u);
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, part->grid);
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, part->grid);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, part->grid);
  char parts[80];
  snprintf(parts, sizeof parts, "%d x %d x %d ranks%s", option.dims[0], option.dims[1],
           option.dims[2], threads_of_a_rank());
  const int status = print_report(parts, seconds, error, sum);
  free(problem->u);
  free(problem->v);
  MPI_Comm_free(&problem->part.grid);
  MPI_Finalize();
  return status;
}

#endif
