/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: env=E2E_WORD=quiet */
/* Environment calls, versions, time, and getenv. */
#include "check.h"

int main(int argc, char** argv) {
  int flag, version, subversion, length, provided;
  MPI_Initialized(&flag);
  CHECK(!flag);
  MPI_Finalized(&flag);
  CHECK(!flag);
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  MPI_Initialized(&flag);
  CHECK(flag);
  CHECK(provided >= MPI_THREAD_SINGLE && provided <= MPI_THREAD_MULTIPLE);
  MPI_Is_thread_main(&flag);
  CHECK(flag);
  MPI_Query_thread(&length);
  CHECK(length == provided);
  MPI_Get_version(&version, &subversion);
  CHECK(version >= 3 && version == MPI_VERSION && subversion == MPI_SUBVERSION);
  char name[MPI_MAX_PROCESSOR_NAME], library[MPI_MAX_LIBRARY_VERSION_STRING];
  MPI_Get_processor_name(name, &length);
  CHECK(length > 0 && length == (int)strlen(name));
  MPI_Get_library_version(library, &length);
  CHECK(length > 0);
  const double begin = MPI_Wtime();
  CHECK(MPI_Wtick() > 0 && MPI_Wtick() < 1);
  while (MPI_Wtime() - begin < 0.002) continue;
  int* upper;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &upper, &flag);
  CHECK(flag && *upper >= 32767);
  printf("rank %d of %d: %s\n", world_rank(), world_size(), getenv("E2E_WORD"));
  MPI_Finalize();
  MPI_Finalized(&flag);
  CHECK(flag);
  return 0;
}
