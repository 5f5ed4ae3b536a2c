/* SPDX-License-Identifier: Apache-2.0 */
/* Views of files: subarrays, vectors and indexed blocks; displacements, offsets in etypes, the end
 * of the file in a view with holes; the pages of the file on the disk. */
#include "check.h"

#define ROWS 6
#define WIDTH 5

static void print_file(const char* name) {
  FILE* file = fopen(name, "rb");
  CHECK(file);
  int number;
  printf("%s:", name);
  while (fread(&number, sizeof number, 1, file) == 1) printf(" %d", number);
  printf("\n");
  fclose(file);
}

/* Each rank has some columns of an array. */
static void columns(int rank, int size) {
  const int sizes[] = {ROWS, WIDTH * size}, part[] = {ROWS, WIDTH}, start[] = {0, WIDTH * rank};
  int data[ROWS * WIDTH], got[ROWS * WIDTH];
  MPI_File file;
  MPI_Datatype block, etype, filetype;
  MPI_Offset disp, offset;
  MPI_Status status;
  char representation[MPI_MAX_DATAREP_STRING];
  for (int i = 0; i < ROWS * WIDTH; i++) data[i] = rank * 1000 + i;
  MPI_Type_create_subarray(2, sizes, part, start, MPI_ORDER_C, MPI_INT, &block);
  MPI_Type_commit(&block);
  CHECK(MPI_File_open(MPI_COMM_WORLD, "columns", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                      &file) == MPI_SUCCESS);
  CHECK(MPI_File_set_view(file, 8, MPI_INT, block, "native", MPI_INFO_NULL) == MPI_SUCCESS);
  CHECK(MPI_File_write_all(file, data, ROWS * WIDTH, MPI_INT, &status) == MPI_SUCCESS);
  CHECK(MPI_File_get_position(file, &offset) == MPI_SUCCESS && offset == ROWS * WIDTH);
  CHECK(MPI_File_get_byte_offset(file, WIDTH + 2, &disp) == MPI_SUCCESS);
  CHECK(disp == (MPI_Offset)sizeof(int) * (2 + WIDTH * size + WIDTH * rank + 2));
  MPI_File_get_view(file, &disp, &etype, &filetype, representation);
  CHECK(disp == 8 && etype == MPI_INT && !strcmp(representation, "native"));
  if (filetype != block) MPI_Type_free(&filetype);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_File_read_at_all(file, WIDTH, got, (ROWS - 1) * WIDTH, MPI_INT, &status) ==
        MPI_SUCCESS);
  CHECK(!memcmp(got, data + WIDTH, (ROWS - 1) * WIDTH * sizeof(int)));
  MPI_Type_free(&block);
  MPI_File_close(&file);
  if (rank == 0) print_file("columns");
}

/* Numbers dealt out like cards, two at a time, by pieces of many tiles. */
static void cards(int rank, int size) {
  enum { hands = 20 };
  int data[2 * hands], got[2 * hands];
  MPI_Datatype pair, hand;
  MPI_File file;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_create_resized(pair, 0, 2 * size * (MPI_Aint)sizeof(int), &hand);
  MPI_Type_commit(&pair);
  MPI_Type_commit(&hand);
  for (int i = 0; i < 2 * hands; i++) data[i] = rank * 100 + i;
  CHECK(MPI_File_open(MPI_COMM_WORLD, "cards", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                      &file) == MPI_SUCCESS);
  CHECK(MPI_File_set_view(file, rank * 2 * (MPI_Offset)sizeof(int), pair, hand, "native",
                          MPI_INFO_NULL) == MPI_SUCCESS);
  for (int i = 0; i < hands; i += 5)
    CHECK(MPI_File_write(file, data + 2 * i, 5, pair, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_File_seek(file, 7, MPI_SEEK_SET) == MPI_SUCCESS);
  CHECK(MPI_File_read(file, got, 4, pair, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  CHECK(!memcmp(got, data + 14, 8 * sizeof(int)));
  MPI_Type_free(&pair);
  MPI_Type_free(&hand);
  MPI_File_close(&file);
  if (rank == 0) print_file("cards");
}

/* Holes in the file and in the memory at once. */
static void holes(int rank) {
  enum { count = 12 };
  const int blocks[] = {1, 2, 1}, displacements[] = {0, 2, 5};
  double memory[2 * count], got[2 * count];
  MPI_Datatype filetype, tile, comb;
  MPI_File file;
  MPI_Status status;
  MPI_Type_indexed(3, blocks, displacements, MPI_DOUBLE, &tile);
  MPI_Type_create_resized(tile, 0, 7 * sizeof(double), &filetype);
  MPI_Type_vector(count, 1, 2, MPI_DOUBLE, &comb);
  MPI_Type_commit(&filetype);
  MPI_Type_commit(&comb);
  for (int i = 0; i < 2 * count; i++) memory[i] = rank + i / 100., got[i] = -1;
  CHECK(MPI_File_open(MPI_COMM_WORLD, "holes", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                      &file) == MPI_SUCCESS);
  CHECK(MPI_File_set_view(file, rank * 21 * (MPI_Offset)sizeof(double), MPI_DOUBLE, filetype,
                          "native", MPI_INFO_NULL) == MPI_SUCCESS);
  CHECK(MPI_File_write_at(file, 0, memory, 1, comb, &status) == MPI_SUCCESS);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_File_read_at(file, 3, got, 1, comb, &status) == MPI_SUCCESS);
  for (int i = 0; i < count - 3; i++)
    CHECK(got[2 * i] == memory[2 * i + 6] && got[2 * i + 1] == -1);
  printf("rank %d: %lx\n", rank, hash_bytes(got, (count - 3) * 2 * sizeof(double)));
  MPI_Type_free(&filetype);
  MPI_Type_free(&tile);
  MPI_Type_free(&comb);
  MPI_File_close(&file);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  columns(rank, size);
  cards(rank, size);
  holes(rank);
  MPI_Finalize();
  return 0;
}
