/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: reference=mpich */
/* Files of one rank in its own working directory, files of a part of the ranks, sequential files,
 * atomic writes to one place (which Open MPI 4.1 mixes), hints. */
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

/* Relative names count from the working directory of the rank. */
static void own_folder(int rank) {
  char folder[32];
  int number = 100 + rank, got = 0;
  MPI_File file;
  snprintf(folder, sizeof folder, "rank%d", rank);
  CHECK(mkdir(folder, 0777) == 0 && chdir(folder) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_File_open(MPI_COMM_SELF, "mine", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                      &file) == MPI_SUCCESS);
  CHECK(MPI_File_write(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(chdir("..") == 0);
  CHECK(MPI_File_read_at(file, 0, &got, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  MPI_File_close(&file);
  strcat(folder, "/mine");
  printf("rank %d: %d, there: %d\n", rank, got, access(folder, F_OK));
}

static void even_and_odd(int rank) {
  MPI_Comm part;
  MPI_File file;
  int number = rank, first = 0, place;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &part);
  MPI_Comm_rank(part, &place);
  CHECK(MPI_File_open(part, rank % 2 ? "odd" : "even", MPI_MODE_CREATE | MPI_MODE_RDWR,
                      MPI_INFO_NULL, &file) == MPI_SUCCESS);
  MPI_Comm_free(&part); /* the file needs it no longer */
  CHECK(MPI_File_write_ordered(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  MPI_File_sync(file);
  CHECK(MPI_File_read_at(file, place * (MPI_Offset)sizeof(int), &first, 1, MPI_INT,
                         MPI_STATUS_IGNORE) == MPI_SUCCESS);
  CHECK(first == rank);
  CHECK(MPI_File_close(&file) == MPI_SUCCESS);
}

static void sequential(int rank, int size) {
  MPI_File file;
  int number = rank + 1, sum = 0, total;
  CHECK(MPI_File_open(MPI_COMM_WORLD, "tape",
                      MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL,
                      &file) == MPI_SUCCESS);
  CHECK(MPI_File_write_shared(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  CHECK(MPI_File_close(&file) == MPI_SUCCESS);
  CHECK(MPI_File_open(MPI_COMM_WORLD, "tape", MPI_MODE_RDONLY | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL,
                      &file) == MPI_SUCCESS);
  CHECK(MPI_File_read_shared(file, &sum, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  CHECK(MPI_File_close(&file) == MPI_SUCCESS);
  MPI_Allreduce(&sum, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(total == size * (size + 1) / 2);
  printf("rank %d: sequential, sum %d\n", rank, total);
}

/* After many writes to one place the data of one of them remain. */
static void atomic_writes(int rank) {
  enum { bytes = 50000 };
  static char data[bytes];
  MPI_File file;
  int atomic;
  memset(data, 'a' + rank, bytes);
  CHECK(MPI_File_open(MPI_COMM_WORLD, "atomic", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                      &file) == MPI_SUCCESS);
  MPI_File_get_atomicity(file, &atomic);
  CHECK(!atomic);
  CHECK(MPI_File_set_atomicity(file, 1) == MPI_SUCCESS);
  MPI_File_get_atomicity(file, &atomic);
  CHECK(atomic);
  for (int i = 0; i < 5; i++) {
    CHECK(MPI_File_write_at(file, 0, data, bytes, MPI_CHAR, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK(MPI_File_read_at(file, 0, data, bytes, MPI_CHAR, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    for (int k = 1; k < bytes; k++) CHECK(data[k] == data[0]);
    memset(data, 'a' + rank, bytes);
  }
  CHECK(MPI_File_close(&file) == MPI_SUCCESS);
  printf("rank %d: atomic\n", rank);
}

static void hints(int rank) {
  MPI_File file;
  MPI_Info info, used;
  MPI_Info_create(&info);
  MPI_Info_set(info, "access_style", "write_once");
  CHECK(MPI_File_open(MPI_COMM_WORLD, "hints", MPI_MODE_CREATE | MPI_MODE_WRONLY, info, &file) ==
        MPI_SUCCESS);
  CHECK(MPI_File_set_info(file, info) == MPI_SUCCESS);
  CHECK(MPI_File_get_info(file, &used) == MPI_SUCCESS && used != MPI_INFO_NULL);
  MPI_Info_free(&used);
  MPI_Info_free(&info);
  MPI_File_close(&file);
  printf("rank %d: hints\n", rank);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  own_folder(rank);
  even_and_odd(rank);
  sequential(rank, size);
  atomic_writes(rank);
  hints(rank);
  MPI_Finalize();
  return 0;
}
