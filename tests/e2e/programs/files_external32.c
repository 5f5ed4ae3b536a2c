/* SPDX-License-Identifier: Apache-2.0 */
/* Files in the representation external32: numbers are big-endian there, in views with holes and from
 * memory with holes, and come back as they were. */
#include "check.h"

enum { COUNT = 6 };

static MPI_File open_file(void) {
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, "external32.data",
                MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  return file;
}

/* Prints the bytes of the whole file. Lines are short, so that they are written whole. */
static void print_bytes(MPI_File file, int bytes) {
  unsigned char data[4096];
  MPI_Status status;
  int got;
  CHECK(bytes <= (int)sizeof data);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
  MPI_File_read_at_all(file, 0, data, bytes, MPI_BYTE, &status);
  MPI_Get_count(&status, MPI_BYTE, &got);
  CHECK(got == bytes);
  for (int first = 0; world_rank() == 0 && first < got; first += 16) {
    char line[64];
    int length = sprintf(line, "%4d:", first);
    for (int i = first; i < got && i < first + 16; i++)
      length += sprintf(line + length, " %02x", data[i]);
    puts(line);
  }
}

/* The ranks' blocks take turns. */
static void turns(int rank, int ranks) {
  int numbers[COUNT], back[COUNT], got;
  char name[MPI_MAX_DATAREP_STRING];
  MPI_Offset displacement;
  MPI_Datatype blocks, etype, filetype;
  MPI_Status status;
  MPI_File file = open_file();
  for (int i = 0; i < COUNT; i++) numbers[i] = rank * 100000 + i * 300 - 1;
  MPI_Type_vector(COUNT / 2, 2, 2 * ranks, MPI_INT, &blocks);
  MPI_Type_commit(&blocks);
  MPI_File_set_view(file, 8 * rank, MPI_INT, blocks, "external32", MPI_INFO_NULL);
  MPI_File_get_view(file, &displacement, &etype, &filetype, name);
  CHECK(strcmp(name, "external32") == 0);
  MPI_Type_free(&filetype);
  MPI_File_write_all(file, numbers, COUNT, MPI_INT, &status);
  MPI_Get_count(&status, MPI_INT, &got);
  CHECK(got == COUNT);
  MPI_File_seek(file, 0, MPI_SEEK_SET);
  MPI_File_read_all(file, back, COUNT, MPI_INT, &status);
  MPI_Get_count(&status, MPI_INT, &got);
  CHECK(got == COUNT && memcmp(numbers, back, sizeof back) == 0);
  print_bytes(file, 4 * COUNT * ranks);
  MPI_Type_free(&blocks);
  MPI_File_close(&file);
}

/* Every other number of an array, of types with 1, 2 and 8 bytes. */
static void holes_in_memory(int rank, int ranks) {
  double reals[2 * COUNT], back[2 * COUNT];
  short shorts[COUNT];
  char text[] = "abcdef";
  MPI_Datatype every_other;
  MPI_File file = open_file();
  for (int i = 0; i < 2 * COUNT; i++) reals[i] = rank - i / 7.0, back[i] = -1;
  for (int i = 0; i < COUNT; i++) shorts[i] = (short)(rank * 10 + i);
  MPI_Type_vector(COUNT, 1, 2, MPI_DOUBLE, &every_other);
  MPI_Type_commit(&every_other);
  MPI_File_set_view(file, 11 * COUNT * rank, MPI_BYTE, MPI_BYTE, "external32", MPI_INFO_NULL);
  MPI_File_write(file, reals, 1, every_other, MPI_STATUS_IGNORE);
  MPI_File_write(file, shorts, COUNT, MPI_SHORT, MPI_STATUS_IGNORE);
  MPI_File_write(file, text, COUNT, MPI_CHAR, MPI_STATUS_IGNORE);
  MPI_File_read_at(file, 0, back, 1, every_other, MPI_STATUS_IGNORE);
  for (int i = 0; i < 2 * COUNT; i++) CHECK(back[i] == (i % 2 ? -1 : reals[i]));
  print_bytes(file, 11 * COUNT * ranks);
  MPI_Type_free(&every_other);
  MPI_File_close(&file);
}

int main(int argc, char** argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  turns(rank, ranks);
  holes_in_memory(rank, ranks);
  MPI_Finalize();
  return 0;
}
