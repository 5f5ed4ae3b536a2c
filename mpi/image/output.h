// SPDX-License-Identifier: Apache-2.0
// stdout of virtual ranks: every rank has its own line buffer, lines reach the process's stdout
// whole.
#pragma once

#include <cstddef>
#include <string>

namespace bamboo::mpi {

class Output {
 public:
  ~Output() { flush(); }
  void write(const char* text, std::size_t n);
  /// Writes out all complete lines (the rank was suspended).
  void flush_lines();
  /// Writes out everything (fflush at exit, the end of the rank).
  void flush();
  bool pending() const { return !text_.empty(); }

  /// From now on what the C library writes to stdout goes to the buffer of the rank that runs.
  static void redirect_stdout();

 private:
  std::string text_;
};

}  // namespace bamboo::mpi
