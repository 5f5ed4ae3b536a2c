// SPDX-License-Identifier: Apache-2.0
// stdout of virtual ranks: every rank has its own line buffer, lines reach the process's stdout
// whole. A rank may close it, or open a file in its place, for itself.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <string>

#include "bamboo/taskgraph/internal/spin_lock.h"

namespace bamboo::mpi {

class Output {
 public:
  Output();
  ~Output();
  /// On a terminal each line is written out at once.
  void write(const char* text, std::size_t n);
  /// Writes out all complete lines (the rank was suspended).
  void flush_lines();
  /// Writes out everything (fflush at exit, the end of the rank).
  void flush();
  /// Like flush(), by a thread that ends the process while the rank may run on another thread. Text
  /// that the rank has locked is lost: it may have died while printing. Later output is lost as
  /// well; it would only delay the end of the job.
  void flush_at_the_end();
  /// Implements fclose(stdout) of the rank: later output is lost.
  void close();
  /// Implements dup2(descriptor, 1) of the rank. On failure returns false and sets errno.
  bool replace(int descriptor, bool shares_process);
  /// Implements freopen(path, mode, stdout) of the rank. On failure returns false, sets errno, and
  /// stdout is closed.
  bool reopen(const char* path, const char* mode);
  int descriptor() const { return descriptor_; }
  bool pending() const { return pending_.load(std::memory_order_relaxed); }

  /// Lines that a rank has printed are not printed again by the processes that it forks, whose
  /// descriptor 1 is the rank's output.
  static void prepare_for_children();

  /// After this call, text that the C library writes to stdout goes to the buffer of the rank that
  /// runs.
  static void redirect_stdout();
  /// The stream that goes there, or the one that was stdout before.
  static bool is_stdout(const std::FILE* stream);

 private:
  void become_output_of_process();
  void write_out(std::size_t n);
  void close_file();
  void take_descriptor(int descriptor);

  SpinLock lock_;
  std::string text_;
  bool closed_ = false;
  int descriptor_ = -1;
  bool is_terminal_ = false;
  std::atomic<bool> pending_{false};
};

}  // namespace bamboo::mpi
