/* SPDX-License-Identifier: Apache-2.0 */
/* Alltoallv and alltoallw: zeros, sparse patterns, types that differ from pair to pair, in place. */
#include "coll_report.h"

static int rank, size;

/* Elements that rank a has for rank b, symmetric where `in_place` needs it. */
static int amount(int a, int b, int symmetric) {
  if (symmetric && a > b) return amount(b, a, 1);
  return (a + 2 * b) % 3 == 0 ? 0 : (3 * a + 5 * b) % 6;
}

static void alltoallv(int symmetric, int sparse) {
  int *sc = malloc(4 * size * sizeof *sc), *sd = sc + size, *rc = sd + size, *rd = rc + size;
  int *out = malloc(8 * size * sizeof *out), *in = malloc(8 * size * sizeof *in);
  for (int r = 0; r < size; ++r) {
    sc[r] = amount(rank, r, symmetric);
    rc[r] = amount(r, rank, symmetric);
    if (sparse && (r + 1) % size != rank) rc[r] = 0;
    if (sparse && (rank + 1) % size != r) sc[r] = 0;
    sd[r] = 8 * r + 1;
    rd[r] = 8 * (size - 1 - r);
  }
  for (int i = 0; i < 8 * size; ++i) out[i] = value(rank, i), in[i] = -1;
  MPI_Alltoallv(out, sc, sd, MPI_INT, in, rc, rd, MPI_INT, MPI_COMM_WORLD);
  say("alltoallv%s: %lx\n", sparse ? " sparse" : "", digest(in, 8 * size * sizeof *in));
  if (symmetric) {
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, out, rc, sd, MPI_INT, MPI_COMM_WORLD);
    say("in place: %lx\n", digest(out, 8 * size * sizeof *out));
  }
  free(sc);
  free(out);
  free(in);
}

static void alltoallw(void) {
  int *sc = malloc(4 * size * sizeof *sc), *sd = sc + size, *rc = sd + size, *rd = rc + size;
  MPI_Datatype *st = malloc(2 * size * sizeof *st), *rt = st + size;
  MPI_Datatype pair, spaced;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_vector(2, 1, 3, MPI_INT, &spaced);
  MPI_Type_commit(&pair);
  MPI_Type_commit(&spaced);
  int *out = malloc(16 * size * sizeof *out), *in = malloc(16 * size * sizeof *in);
  for (int r = 0; r < size; ++r) {
    const int pairs = amount(rank, r, 1) % 3;
    /* Two integers each: as a pair, or spaced, or as plain integers; the receiver chooses otherwise. */
    st[r] = r % 2 ? pair : MPI_INT;
    sc[r] = r % 2 ? pairs : 2 * pairs;
    rt[r] = r % 3 ? spaced : pair;
    rc[r] = pairs;
    sd[r] = (int)(16 * r * sizeof(int));
    rd[r] = (int)((16 * r + 2) * sizeof(int));
  }
  for (int i = 0; i < 16 * size; ++i) out[i] = value(rank, i), in[i] = -1;
  MPI_Alltoallw(out, sc, sd, st, in, rc, rd, rt, MPI_COMM_WORLD);
  say("alltoallw: %lx\n", digest(in, 16 * size * sizeof *in));
  MPI_Type_free(&pair);
  MPI_Type_free(&spaced);
  free(sc);
  free(st);
  free(out);
  free(in);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  alltoallv(0, 0);
  alltoallv(0, 1);
  alltoallv(1, 0);
  alltoallw();
  report();
  MPI_Finalize();
  return 0;
}
