/* SPDX-License-Identifier: Apache-2.0 */
/* The shared file pointer: in any order, in the order of the ranks, split, in a view; only the data remain. */
#include <dirent.h>

#include "check.h"

enum { times = 20 };

static int compare(const void* a, const void* b) {
  return *(const int*)a - *(const int*)b;
}

static int hidden_files(void) {
  DIR* folder = opendir(".");
  CHECK(folder);
  int count = 0;
  for (struct dirent* entry; (entry = readdir(folder));)
    count += entry->d_name[0] == '.' && strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
  closedir(folder);
  return count;
}

/* Each rank's records are there once, in any order. */
static void any_order(int rank, int size) {
  MPI_File file;
  MPI_Offset offset;
  MPI_Request request;
  int* all = malloc(times * size * sizeof *all);
  CHECK(MPI_File_open(MPI_COMM_WORLD, "any", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                      &file) == MPI_SUCCESS);
  CHECK(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL) == MPI_SUCCESS);
  for (int i = 0; i < times; i += 2) {
    int one = rank * times + i, two = one + 1;
    CHECK(MPI_File_write_shared(file, &one, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK(MPI_File_iwrite_shared(file, &two, 1, MPI_INT, &request) == MPI_SUCCESS);
    CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  }
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_get_position_shared(file, &offset);
  CHECK(offset == times * size);
  CHECK(MPI_File_read_at(file, 0, all, times * size, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  qsort(all, times * size, sizeof *all, compare);
  for (int i = 0; i < times * size; i++) CHECK(all[i] == i);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_File_seek_shared(file, 0, MPI_SEEK_SET) == MPI_SUCCESS);
  int sum = 0, total;
  for (int i = 0; i < times; i++) {
    int one;
    CHECK(MPI_File_read_shared(file, &one, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    sum += one;
  }
  MPI_Allreduce(&sum, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(total == times * size * (times * size - 1) / 2);
  MPI_File_close(&file);
  free(all);
  if (rank == 0) printf("any order: sum %d\n", total);
}

/* Rank r writes r + 1 numbers at a time. */
static void in_order(int rank, int size) {
  MPI_File file;
  MPI_Status status;
  MPI_Offset offset;
  int data[64], count, all = size * (size + 1) / 2, before = rank * (rank + 1) / 2;
  CHECK(MPI_File_open(MPI_COMM_WORLD, "ordered", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                      &file) == MPI_SUCCESS);
  CHECK(MPI_File_set_view(file, 4, MPI_INT, MPI_INT, "native", MPI_INFO_NULL) == MPI_SUCCESS);
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i <= rank; i++) data[i] = round * 1000 + before + i;
    if (round == 1) {
      CHECK(MPI_File_write_ordered_begin(file, data, rank + 1, MPI_INT) == MPI_SUCCESS);
      CHECK(MPI_File_write_ordered_end(file, data, &status) == MPI_SUCCESS);
    } else {
      CHECK(MPI_File_write_ordered(file, data, rank + 1, MPI_INT, &status) == MPI_SUCCESS);
    }
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == rank + 1);
  }
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_get_position_shared(file, &offset);
  CHECK(offset == 3 * all);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_File_seek_shared(file, all, MPI_SEEK_SET) == MPI_SUCCESS);
  CHECK(MPI_File_read_ordered(file, data, rank + 1, MPI_INT, &status) == MPI_SUCCESS);
  for (int i = 0; i <= rank; i++) CHECK(data[i] == 1000 + before + i);
  CHECK(MPI_File_read_ordered_begin(file, data, rank + 1, MPI_INT) == MPI_SUCCESS);
  CHECK(MPI_File_read_ordered_end(file, data, &status) == MPI_SUCCESS);
  for (int i = 0; i <= rank; i++) CHECK(data[i] == 2000 + before + i);
  printf("rank %d: ordered %lx\n", rank, hash_bytes(data, (rank + 1) * sizeof *data));
  MPI_File_close(&file);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  any_order(rank, size);
  in_order(rank, size);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("hidden files left: %d\n", hidden_files());
  MPI_Finalize();
  return 0;
}
