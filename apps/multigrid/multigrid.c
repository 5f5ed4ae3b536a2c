/* SPDX-License-Identifier: Apache-2.0 */
/* Poisson's equation in three dimensions by multigrid V-cycles.
 *
 * Cell-centred, zero on the boundary, Chebyshev-weighted Jacobi sweeps, the average of eight cells
 * downwards, linear interpolation upwards. Where a rank's part of the next coarser level would have
 * too few cells along an axis, only every other rank along that axis takes part from there on, and
 * has what its neighbours had: levels differ in who talks to whom.
 *
 * The right-hand side is made of eigenvectors of the discrete operator, so that the solution of the
 * discrete equations is known in closed form. The start is noise: the error has all frequencies. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/hash.h"
#include "../common/options.h"
#include "levels.h"

enum { SWEEPS = 2, COARSEST_DEGREE = 8, COARSEST_TIMES = 4 };

static const int mode[2][3] = {{1, 1, 1}, {3, 2, 4}}; /* of the solution's eigenvectors */

struct options option = {
    .n = {64, 64, 64}, .dims = {0, 0, 0}, .cycles = 5, .least = 4, .communicate = 1};

static void usage(FILE* to) {
  fprintf(
      to,
      "usage: multigrid [--size NX[,NY,NZ]] [--cycles N] [--geometry PXxPYxPZ] [--least C]\n"
      "                 [--nocomm]\n"
      "  -s, --size NX[,NY,NZ]      cells along each axis (default 64), each 2^k times a number\n"
      "                             up to 8\n"
      "  -i, --cycles N             V-cycles (default 5)\n"
      "  -g, --geometry PXxPYxPZ    ranks along each axis (default: as MPI_Dims_create says)\n"
      "  -l, --least C              along an axis where ranks would have fewer cells than this,\n"
      "                             half of the ranks take part (default 4)\n"
      "  -c, --nocomm               exchange nothing: the time without communication\n"
      "  -h, --help                 this text\n"
      "Exit code: 0 verified, 1 wrong result, 2 wrong usage.\n");
}

/* -1: go on; else the exit code. */
static int parse_options(int argc, char** argv) {
  static const struct option names[] = {
      {"size", 1, 0, 's'},  {"cycles", 1, 0, 'i'}, {"geometry", 1, 0, 'g'},
      {"least", 1, 0, 'l'}, {"nocomm", 0, 0, 'c'}, {"help", 0, 0, 'h'},
      {0, 0, 0, 0}};
  int c;
  opterr = program.rank == 0;
  while ((c = getopt_long(argc, argv, "s:i:g:l:ch", names, NULL)) != -1) {
    const char* wanted = NULL;
    switch (c) {
      case 's':
        if (!read_three(optarg, "%d,%d,%d%n", 1, option.n)) wanted = "size: give NX or NX,NY,NZ";
        break;
      case 'i':
        if (!read_number(optarg, 0, &option.cycles)) wanted = "cycles: give a number";
        break;
      case 'g':
        if (!read_three(optarg, "%dx%dx%d%n", 0, option.dims)) wanted = "geometry: give PXxPYxPZ";
        break;
      case 'l':
        if (!read_number(optarg, 2, &option.least)) wanted = "least: give a number from 2 on";
        break;
      case 'c':
        option.communicate = 0;
        break;
      default:
        return explain(c, usage);
    }
    if (wanted) return refuse("--%s, not '%s'", wanted, optarg);
  }
  return no_further_argument(argc, argv);
}

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

enum copy { PACK, UNPACK, MIRROR };

/* One face: the outermost own cells into a buffer, the buffer into the ghost cells behind them, or,
 * where the domain ends, the negative of the own cells into the ghost cells. */
static void copy_face(const struct box* box, int face, enum copy what, double* restrict u,
                      double* restrict buffer) {
  const int axis = face / 2, rows = box->n[axis == 0 ? 1 : 0], columns = box->n[axis == 2 ? 1 : 2];
  const size_t down = box->stride[axis == 0 ? 1 : 0], right = axis == 2 ? box->stride[1] : 1;
  const size_t outwards = axis == 2 ? 1 : box->stride[axis];
  int at[3] = {1, 1, 1};
  if (face % 2) at[axis] = box->n[axis];
  double* own = u + at[0] * box->stride[0] + at[1] * box->stride[1] + at[2];
  double* ghost = face % 2 ? own + outwards : own - outwards;
  for (int r = 0; r < rows; r++, own += down, ghost += down, buffer += buffer ? columns : 0) {
    if (what == PACK) {
      for (int c = 0; c < columns; c++) buffer[c] = own[c * right];
    } else if (what == UNPACK) {
      for (int c = 0; c < columns; c++) ghost[c * right] = buffer[c];
    } else {
      for (int c = 0; c < columns; c++) ghost[c * right] = -own[c * right];
    }
  }
}

/* Brings the ghost cells of u up to date. */
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
  for (int d = 0; d < 3; d++) {
    const int start = level->box.start[d];
    if (start == 0) copy_face(&level->box, 2 * d, MIRROR, u, NULL);
    if (start + level->box.n[d] == level->cells[d])
      copy_face(&level->box, 2 * d + 1, MIRROR, u, NULL);
  }
}

/* h^2 (f - A u) at n cells of one row. */
static inline void residual(const double* restrict u, const double* restrict f,
                            double* restrict result, int n, size_t si, size_t sj) {
  for (int k = 0; k < n; k++) {
    result[k] = (f[k] - 6 * u[k]) +
                ((u[k - si] + u[k + si]) + (u[k - sj] + u[k + sj]) + (u[k - 1] + u[k + 1]));
  }
}

/* One weighted Jacobi sweep; from_zero: u counts as zero, and nothing needs to be exchanged. */
static void sweep(struct level* level, double weight, int from_zero, MPI_Comm grid) {
  const struct box* box = &level->box;
  if (!from_zero) exchange(level, grid);
  for (int i = 1; i <= box->n[0]; i++) {
    for (int j = 1; j <= box->n[1]; j++) {
      const size_t at = row(box, i, j);
      const double* restrict u = level->u + at;
      const double* restrict f = level->f + at;
      double* restrict v = level->v + at;
      if (from_zero) {
        for (int k = 0; k < box->n[2]; k++) v[k] = weight / 6 * f[k];
      } else {
        residual(u, f, v, box->n[2], box->stride[0], box->stride[1]);
        for (int k = 0; k < box->n[2]; k++) v[k] = u[k] + weight / 6 * v[k];
      }
    }
  }
  double* swap = level->u;
  level->u = level->v;
  level->v = swap;
}

/* Sweeps that together damp all eigenvalues of A / 6 from `low` to `high` best. */
static void smooth(struct level* level, double low, double high, int degree, int from_zero,
                   MPI_Comm grid) {
  for (int s = 0; s < degree; s++) {
    const double root = cos(M_PI * (2 * s + 1) / (2 * degree));
    sweep(level, 2 / ((high + low) + (high - low) * root), from_zero && s == 0, grid);
  }
}

/* The smallest eigenvalue of A / 6; the largest is 2. */
static double smallest_eigenvalue(const struct level* level) {
  double sum = 0;
  for (int d = 0; d < 3; d++) sum += (1 - cos(M_PI / level->cells[d])) / 3;
  return sum;
}

/* f_below = average of the eight cells' residuals; 4 because it is multiplied by the square of the
 * coarser spacing. v serves as scratch memory. */
static void restrict_residual(struct level* level, MPI_Comm grid) {
  const struct box *box = &level->box, *below = &level->below;
  double *line = level->v, *sum = level->v + box->n[2];
  exchange(level, grid);
  for (int i = 1; i <= below->n[0]; i++) {
    for (int j = 1; j <= below->n[1]; j++) {
      double* to = level->f_below + row(below, i, j);
      memset(sum, 0, box->n[2] * sizeof *sum);
      for (int child = 0; child < 4; child++) {
        const size_t at = row(box, 2 * i - 1 + child / 2, 2 * j - 1 + child % 2);
        residual(level->u + at, level->f + at, line, box->n[2], box->stride[0], box->stride[1]);
        for (int k = 0; k < box->n[2]; k++) sum[k] += line[k];
      }
      for (int k = 0; k < below->n[2]; k++) to[k] = 4 * (sum[2 * k] + sum[2 * k + 1]) / 8;
    }
  }
}

/* u += the linear interpolation of u_below: a quarter each of the cell around and of the three
 * cells that are next. */
static void add_correction(struct level* level) {
  const struct box *box = &level->box, *below = &level->below;
  for (int i = 1; i <= box->n[0]; i++) {
    for (int j = 1; j <= box->n[1]; j++) {
      const size_t here = row(below, (i + 1) / 2, (j + 1) / 2);
      const double* restrict e = level->u_below + here;
      const double* restrict next_i = i % 2 ? e - below->stride[0] : e + below->stride[0];
      const double* restrict next_j = j % 2 ? e - below->stride[1] : e + below->stride[1];
      double* restrict u = level->u + row(box, i, j);
      for (int k = 0; k < below->n[2]; k++) {
        const double common = e[k] + (next_i[k] + next_j[k]);
        u[2 * k] += (common + e[k - 1]) / 4;
        u[2 * k + 1] += (common + e[k + 1]) / 4;
      }
    }
  }
}

/* A member's part of a joint box: into it the own cells, out of it also the ghost cells. */
static void copy_part(const struct box* joint, double* u, const struct box* member, double* part,
                      int into) {
  const int ghost = !into;
  for (int i = 1 - ghost; i <= member->n[0] + ghost; i++) {
    for (int j = 1 - ghost; j <= member->n[1] + ghost; j++) {
      double* own = part + row(member, i, j) - ghost;
      double* its = u - ghost + (member->start[2] - joint->start[2]) +
                    row(joint, i + member->start[0] - joint->start[0],
                        j + member->start[1] - joint->start[1]);
      memcpy(into ? its : own, into ? own : its, (member->n[2] + 2 * ghost) * sizeof *own);
    }
  }
}

static void gather_below(struct level* level, struct level* next) {
  if (option.communicate) {
    MPI_Gatherv(level->f_below, (int)level->below.points, MPI_DOUBLE, level->parts, level->counts,
                level->places, MPI_DOUBLE, 0, level->group);
  }
  for (int m = 0; m < level->members && next->active; m++) {
    copy_part(&next->box, next->f, &level->member[m], level->parts + level->places[m], 1);
  }
}

static void scatter_below(struct level* level, struct level* next) {
  for (int m = 0; m < level->members && next->active; m++) {
    copy_part(&next->box, next->u, &level->member[m], level->parts + level->places[m], 0);
  }
  if (option.communicate) {
    MPI_Scatterv(level->parts, level->counts, level->places, MPI_DOUBLE, level->u_below,
                 (int)level->below.points, MPI_DOUBLE, 0, level->group);
  }
}

/* One V-cycle from this level on. */
static void cycle(struct level* level, int levels, int from_zero, MPI_Comm grid) {
  struct level* next = level + 1;
  if (!level->active) return;
  if (levels == 1) {
    for (int i = 0; i < COARSEST_TIMES; i++) {
      smooth(level, smallest_eigenvalue(level), 2, COARSEST_DEGREE, from_zero && i == 0, grid);
    }
    return;
  }
  /* The next level cannot see eigenvalues from 1/3 on. */
  smooth(level, 1.0 / 3, 2, SWEEPS, from_zero, grid);
  const int fewer = level->group != MPI_COMM_NULL;
  if (!fewer) level->f_below = next->f;
  restrict_residual(level, grid);
  if (fewer) gather_below(level, next);
  cycle(next, levels - 1, 1, grid);
  if (next->active) exchange(next, grid);
  if (fewer) scatter_below(level, next);
  if (!fewer) level->u_below = next->u;
  add_correction(level);
  smooth(level, 1.0 / 3, 2, SWEEPS, 0, grid);
}

/* The global number of a row's first own cell. */
static uint64_t index_of(const struct box* box, int i, int j) {
  return ((uint64_t)(box->start[0] + i) * option.n[1] + box->start[1] + j) * option.n[2] +
         box->start[2];
}

/* One eigenvector's values at the local cells of one axis. */
static double* eigenvector(const struct box* box, int axis, int m) {
  double* v = allocate((size_t)box->n[axis] + 2, sizeof *v);
  for (int i = 1; i <= box->n[axis]; i++)
    v[i] = sin(M_PI * m * (box->start[axis] + i - 0.5) / option.n[axis]);
  return v;
}

/* Adds the eigenvectors, each times its eigenvalue (of the operator times h^2) or 1, to u. */
static void add_eigenvectors(const struct box* box, double* u, int times_eigenvalue) {
  for (int m = 0; m < 2; m++) {
    double *v[3], factor = 0;
    for (int d = 0; d < 3; d++) {
      v[d] = eigenvector(box, d, mode[m][d]);
      factor += 2 * (1 - cos(M_PI * mode[m][d] / option.n[d]));
    }
    if (!times_eigenvalue) factor = 1;
    for (int i = 1; i <= box->n[0]; i++) {
      for (int j = 1; j <= box->n[1]; j++) {
        double* line = u + row(box, i, j) - 1;
        for (int k = 1; k <= box->n[2]; k++) line[k] += factor * (v[0][i] * v[1][j] * v[2][k]);
      }
    }
    for (int d = 0; d < 3; d++) free(v[d]);
  }
}

/* Numbers from -1 to 1 that look random. */
static void fill_with_noise(const struct box* box, double* u) {
  for (int i = 1; i <= box->n[0]; i++) {
    for (int j = 1; j <= box->n[1]; j++) {
      for (int k = 0; k < box->n[2]; k++)
        u[row(box, i, j) + k] = ldexp((double)(mix(index_of(box, i, j) + k) >> 11), -52) - 1;
    }
  }
}

/* The largest deviation of u from the solution, over all ranks. */
static double error_of(const struct level* finest, MPI_Comm grid) {
  const struct box* box = &finest->box;
  double worst = 0;
  memset(finest->v, 0, box->points * sizeof *finest->v);
  add_eigenvectors(box, finest->v, 0);
  for (int i = 1; i <= box->n[0]; i++) {
    for (int j = 1; j <= box->n[1]; j++) {
      for (int k = 0; k < box->n[2]; k++) {
        const size_t at = row(box, i, j) + k;
        const double error = fabs(finest->u[at] - finest->v[at]);
        if (!(error <= worst)) worst = error; /* also when it is not a number */
      }
    }
  }
  MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_DOUBLE, MPI_MAX, grid);
  return worst;
}

/* A hash of every cell's place and bits, added up modulo 2^64: any decomposition gives the same. */
static uint64_t hash(const struct box* box, const double* u) {
  uint64_t sum = 0, bits;
  for (int i = 1; i <= box->n[0]; i++) {
    for (int j = 1; j <= box->n[1]; j++) {
      for (int k = 0; k < box->n[2]; k++) {
        memcpy(&bits, &u[row(box, i, j) + k], sizeof bits);
        sum += mix(bits + mix(index_of(box, i, j) + k));
      }
    }
  }
  return sum;
}

int main(int argc, char** argv) {
  int count = 0;
  struct level levels[LEVELS];
  begin_program(&argc, &argv, "multigrid");
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
  /* A V-cycle divides the error at least by 4, down to what rounding leaves. */
  const double noise = 4e-16 / smallest_eigenvalue(finest);
  const int right = error <= start * pow(0.25, option.cycles) + noise;
  if (rank == 0) {
    printf("multigrid: %d x %d x %d cells, %d levels, %d cycles\n", option.n[0], option.n[1],
           option.n[2], count, option.cycles);
    printf("time: %.4f ms per cycle, %d x %d x %d ranks, %d x %d x %d on the coarsest level\n",
           option.cycles ? 1e3 * seconds / option.cycles : 0.0, option.dims[0], option.dims[1],
           option.dims[2], levels[count - 1].ranks[0], levels[count - 1].ranks[1],
           levels[count - 1].ranks[2]);
    if (option.communicate) {
      printf("checksum: %a\n", ldexp((double)(sum >> 11), -53));
      printf("error: %.3e, %.3e at the start, %s\n", error, start, right ? "verified" : "WRONG");
    } else {
      printf("error: not asked for, nothing was communicated\n");
    }
  }

  for (int l = 0; l < count; l++) free_level(&levels[l]);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return option.communicate && !right ? 1 : 0;
}
