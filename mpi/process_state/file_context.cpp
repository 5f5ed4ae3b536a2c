// SPDX-License-Identifier: Apache-2.0
#include "process_state/file_context.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <memory>

#include "bamboo/support/diagnostic.h"
#include "bamboo/taskgraph/runtime.h"
#include "errors/end_job.h"
#include "process_state/process_state.h"

namespace bamboo::mpi {

namespace {

/// The files of the process: a rank that changes its directory or mask has its own.
struct {
  int directory = -1;
  mode_t mask = 022;
  std::atomic<bool> ranks_keep_threads{false};
} process_files;

int open_here() {
  return ::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
}

mode_t set_mask(mode_t mask) {
  return static_cast<mode_t>(::syscall(SYS_umask, mask));
}

/// The context of the rank whose directory or mask is about to change, or null if no other rank is
/// affected. If the ranks cannot have separate ones, prints a message and ends the job.
FileContext* changing_context(const char* function) {
  ProcessState* own = ProcessState::current();
  if (!own || process_files.directory < 0 || !own->shares_process()) return nullptr;
  if (!FileContext::separate_worker()) {
    support::error(
        "rank %d calls %s, but this system gives the workers of a process "
        "no working directories of their own: run with one worker, without MPI_THREAD_SERIALIZED",
        own->task.id(), function);
    end_job(1);
  }
  if (!own->files) own->files = std::make_unique<FileContext>();
  return own->files.get();
}

int changed_directory(FileContext* context, long result) {
  if (result != 0 || !context) return static_cast<int>(result);
  return context->take_directory() ? 0 : -1;
}

}  // namespace

FileContext::~FileContext() {
  if (directory_ >= 0) ::close(directory_);
}

void FileContext::remember_initial() {
  process_files.directory = open_here();
  process_files.mask = set_mask(0);
  set_mask(process_files.mask);
}

bool FileContext::separate_worker() {
  if (Runtime::current()->options().workers == 1 && !process_files.ranks_keep_threads) return true;
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
  if (directory_ >= 0) ::syscall(SYS_fchdir, process_files.directory);
  if (mask_) set_mask(process_files.mask);
}

void FileContext::keep_thread_apart() {
  process_files.ranks_keep_threads = true;
  separate_worker();
}

void FileContext::begin_worker() {
  process_files.ranks_keep_threads = true;
  if (process_files.directory < 0 || !separate_worker()) return;
  ::syscall(SYS_fchdir, process_files.directory);
  set_mask(process_files.mask);
}

bool FileContext::take_directory() {
  const int here = open_here();
  if (here < 0) return false;
  if (directory_ >= 0) ::close(directory_);
  directory_ = here;
  return true;
}

// These replace functions of the C library for programs and all of their libraries.
extern "C" {

__attribute__((visibility("default"))) int chdir(const char* path) noexcept {
  FileContext* context = changing_context("chdir");
  return changed_directory(context, ::syscall(SYS_chdir, path));
}

__attribute__((visibility("default"))) int fchdir(int directory) noexcept {
  FileContext* context = changing_context("fchdir");
  return changed_directory(context, ::syscall(SYS_fchdir, directory));
}

__attribute__((visibility("default"))) mode_t umask(mode_t mask) noexcept {
  if (FileContext* context = changing_context("umask")) context->take_mask(mask);
  return set_mask(mask);
}
}

}  // namespace bamboo::mpi
