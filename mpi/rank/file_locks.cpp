// SPDX-License-Identifier: Apache-2.0
// Locks on files that a rank takes with fcntl() and lockf(). The kernel gives those to a process,
// and grants them to each of its ranks. A rank that shares its process takes the kind that belongs
// to an open file (F_OFD_SETLK). A rank that waits for a lock lets the other ranks of its worker
// run: one of them may have it.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <ctime>

#include "process_state/libc_function.h"
#include "rank/rank.h"

namespace bamboo::mpi {

namespace {

using Fcntl = int(int, int, ...);

Fcntl& fcntl_of_libc() {
  static auto* const real = libc_function<Fcntl>("fcntl64");
  return *real;
}

bool is_taken(int error) {
  return error == EAGAIN || error == EACCES;
}

int wait_for_lock(Rank& rank, int descriptor, struct flock& lock) {
  constexpr timespec pause{.tv_sec = 0, .tv_nsec = 200'000};
  for (;;) {
    const int result = fcntl_of_libc()(descriptor, F_OFD_SETLK, &lock);
    if (result == 0 || !is_taken(errno)) return result;
    if (!rank.own_threads()) rank.yield();
    ::nanosleep(&pause, nullptr);
  }
}

/// F_SETLK, F_SETLKW or F_GETLK of a rank.
int lock_for_rank(Rank& rank, int descriptor, int command, struct flock& lock) {
  lock.l_pid = 0;
  if (command == F_SETLKW && lock.l_type != F_UNLCK) return wait_for_lock(rank, descriptor, lock);
  if (command != F_GETLK) return fcntl_of_libc()(descriptor, F_OFD_SETLK, &lock);
  const int result = fcntl_of_libc()(descriptor, F_OFD_GETLK, &lock);
  if (result == 0 && lock.l_type != F_UNLCK && lock.l_pid < 0) lock.l_pid = ::getpid();
  return result;
}

int lock_or_forward(int descriptor, int command, void* argument) {
  const bool is_lock = command == F_SETLK || command == F_SETLKW || command == F_GETLK;
  Rank* rank = is_lock ? Rank::current_or_null() : nullptr;
  if (!rank || !argument || !rank->process.shares_process())
    return fcntl_of_libc()(descriptor, command, argument);
  return lock_for_rank(*rank, descriptor, command, *static_cast<struct flock*>(argument));
}

int lock_section(int descriptor, int command, off_t length) {
  struct flock lock{};
  lock.l_type = command == F_ULOCK ? F_UNLCK : F_WRLCK;
  lock.l_whence = SEEK_CUR;
  lock.l_len = length;
  switch (command) {
    case F_TEST:
      if (lock_or_forward(descriptor, F_GETLK, &lock) < 0) return -1;
      if (lock.l_type == F_UNLCK || (!ProcessState::is_shared() && lock.l_pid == ::getpid()))
        return 0;
      errno = EACCES;
      return -1;
    case F_ULOCK:
    case F_TLOCK:
      return lock_or_forward(descriptor, F_SETLK, &lock);
    case F_LOCK:
      return lock_or_forward(descriptor, F_SETLKW, &lock);
    default:
      errno = EINVAL;
      return -1;
  }
}

}  // namespace

// These replace functions of the C library for programs and all of their libraries. They have
// separate names, because the headers rename some of these functions for large files.
#define BAMBOO_FCNTL(own_name, name)                                                           \
  extern "C" __attribute__((visibility("default"))) int own_name(int, int, ...) __asm__(name); \
  extern "C" int own_name(int descriptor, int command, ...) {                                  \
    va_list arguments;                                                                         \
    va_start(arguments, command);                                                              \
    void* argument = va_arg(arguments, void*);                                                 \
    va_end(arguments);                                                                         \
    return lock_or_forward(descriptor, command, argument);                                     \
  }
#define BAMBOO_LOCKF(own_name, name)                                                             \
  extern "C" __attribute__((visibility("default"))) int own_name(int, int, off_t) __asm__(name); \
  extern "C" int own_name(int descriptor, int command, off_t length) {                           \
    return lock_section(descriptor, command, length);                                            \
  }

BAMBOO_FCNTL(bamboo_fcntl, "fcntl")
BAMBOO_FCNTL(bamboo_fcntl64, "fcntl64")
BAMBOO_LOCKF(bamboo_lockf, "lockf")
BAMBOO_LOCKF(bamboo_lockf64, "lockf64")

}  // namespace bamboo::mpi
