/* SPDX-License-Identifier: Apache-2.0 */
/* Errors with files are returned as MPI's error classes; error handlers of files. */
#include "check.h"

static int calls;

static void count_call(MPI_File* file, int* code, ...) {
  (void)file;
  (void)code;
  calls++;
}

static int class_of(int code) {
  int found;
  MPI_Error_class(code, &found);
  return found;
}

static int opened(const char* name, int amode, MPI_File* file) {
  const int code = MPI_File_open(MPI_COMM_WORLD, name, amode, MPI_INFO_NULL, file);
  MPI_Barrier(MPI_COMM_WORLD);
  return class_of(code);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  MPI_File file;
  MPI_Errhandler handler, found;
  int number = 5;

  CHECK(opened("nowhere", MPI_MODE_RDONLY, &file) == MPI_ERR_NO_SUCH_FILE);
  CHECK(opened("data", MPI_MODE_RDONLY | MPI_MODE_WRONLY, &file) == MPI_ERR_AMODE);
  CHECK(opened("data", MPI_MODE_RDONLY | MPI_MODE_CREATE, &file) == MPI_ERR_AMODE);
  CHECK(opened("data", MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL, &file) == MPI_ERR_AMODE);
  CHECK(opened("data", MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_EXCL, &file) == MPI_SUCCESS);
  CHECK(class_of(MPI_File_read_at(file, 0, &number, 1, MPI_INT, MPI_STATUS_IGNORE)) ==
        MPI_ERR_ACCESS);
  CHECK(MPI_File_write_at(file, 4 * rank, &number, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  MPI_File_close(&file);
  CHECK(opened("data", MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_EXCL, &file) ==
        MPI_ERR_FILE_EXISTS);

  CHECK(opened("data", MPI_MODE_RDONLY, &file) == MPI_SUCCESS);
  CHECK(class_of(MPI_File_write_at(file, 0, &number, 1, MPI_INT, MPI_STATUS_IGNORE)) ==
        MPI_ERR_READ_ONLY);
  CHECK(class_of(MPI_File_read_at(file, 0, &number, -1, MPI_INT, MPI_STATUS_IGNORE)) ==
        MPI_ERR_COUNT);
  CHECK(class_of(MPI_File_read_at(file, 0, &number, 1, MPI_DATATYPE_NULL, MPI_STATUS_IGNORE)) ==
        MPI_ERR_TYPE);
  CHECK(MPI_File_seek(file, -1, MPI_SEEK_SET) != MPI_SUCCESS);
  CHECK(MPI_File_seek(file, 0, 12345) != MPI_SUCCESS);
  CHECK(class_of(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "nothing", MPI_INFO_NULL)) ==
        MPI_ERR_UNSUPPORTED_DATAREP);

  /* A handler of one file. */
  MPI_File_get_errhandler(file, &found);
  CHECK(found == MPI_ERRORS_RETURN);
  CHECK(MPI_File_create_errhandler(count_call, &handler) == MPI_SUCCESS);
  CHECK(MPI_File_set_errhandler(file, handler) == MPI_SUCCESS);
  CHECK(class_of(MPI_File_write_at(file, 0, &number, 1, MPI_INT, MPI_STATUS_IGNORE)) ==
        MPI_ERR_READ_ONLY);
  CHECK(calls == 1);
  MPI_File_call_errhandler(file, MPI_ERR_IO);
  CHECK(calls == 2);
  MPI_File_get_errhandler(file, &found);
  CHECK(found == handler); /* not freed: MPICH 4.0 does not count this handle */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_close(&file);

  /* The handler of MPI_FILE_NULL is the initial one of files. */
  CHECK(MPI_File_set_errhandler(MPI_FILE_NULL, handler) == MPI_SUCCESS);
  CHECK(opened("nowhere", MPI_MODE_RDONLY, &file) == MPI_ERR_NO_SUCH_FILE);
  CHECK(calls == 3);
  CHECK(opened("data", MPI_MODE_RDONLY, &file) == MPI_SUCCESS);
  CHECK(class_of(MPI_File_write_at(file, 0, &number, 1, MPI_INT, MPI_STATUS_IGNORE)) ==
        MPI_ERR_READ_ONLY);
  CHECK(calls == 4);
  MPI_File_close(&file);
  CHECK(MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN) == MPI_SUCCESS);
  MPI_Errhandler_free(&handler);

  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    CHECK(MPI_File_delete("data", MPI_INFO_NULL) == MPI_SUCCESS);
    CHECK(class_of(MPI_File_delete("data", MPI_INFO_NULL)) == MPI_ERR_NO_SUCH_FILE);
  }
  printf("rank %d: %d calls of the handler\n", rank, calls);
  MPI_Finalize();
  return 0;
}
