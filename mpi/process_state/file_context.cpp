// SPDX-License-Identifier: Apache-2.0
#include "process_state/file_context.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <memory>

#include "rank/job.h"
#include "rank/rank.h"

namespace bamboo::mpi {

namespace {

int initial_directory = -1;
mode_t initial_mask = 022;

int open_here() {
  return ::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
}

mode_t set_mask(mode_t mask) {
  return static_cast<mode_t>(::syscall(SYS_umask, mask));
}

/// The rank whose directory or mask is about to change, and who shares its process with others.
/// Where these cannot be kept apart, a message, and the job ends.
Rank* changing_rank(const char* function) {
  Rank* rank = Rank::current_or_null();
  if (!rank || initial_directory < 0 || rank->job.local_ranks().size() == 1 ||
      rank->job.in_forked_child()) {
    return nullptr;
  }
  if (!FileContext::separate_worker(rank->job)) {
    std::fprintf(stderr,
                 "bamboo: error: rank %d calls %s, but this system gives the workers of a process "
                 "no working directories of their own: run with one worker\n",
                 rank->id(), function);
    end_job(1);
  }
  if (!rank->files) rank->files = std::make_unique<FileContext>();
  return rank;
}

int changed_directory(Rank* rank, long result) {
  if (result != 0 || !rank) return static_cast<int>(result);
  return rank->files->take_directory() ? 0 : -1;
}

}  // namespace

FileContext::~FileContext() {
  if (directory_ >= 0) ::close(directory_);
}

void FileContext::remember_initial() {
  initial_directory = open_here();
  initial_mask = set_mask(0);
  set_mask(initial_mask);
}

bool FileContext::separate_worker(const Job& job) {
  if (job.workers == 1) return true;
  static thread_local const bool separate = ::unshare(CLONE_FS) == 0;
  return separate;
}

void FileContext::enter() const {
  if (directory_ >= 0 && ::syscall(SYS_fchdir, directory_) != 0) {
    std::perror("bamboo: error: cannot return to the working directory of a rank");
    end_job(1);
  }
  if (mask_) set_mask(*mask_);
}

void FileContext::leave() const {
  if (directory_ >= 0) ::syscall(SYS_fchdir, initial_directory);
  if (mask_) set_mask(initial_mask);
}

bool FileContext::take_directory() {
  const int here = open_here();
  if (here < 0) return false;
  if (directory_ >= 0) ::close(directory_);
  directory_ = here;
  return true;
}

// In place of the C library's, for programs and all of their libraries.
extern "C" {

__attribute__((visibility("default"))) int chdir(const char* path) noexcept {
  Rank* rank = changing_rank("chdir");
  return changed_directory(rank, ::syscall(SYS_chdir, path));
}

__attribute__((visibility("default"))) int fchdir(int directory) noexcept {
  Rank* rank = changing_rank("fchdir");
  return changed_directory(rank, ::syscall(SYS_fchdir, directory));
}

__attribute__((visibility("default"))) mode_t umask(mode_t mask) noexcept {
  Rank* rank = changing_rank("umask");
  if (rank) rank->files->take_mask(mask);
  return set_mask(mask);
}
}

}  // namespace bamboo::mpi
