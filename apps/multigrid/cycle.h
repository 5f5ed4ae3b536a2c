/* SPDX-License-Identifier: Apache-2.0 */
/* The V-cycle of the MPI variants. They differ in after_exchange() alone. */
#ifndef BAMBOO_APPS_MULTIGRID_CYCLE_H
#define BAMBOO_APPS_MULTIGRID_CYCLE_H

#include "cells.h"
#include "options.h"

typedef void (*work_on_cells)(struct level* level, struct part part, double weight);

/* Updates the ghost cells of u. Each variant has its own. */
static void exchange(struct level* level, MPI_Comm grid);
/* Like exchange(); afterwards, or meanwhile, calls `work` for all cells of `box`, which reads the
 * ghost cells. */
static void after_exchange(struct level* level, MPI_Comm grid, const struct box* box,
                           work_on_cells work, double weight);

static void smooth(struct level* level, double low, double high, int degree, int from_zero,
                   MPI_Comm grid) {
  for (int s = 0; s < degree; s++) {
    const double weight = weight_of(s, degree, low, high);
    if (from_zero && s == 0)
      relax(level, all_cells(&level->box), -weight);
    else
      after_exchange(level, grid, &level->box, relax, weight);
    swap_meshes(level);
  }
}

static void gather_below(struct level* level, struct level* next) {
  if (option.communicate) {
    MPI_Gatherv(level->f_below, (int)level->below.points, MPI_DOUBLE, level->parts, level->counts,
                level->places, MPI_DOUBLE, 0, level->group);
  }
  for (int m = 0; m < level->members && next->active; m++)
    copy_part(&next->box, next->f, &level->member[m], level->parts + level->places[m], 1);
}

static void scatter_below(struct level* level, struct level* next) {
  for (int m = 0; m < level->members && next->active; m++)
    copy_part(&next->box, next->u, &level->member[m], level->parts + level->places[m], 0);
  if (option.communicate) {
    MPI_Scatterv(level->parts, level->counts, level->places, MPI_DOUBLE, level->u_below,
                 (int)level->below.points, MPI_DOUBLE, 0, level->group);
  }
}

/* Runs one V-cycle from this level on. */
static void cycle(struct level* level, int levels, int from_zero, MPI_Comm grid) {
  struct level* next = level + 1;
  if (!level->active) return;
  if (levels == 1) {
    for (int i = 0; i < COARSEST_TIMES; i++)
      smooth(level, smallest_eigenvalue(level), 2, COARSEST_DEGREE, from_zero && i == 0, grid);
    return;
  }
  /* The next level cannot represent eigenvalues above 1/3, so the sweeps must damp these. */
  smooth(level, 1.0 / 3, 2, SWEEPS, from_zero, grid);
  const int fewer = level->group != MPI_COMM_NULL;
  if (!fewer) level->f_below = next->f;
  after_exchange(level, grid, &level->below, restrict_residual, 0);
  if (fewer) gather_below(level, next);
  cycle(next, levels - 1, 1, grid);
  if (next->active) exchange(next, grid);
  if (fewer) scatter_below(level, next);
  if (!fewer) level->u_below = next->u;
  add_correction(level);
  smooth(level, 1.0 / 3, 2, SWEEPS, 0, grid);
}

static double error_of(const struct level* finest, MPI_Comm grid) {
  double worst = error_here(finest);
  MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_DOUBLE, MPI_MAX, grid);
  return worst;
}

static int run_multigrid(int argc, char** argv, const char* name) {
  int count = 0;
  struct level levels[LEVELS];
  begin_program(&argc, &argv, name);
  const int rank = program.rank, size = program.size;
  int status = parse_options(argc, argv);
  if (status < 0) {
    const long given = (long)option.dims[0] * option.dims[1] * option.dims[2];
    if (given != 0 && given != size) {
      if (rank == 0)
        fprintf(stderr, "multigrid: --geometry needs %ld ranks, there are %d\n", given, size);
      status = 2;
    } else {
      MPI_Dims_create(size, 3, option.dims);
      count = plan_levels(levels);
      if (!suits(levels, count, rank == 0)) status = 2;
    }
  }
  if (status >= 0) {
    MPI_Finalize();
    return status;
  }

  MPI_Comm grid;
  const int periods[3] = {0, 0, 0};
  int at[3];
  MPI_Cart_create(MPI_COMM_WORLD, 3, option.dims, periods, 0, &grid);
  MPI_Cart_coords(grid, rank, 3, at);
  for (int l = 0; l < count; l++)
    make_level(&levels[l], l + 1 < count ? &levels[l + 1] : NULL, at, grid);
  struct level* finest = &levels[0];
  add_eigenvectors(&finest->box, finest->f, 1);
  fill_with_noise(&finest->box, finest->u);
  const double start = error_of(finest, grid);

  MPI_Barrier(grid);
  const double begin = MPI_Wtime();
  for (int i = 0; i < option.cycles; i++) cycle(finest, count, 0, grid);
  double seconds = MPI_Wtime() - begin;

  const double error = error_of(finest, grid);
  uint64_t sum = hash(&finest->box, finest->u);
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, grid);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, grid);
  const int right = small_enough(finest, error, start);
  if (rank == 0) {
    printf("multigrid: %d x %d x %d cells, %d levels, %d cycles\n", option.n[0], option.n[1],
           option.n[2], count, option.cycles);
    printf("time: %.4f ms per cycle, %d x %d x %d ranks, %d x %d x %d on the coarsest level\n",
           option.cycles ? 1e3 * seconds / option.cycles : 0.0, option.dims[0], option.dims[1],
           option.dims[2], levels[count - 1].ranks[0], levels[count - 1].ranks[1],
           levels[count - 1].ranks[2]);
    if (option.communicate)
      print_result(error, start, sum, right);
    else
      printf("error: not computed, because nothing was communicated\n");
  }

  for (int l = 0; l < count; l++) free_level(&levels[l]);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return option.communicate && !right ? 1 : 0;
}

#endif
