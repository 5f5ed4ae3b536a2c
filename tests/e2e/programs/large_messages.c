/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=2 reference=mpich */
/* A message of more than 2^31 elements. Its memory is small: the same pages stand side by side again
 * and again. Open MPI 4.1 does not have these functions. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "large_counts.h"

enum { window = 32 << 20 };
static const long long elements = (1LL << 31) + 11;

/* `elements` bytes, and their first window. */
static unsigned char* repeated(void) {
  const size_t size = (size_t)elements / window * window + window;
  const int file = memfd_create("window", 0);
  CHECK(file >= 0 && ftruncate(file, window) == 0);
  unsigned char* all =
      mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(all != MAP_FAILED);
  for (size_t at = 0; at < size; at += window)
    CHECK(mmap(all + at, window, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) ==
          all + at);
  close(file);
  return all;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  unsigned char* data = repeated();
  const int rank = world_rank();
  for (int i = 0; i < window; i++) data[i] = rank == 0 ? (unsigned char)(i % 251) : 0;
  long long received = elements;
#if HAS_LARGE_COUNTS
  if (rank == 0) MPI_Send_c(data, elements, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Status status;
    MPI_Count count;
    MPI_Recv_c(data, elements, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count_c(&status, MPI_BYTE, &count);
    received = count;
  }
#else
  for (int i = 0; i < window; i++) data[i] = (unsigned char)(i % 251);
#endif
  printf("rank %d: %lld, hash %lx\n", rank, received, hash_bytes(data, window));
  MPI_Finalize();
  return 0;
}
