/* SPDX-License-Identifier: Apache-2.0 */
/* Files by explicit offsets and individual file pointers, blocking, nonblocking and split; seeking;
 * sizes; derived types in memory; the end of the file. */
#include "check.h"

#define N 1000

static MPI_File file;

static int value(int rank, int i) {
  return rank * 100003 + 7 * i;
}

static int count_of(MPI_Status* status) {
  int count;
  CHECK(MPI_Get_count(status, MPI_INT, &count) == MPI_SUCCESS);
  return count;
}

static void check_part(const int* data, int rank, const char* what) {
  for (int i = 0; i < N; i++) CHECK(data[i] == value(rank, i));
  printf("rank %d: %s: %lx\n", world_rank(), what, hash_bytes(data, N * sizeof *data));
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size(), next = (rank + 1) % size;
  const MPI_Offset bytes = N * sizeof(int);
  int data[N], got[N];
  MPI_Status status;
  MPI_Request request;
  MPI_Offset offset, disp;
  for (int i = 0; i < N; i++) data[i] = value(rank, i);

  CHECK(MPI_File_open(MPI_COMM_WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                      &file) == MPI_SUCCESS);
  CHECK(MPI_File_write_at(file, rank * bytes, data, N, MPI_INT, &status) == MPI_SUCCESS);
  CHECK(count_of(&status) == N);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_get_size(file, &offset);
  CHECK(offset == size * bytes);
  CHECK(MPI_File_read_at_all(file, next * bytes, got, N, MPI_INT, &status) == MPI_SUCCESS);
  CHECK(count_of(&status) == N);
  check_part(got, next, "read_at_all");

  /* The individual pointer. */
  MPI_File_get_position(file, &offset);
  CHECK(offset == 0);
  CHECK(MPI_File_seek(file, next * bytes, MPI_SEEK_SET) == MPI_SUCCESS);
  memset(got, 0, sizeof got);
  for (int i = 0; i < N; i += N / 4)
    CHECK(MPI_File_read(file, got + i, N / 4, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  check_part(got, next, "read in parts");
  MPI_File_get_position(file, &offset);
  MPI_File_get_byte_offset(file, offset, &disp);
  CHECK(offset == (next + 1) * bytes && disp == offset);
  CHECK(MPI_File_seek(file, -bytes, MPI_SEEK_CUR) == MPI_SUCCESS);
  CHECK(MPI_File_read_all(file, got, N, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  check_part(got, next, "read_all");
  CHECK(MPI_File_seek(file, -bytes, MPI_SEEK_END) == MPI_SUCCESS);
  CHECK(MPI_File_read(file, got, N, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  check_part(got, size - 1, "the last part");

  /* The end of the file. */
  CHECK(MPI_File_read_at(file, size * bytes - 5 * (MPI_Offset)sizeof(int), got, N, MPI_INT,
                         &status) == MPI_SUCCESS);
  CHECK(count_of(&status) == 5);
  CHECK(MPI_File_read_at(file, size * bytes, got, N, MPI_INT, &status) == MPI_SUCCESS);
  CHECK(count_of(&status) == 0);

  /* Nonblocking. */
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < N; i++) data[i] = value(rank + size, i);
  CHECK(MPI_File_iwrite_at(file, (size + rank) * bytes, data, N, MPI_INT, &request) == MPI_SUCCESS);
  CHECK(MPI_Wait(&request, &status) == MPI_SUCCESS);
  CHECK(request == MPI_REQUEST_NULL && count_of(&status) == N);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_File_seek(file, (size + next) * bytes, MPI_SEEK_SET) == MPI_SUCCESS);
  CHECK(MPI_File_iread(file, got, N, MPI_INT, &request) == MPI_SUCCESS);
  CHECK(MPI_Waitall(1, &request, &status) == MPI_SUCCESS);
  CHECK(count_of(&status) == N);
  check_part(got, next + size, "iread");

  /* Split collectives. */
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_File_write_at_all_begin(file, (2 * size + rank) * bytes, data, N, MPI_INT) ==
        MPI_SUCCESS);
  CHECK(MPI_File_write_at_all_end(file, data, &status) == MPI_SUCCESS);
  CHECK(count_of(&status) == N);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_File_seek(file, (2 * size + next) * bytes, MPI_SEEK_SET) == MPI_SUCCESS);
  CHECK(MPI_File_read_all_begin(file, got, N, MPI_INT) == MPI_SUCCESS);
  CHECK(MPI_File_read_all_end(file, got, &status) == MPI_SUCCESS);
  CHECK(count_of(&status) == N);
  check_part(got, next + size, "read_all split");

  /* Every other number of the memory. */
  MPI_Datatype comb;
  MPI_Type_vector(N / 2, 1, 2, MPI_INT, &comb);
  MPI_Type_commit(&comb);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_File_write_at(file, rank * bytes, data, 1, comb, &status) == MPI_SUCCESS);
  CHECK(count_of(&status) == N / 2);
  memset(got, -1, sizeof got);
  CHECK(MPI_File_read_at(file, rank * bytes, got, 1, comb, &status) == MPI_SUCCESS);
  for (int i = 0; i < N; i++) CHECK(got[i] == (i % 2 ? -1 : value(rank + size, i)));
  CHECK(MPI_File_read_at(file, rank * bytes, got, N / 2, MPI_INT, &status) == MPI_SUCCESS);
  for (int i = 0; i < N / 2; i++) CHECK(got[i] == value(rank + size, 2 * i));
  MPI_Type_free(&comb);

  /* Sizes. */
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_File_set_size(file, 2 * bytes) == MPI_SUCCESS);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_get_size(file, &offset);
  CHECK(offset == 2 * bytes);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_File_preallocate(file, 3 * bytes) == MPI_SUCCESS);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_get_size(file, &offset);
  CHECK(offset == 3 * bytes);

  MPI_Group group;
  int amode, members;
  MPI_File_get_amode(file, &amode);
  CHECK(amode == (MPI_MODE_CREATE | MPI_MODE_RDWR));
  MPI_File_get_group(file, &group);
  MPI_Group_size(group, &members);
  CHECK(members == size);
  MPI_Group_free(&group);
  CHECK(MPI_File_close(&file) == MPI_SUCCESS);
  CHECK(file == MPI_FILE_NULL);

  /* Appending to it, and deleting it at the end. */
  CHECK(MPI_File_open(MPI_COMM_WORLD, "data.bin",
                      MPI_MODE_WRONLY | MPI_MODE_APPEND | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                      &file) == MPI_SUCCESS);
  MPI_File_get_position(file, &offset);
  CHECK(offset == 3 * bytes);
  MPI_File_close(&file);
  FILE* gone = fopen("data.bin", "r");
  CHECK(!gone);
  printf("rank %d: done\n", rank);
  MPI_Finalize();
  return 0;
}
