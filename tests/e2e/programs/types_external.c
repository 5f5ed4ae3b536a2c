/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=1,2 reference=openmpi */
/* The external representation of data. MPICH 4.0 crashes on structures. */
#include "check.h"

static int rank;

static void transfer(const char* what, MPI_Datatype type, int count, const void* data,
                     size_t bytes) {
  MPI_Aint size, position = 0;
  unsigned char packed[400], back[400] = {0};
  MPI_Pack_external_size("external32", count, type, &size);
  MPI_Pack_external("external32", data, count, type, packed, sizeof packed, &position);
  CHECK(position == size);
  printf("rank %d: %s %ld:", rank, what, (long)size);
  for (MPI_Aint i = 0; i < size && i < 40; i++) printf(" %02x", packed[i]);
  printf("\n");
  position = 0;
  MPI_Unpack_external("external32", packed, size, &position, back, count, type);
  CHECK(position == size && memcmp(back, data, bytes) == 0);
}

struct record {
  char letter;
  double number;
  short few[3];
};

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  const int whole[] = {1, -2, 0x01020304};
  const double numbers[] = {1.5, -2.25e100};
  const float complex_number[] = {1, -2};
  const long long large = -3;
  transfer("int", MPI_INT, 3, whole, sizeof whole);
  transfer("double", MPI_DOUBLE, 2, numbers, sizeof numbers);
  transfer("complex", MPI_C_FLOAT_COMPLEX, 1, complex_number, sizeof complex_number);
  transfer("long long", MPI_LONG_LONG, 1, &large, sizeof large);
  transfer("char", MPI_CHAR, 5, "hello", 5);

  struct record records[2];
  memset(records, 0, sizeof records);
  records[0] = (struct record){'a', 0.1, {1, 2, 3}};
  records[1].number = -1;
  const int blocks[] = {1, 1, 3};
  const MPI_Aint places[] = {0, 8, 16};
  const MPI_Datatype members[] = {MPI_CHAR, MPI_DOUBLE, MPI_SHORT};
  MPI_Datatype packed, type;
  MPI_Type_create_struct(3, blocks, places, members, &packed);
  MPI_Type_create_resized(packed, 0, sizeof(struct record), &type);
  MPI_Type_commit(&type);
  unsigned char out[100];
  MPI_Aint position = 0;
  MPI_Pack_external("external32", records, 2, type, out, sizeof out, &position);
  printf("rank %d: records %ld %lx\n", rank, (long)position, hash_bytes(out, position));
  MPI_Type_free(&packed);
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
