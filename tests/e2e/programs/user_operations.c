/* SPDX-License-Identifier: Apache-2.0 */
/* User operations: commutative and not, on derived types; the order of ranks is kept. */
#include "check.h"

typedef struct {
  long a, b; /* x -> a x + b modulo a prime: composition does not commute */
} affine;

enum { PRIME = 1000003 };
static int calls;
static MPI_Datatype expected_type;

static void compose(void* in, void* inout, int* n, MPI_Datatype* type) {
  CHECK(*type == expected_type); /* the handle that the reduction was called with */
  affine *left = in, *right = inout;
  for (int i = 0; i < *n; i++) { /* first left, then right */
    right[i].b = (right[i].a * left[i].b + right[i].b) % PRIME;
    right[i].a = right[i].a * left[i].a % PRIME;
  }
  calls++;
}

static void longest(void* in, void* inout, int* n, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *n; i++)
    if (((int*)in)[i] % 100 > ((int*)inout)[i] % 100) ((int*)inout)[i] = ((int*)in)[i];
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  MPI_Datatype pair;
  MPI_Op composition, by_length;
  int commutes;
  MPI_Type_contiguous(2, MPI_LONG, &pair);
  MPI_Type_commit(&pair);
  expected_type = pair;
  MPI_Op_create(compose, 0, &composition);
  MPI_Op_create(longest, 1, &by_length);
  MPI_Op_commutative(composition, &commutes);
  CHECK(!commutes);
  affine in[10], out[10], expected[10], scan[10];
  for (int i = 0; i < 10; i++) in[i] = (affine){rank + 2 + i, 3 * rank + 1};
  for (int i = 0; i < 10; i++) {
    expected[i] = (affine){1, 0};
    for (int r = 0; r < size; r++) {
      expected[i].b = ((r + 2 + i) * expected[i].b + 3 * r + 1) % PRIME;
      expected[i].a = (r + 2 + i) * expected[i].a % PRIME;
    }
  }
  MPI_Allreduce(in, out, 10, pair, composition, MPI_COMM_WORLD);
  CHECK(memcmp(out, expected, sizeof out) == 0);
  MPI_Scan(in, scan, 10, pair, composition, MPI_COMM_WORLD);
  printf("rank %d: scan %lx\n", rank, hash_bytes(scan, sizeof scan));
  for (int root = 0; root < size; root++) {
    memset(out, 0, sizeof out);
    MPI_Reduce(in, out, 10, pair, composition, root, MPI_COMM_WORLD);
    CHECK(rank != root || memcmp(out, expected, sizeof out) == 0);
  }
  memcpy(out, in, sizeof out);
  MPI_Reduce_local(in, out, 10, pair, composition);
  printf("rank %d: local %lx\n", rank, hash_bytes(out, sizeof out));
  MPI_Datatype freed; /* while the operation still uses it */
  MPI_Request request;
  MPI_Type_dup(pair, &freed);
  expected_type = freed;
  MPI_Iallreduce(in, out, 10, freed, composition, MPI_COMM_WORLD, &request);
  MPI_Type_free(&freed);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(memcmp(out, expected, sizeof out) == 0);
  int value = rank * 137 % 1000, best;
  MPI_Allreduce(&value, &best, 1, MPI_INT, by_length, MPI_COMM_WORLD);
  printf("rank %d: best %d, own calls %s\n", rank, best % 100,
         calls || size == 1 || rank ? "counted" : "none");
  MPI_Op_free(&composition);
  MPI_Op_free(&by_length);
  CHECK(composition == MPI_OP_NULL);
  MPI_Type_free(&pair);
  MPI_Finalize();
  return 0;
}
