// SPDX-License-Identifier: Apache-2.0
// Standard input of virtual ranks: the first rank of a process reads the process's, the others are
// at the end of theirs, as plain ranks behind the first are.
#pragma once

#include <cstdio>

namespace bamboo::mpi {

class Input {
 public:
  /// The rank's stdin, opened at the first call.
  std::FILE* stream(bool of_process);
  /// Its descriptor; negative: the rank has not asked for its stream.
  int descriptor() const { return descriptor_; }

  /// Called in a process that the rank has forked: descriptor 0 is the rank's input from now on.
  void become_input_of_process() const;

  /// Processes that ranks fork have the rank's input.
  static void prepare_for_children();

 private:
  std::FILE* stream_ = nullptr;
  int descriptor_ = -1;
};

}  // namespace bamboo::mpi
