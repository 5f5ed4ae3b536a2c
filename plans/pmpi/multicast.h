// SPDX-License-Identifier: Apache-2.0
/// \file
/// Collectives by reliable multicast: the members find each other by the installed MPI, and the
/// data go past it.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <span>

#include "bamboo/plans/algorithms.h"
#include "work.h"

namespace bamboo::plans::pmpi {

/// Collective over MPI_COMM_WORLD. True on all: every process hears every other one's multicasts.
bool start_multicast();
/// Any thread.
bool multicast_is_started();
/// Collective as well: nobody leaves while another one may have to ask again.
void end_multicast();

/// Of one communicator; what Communicator keeps. Between start_multicast() and end_multicast().
class MulticastGroup {
 public:
  MulticastGroup();
  ~MulticastGroup();
  /// All processes of `comm` call it, with an algorithm of multicast_algorithms(). `channel` has
  /// the same processes and is used for nothing else meanwhile; the first call is collective over
  /// it. While it waits, the installed MPI goes on with its messages. Returns an MPI error code.
  int run(const Algorithm& algorithm, Work& work, MPI_Comm channel, MPI_Group world);

  /// For scatters whose blocks all members know beforehand. Collective over `channel`, at any time:
  /// where start_multicast() was not called, or in vain, these processes try for themselves. The
  /// same on all: false, their multicasts do not arrive.
  bool open(MPI_Comm channel, MPI_Group world);
  /// `counts`: bytes of each member's block, the same on all; the root's is 0.
  int scatter(Work& work, std::span<const std::size_t> counts, MPI_Comm channel);
  /// Collective. What was opened must be closed.
  void close(MPI_Comm channel);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace bamboo::plans::pmpi
