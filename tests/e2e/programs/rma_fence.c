/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=2,3,4,8 reference=openmpi */
/* Windows between fences: put, get, accumulate on neighbours and on all, with derived types on both
 * sides, of a few bytes and of more than a message holds. (MPICH 4.0 does not keep the order of
 * accumulations of different sizes.) */
#include "check.h"

enum { ROWS = 12, COLUMNS = 7, LARGE = 300000 };

static int rank, size;

static void neighbours(void) {
  int mine[4] = {rank, -1, -1, -1}, got = -1;
  MPI_Win win;
  MPI_Win_create(mine, sizeof mine, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(&rank, 1, MPI_INT, right, 1, 1, MPI_INT, win);
  MPI_Put(&rank, 1, MPI_INT, left, 2, 1, MPI_INT, win);
  MPI_Get(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Put(&rank, 1, MPI_INT, MPI_PROC_NULL, 77, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  CHECK(mine[0] == rank && mine[1] == left && mine[2] == right && mine[3] == -1);
  CHECK(got == right);
  printf("rank %d: %d %d %d\n", rank, mine[1], mine[2], got);
  MPI_Win_free(&win);
  CHECK(win == MPI_WIN_NULL);
}

/* A column of a matrix at the target from a row here, and back as every second element. */
static void matrices(void) {
  double *matrix, row[ROWS], back[2 * ROWS];
  MPI_Win win;
  MPI_Datatype column, second;
  MPI_Win_allocate(sizeof(double) * ROWS * COLUMNS, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &matrix, &win);
  for (int i = 0; i < ROWS * COLUMNS; i++) matrix[i] = 0.5 * i + rank;
  for (int i = 0; i < ROWS; i++) row[i] = 100 * rank + i;
  for (int i = 0; i < 2 * ROWS; i++) back[i] = -1;
  MPI_Type_vector(ROWS, 1, COLUMNS, MPI_DOUBLE, &column);
  MPI_Type_vector(ROWS, 1, 2, MPI_DOUBLE, &second);
  MPI_Type_commit(&column);
  MPI_Type_commit(&second);
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  MPI_Win_fence(0, win);
  MPI_Put(row, ROWS, MPI_DOUBLE, right, 3, 1, column, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      CHECK(matrix[COLUMNS * i + j] == (j == 3 ? 100 * left + i : 0.5 * (COLUMNS * i + j) + rank));
  MPI_Win_fence(0, win);
  MPI_Get(back, 1, second, left, 3, 1, column, win);
  MPI_Type_free(&second);
  MPI_Type_free(&column);
  MPI_Win_fence(0, win);
  const int beyond = (left + size - 1) % size;
  for (int i = 0; i < 2 * ROWS - 1; i++) CHECK(back[i] == (i % 2 ? -1 : 100 * beyond + i / 2));
  printf("rank %d: %lx\n", rank, hash_bytes(matrix, sizeof(double) * ROWS * COLUMNS));
  MPI_Win_free(&win);
}

/* Everybody adds to everybody. */
static void sums(void) {
  int *counts = malloc(sizeof(int) * size), *ones = malloc(sizeof(int) * size);
  struct {
    double value;
    int place;
  } largest = {-1, -1}, mine = {(rank * 7) % size, rank};
  MPI_Win win, places;
  for (int i = 0; i < size; i++) counts[i] = 1000 * rank, ones[i] = i + 1;
  MPI_Win_create(counts, sizeof(int) * size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(&largest, sizeof largest, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &places);
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, places);
  for (int r = 0; r < size; r++) {
    MPI_Accumulate(ones, size, MPI_INT, r, 0, size, MPI_INT, MPI_SUM, win);
    MPI_Accumulate(&mine, 1, MPI_DOUBLE_INT, r, 0, 1, MPI_DOUBLE_INT, MPI_MAXLOC, places);
  }
  MPI_Win_fence(0, places);
  MPI_Win_fence(0, win);
  for (int i = 0; i < size; i++) CHECK(counts[i] == 1000 * rank + size * (i + 1));
  printf("rank %d: %d %g %d\n", rank, counts[size - 1], largest.value, largest.place);
  MPI_Win_free(&places);
  MPI_Win_free(&win);
  free(counts);
  free(ones);
}

static void large(void) {
  double *window, *data = malloc(sizeof(double) * LARGE), *got = malloc(sizeof(double) * LARGE);
  MPI_Win win;
  MPI_Win_allocate(2 * sizeof(double) * LARGE, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &window, &win);
  for (int i = 0; i < LARGE; i++) data[i] = rank + 1e-3 * i, window[i] = window[LARGE + i] = i;
  const int other = size - 1 - rank;
  MPI_Win_fence(0, win);
  MPI_Put(data, LARGE, MPI_DOUBLE, other, 0, LARGE, MPI_DOUBLE, win);
  MPI_Accumulate(data, LARGE, MPI_DOUBLE, other, LARGE, LARGE, MPI_DOUBLE, MPI_SUM, win);
  MPI_Accumulate(data, 1, MPI_DOUBLE, other, LARGE, 1, MPI_DOUBLE, MPI_REPLACE, win);
  MPI_Win_fence(0, win);
  MPI_Get(got, LARGE, MPI_DOUBLE, other, LARGE, LARGE, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < LARGE; i++) {
    CHECK(window[i] == other + 1e-3 * i);
    CHECK(got[i] == (i > 0 ? i : 0) + (rank + 1e-3 * i)); /* the replacement came last */
  }
  printf("rank %d: %lx\n", rank, hash_bytes(got, sizeof(double) * LARGE));
  MPI_Win_free(&win);
  free(data);
  free(got);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  neighbours();
  matrices();
  sums();
  large();
  MPI_Finalize();
  return 0;
}
