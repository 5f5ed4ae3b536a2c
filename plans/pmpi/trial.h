// SPDX-License-Identifier: Apache-2.0
/// \file
/// The self-measuring choice: the first calls of a kind go to the installed MPI's own algorithm and
/// to the candidates by turns, then the processes agree on the fastest. A turn is several calls,
/// and its first ones do not count: they make plans and connections, and a TCP connection on which
/// the algorithm before lost packets needs some calls to get up to speed again. A candidate must be
/// clearly faster, else the MPI's own stays.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <vector>

#include "settings.h"

namespace bamboo::plans::pmpi {

/// Of one operation and size class on one communicator.
class Trial {
 public:
  /// `multicast`: it works, and is a candidate for long broadcasts.
  Trial(Operation operation, int size, std::size_t bytes, bool multicast = false);

  /// Small messages are left to the MPI, whose short ways through the software decide there.
  static bool is_worth_it(Operation operation, std::size_t bytes);

  bool is_over() const { return over_; }
  /// Who serves the next call; null: the MPI's own.
  const Algorithm* next() const;
  void add(double seconds);
  /// All had their turn: the processes must agree.
  bool had_all_turns() const;
  /// Collective: all processes choose the same winner.
  void agree(MPI_Comm channel);
  const Algorithm* winner() const { return winner_; }
  /// The result in the tuning grammar.
  Rule rule() const;

 private:
  Operation operation_;
  int size_, size_class_;
  std::vector<const Algorithm*> candidates_;  // the first is null
  std::vector<double> seconds_;               // of each candidate's counted calls
  std::size_t calls_ = 0;
  bool over_ = false;
  const Algorithm* winner_ = nullptr;
};

}  // namespace bamboo::plans::pmpi
