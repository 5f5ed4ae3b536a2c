// SPDX-License-Identifier: Apache-2.0
// All-to-all exchanges in which blocks without data are no elements on one side and elements of a type without data on
// the other.
#include <mpi.h>
#include <stdio.h>

enum { kMost = 8 };
static int size, rank, sent[2 * kMost], received[2 * kMost], counts[2][kMost], places[kMost], bytes[kMost];
static MPI_Datatype nothing, types[2][kMost];

static void fill(void) {
  for (int i = 0; i < 2 * kMost; i++) {
    sent[i] = 100 * rank + i;
    received[i] = -1;
  }
}

static void print(const char *call) {
  int all[kMost * 2 * kMost];
  MPI_Gather(received, 2 * kMost, MPI_INT, all, 2 * kMost, MPI_INT, 0, MPI_COMM_WORLD);
  for (int from = 0; rank == 0 && from < size; from++) {
    printf("%s, rank %d:", call, from);
    for (int i = 0; i < 2 * size; i++) printf(" %d", all[from * 2 * kMost + i]);
    printf("\n");
  }
}

// Even ranks send and odd ones receive elements without data; the others none.
static void of_one_type(int in_place) {
  const int sends = rank % 2 == 0 ? 3 : 0, receives = rank % 2 == 0 ? 0 : 2;
  for (int i = 0; i < size; i++) {
    counts[0][i] = sends;
    counts[1][i] = receives;
  }
  if (in_place && rank == 0) counts[1][0] = 1;  // for itself: the others have nothing at all
  fill();
  MPI_Alltoallv(in_place ? MPI_IN_PLACE : sent, counts[0], places, sends ? nothing : MPI_INT, received, counts[1],
                places, receives ? nothing : MPI_INT, MPI_COMM_WORLD);
  print(in_place ? "one type, in place" : "one type");
}

// Some blocks hold two integers; the others are described in either way, by chance on each side.
static void of_many_types(int in_place) {
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < size; i++) {
      const int is_full = (rank + i) % 3 == 0, is_typed = (rank + 2 * i + side) % 2 == 0;
      counts[side][i] = is_full ? 2 : is_typed ? 4 : 0;
      types[side][i] = is_full || !is_typed ? MPI_INT : nothing;
    }
  fill();
  if (in_place)
    for (int i = 0; i < 2 * kMost; i++) received[i] = sent[i];
  MPI_Alltoallw(in_place ? MPI_IN_PLACE : sent, counts[0], bytes, types[0], received, counts[1], bytes, types[1],
                MPI_COMM_WORLD);
  print(in_place ? "many types, in place" : "many types");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < size; i++) {
    places[i] = 2 * i;
    bytes[i] = 2 * i * (int)sizeof(int);
  }
  MPI_Type_contiguous(0, MPI_INT, &nothing);
  MPI_Type_commit(&nothing);
  for (int in_place = 0; in_place < 2; in_place++) {
    of_one_type(in_place);
    of_many_types(in_place);
  }
  MPI_Type_free(&nothing);
  MPI_Finalize();
}
