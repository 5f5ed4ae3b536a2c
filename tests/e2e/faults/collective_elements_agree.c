/* SPDX-License-Identifier: Apache-2.0 */
/* Ranks may describe the same elements in other ways, and no elements in any way. */
/* fault: exit=0 */
/* not-stderr: warning */
#include "../programs/check.h"

enum { N = 4, MOST = 20000 };
static int in[2 * N * MOST], out[2 * N * MOST];

/* Each `count` elements of `type` are the same signature in all ranks. */
static void blocks(int count, MPI_Datatype type) {
  int counts[N], places[N];
  for (int i = 0; i < N; i++) {
    counts[i] = count;
    places[i] = i * count;
  }
  MPI_Bcast(out, count, type, 1, MPI_COMM_WORLD);
  MPI_Gather(in, count, type, out, count, type, 2, MPI_COMM_WORLD);
  MPI_Scatter(in, count, type, out, count, type, 2, MPI_COMM_WORLD);
  MPI_Allgather(in, count, type, out, count, type, MPI_COMM_WORLD);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_BYTE, out, count, type, MPI_COMM_WORLD);
  MPI_Alltoall(in, count, type, out, count, type, MPI_COMM_WORLD);
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_BYTE, out, count, type, MPI_COMM_WORLD);
  MPI_Gatherv(in, count, type, out, counts, places, type, 3, MPI_COMM_WORLD);
  MPI_Scatterv(in, counts, places, type, out, count, type, 3, MPI_COMM_WORLD);
  MPI_Allgatherv(in, count, type, out, counts, places, type, MPI_COMM_WORLD);
  MPI_Alltoallv(in, counts, places, type, out, counts, places, type, MPI_COMM_WORLD);
  MPI_Alltoallv(MPI_IN_PLACE, 0, 0, MPI_BYTE, out, counts, places, type, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int me = world_rank(), sizes[] = {1, MOST / 2};
  MPI_Datatype two, spread;
  MPI_Type_contiguous(2, MPI_INT, &two);
  MPI_Type_commit(&two);
  MPI_Type_vector(2, 1, 2, MPI_INT, &spread);
  MPI_Type_commit(&spread);
  const MPI_Datatype ways[] = {MPI_INT, two, spread, MPI_INTEGER},
                     names[] = {MPI_LONG, MPI_INT64_T, MPI_AINT, MPI_OFFSET};
  for (int i = 0; i < 2; i++) blocks(me % 3 ? sizes[i] : 2 * sizes[i], ways[me]);
  blocks(100, names[me]);
  blocks(me == 2 ? 100 : 400, me == 2 ? MPI_FLOAT : MPI_BYTE);
  blocks(0, me % 2 ? MPI_FLOAT : MPI_INT);
  int mine = 1, sum[N], counts[] = {0, 1, 0, 1}, places[] = {0, 0, 1, 1};
  MPI_Allreduce(&mine, sum, 1, me % 2 ? MPI_INT : MPI_INT32_T, MPI_SUM, MPI_COMM_WORLD);
  MPI_Scan(&mine, sum, 1, me % 2 ? MPI_INT : MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allgatherv(&mine, me % 2, me % 2 ? MPI_INT : MPI_FLOAT, sum, counts, places, MPI_INT,
                 MPI_COMM_WORLD);
  MPI_Type_free(&two);
  MPI_Type_free(&spread);
  MPI_Finalize();
  return 0;
}
