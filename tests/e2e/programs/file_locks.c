/* SPDX-License-Identifier: Apache-2.0 */
/* A lock that one rank holds (fcntl, lockf) is granted to no other one. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "check.h"

enum { ROUNDS = 20 };

static int set_lock(int file, int command, int type) {
  struct flock lock = {.l_type = (short)type, .l_whence = SEEK_SET, .l_start = 0, .l_len = 10};
  return fcntl(file, command, &lock);
}

static int is_taken(int file) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 5, .l_len = 1};
  CHECK(fcntl(file, F_GETLK, &lock) == 0);
  return lock.l_type == F_WRLCK;
}

/* Reads, lets the others run, writes. Without the lock numbers would be lost. */
static void count_up(int file) {
  int value = 0;
  CHECK(pread(file, &value, sizeof value, 100) >= 0);
  int flag;
  MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  ++value;
  CHECK(pwrite(file, &value, sizeof value, 100) == sizeof value);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  char name[] = "locks-XXXXXX";
  if (rank == 0) close(mkstemp(name));
  MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
  const int file = open(name, O_RDWR);
  CHECK(file >= 0);
  if (rank == 0) CHECK(set_lock(file, F_SETLK, F_WRLCK) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank != 0) {
    CHECK(set_lock(file, F_SETLK, F_WRLCK) == -1 && (errno == EAGAIN || errno == EACCES));
    CHECK(is_taken(file));
    CHECK(lockf(file, F_TLOCK, 8) == -1);
    CHECK(lockf(file, F_TEST, 8) == -1);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) CHECK(set_lock(file, F_SETLK, F_UNLCK) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(!is_taken(file));
  MPI_Barrier(MPI_COMM_WORLD);
  for (int round = 0; round < ROUNDS; ++round) {
    CHECK(set_lock(file, F_SETLKW, F_WRLCK) == 0);
    count_up(file);
    CHECK(set_lock(file, F_SETLK, F_UNLCK) == 0);
    CHECK(lockf(file, F_LOCK, 10) == 0);
    count_up(file);
    CHECK(lockf(file, F_ULOCK, 10) == 0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  int value = 0;
  CHECK(pread(file, &value, sizeof value, 100) == sizeof value);
  CHECK(value == 2 * ROUNDS * size);
  printf("rank %d: %d\n", rank, value);
  close(file);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) unlink(name);
  MPI_Finalize();
  return 0;
}
