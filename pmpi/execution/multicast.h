// SPDX-License-Identifier: Apache-2.0
// Multicast steps of plans: the members find each other by the installed MPI, and the data go past
// it.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "bamboo/plans/plan.h"
#include "datatypes/typed_range.h"

namespace bamboo::plans::pmpi {

/// Collective over MPI_COMM_WORLD. Returns true on all processes if all receive each other's
/// multicasts.
bool start_multicast();
/// Any thread.
bool multicast_is_started();
/// Collective as well: no process leaves while another one may still have to ask for data.
void end_multicast();

/// A multicast step in this process's memory, in bytes.
struct Stream {
  int sender = 0;
  Step::Share share = Step::Share::All;
  /// The bytes of each process's part; the sender's is 0. Empty for All, and if they will be sent.
  std::vector<std::size_t> parts;
  std::vector<TypedRange> sent;  ///< used by the sender, in the order in which it is cut into parts
  TypedRange room;               ///< a receiver's, for its part
};

/// A multicast in progress. Two threads must not use it at once.
class MulticastRun {
 public:
  virtual ~MulticastRun() = default;
  /// Returns true when it is complete, with error().
  virtual bool progress() = 0;
  /// Like progress(), but waits up to a millisecond for completion.
  virtual bool wait_shortly() = 0;
  /// An MPI error code: a process is dead, or the buffer is too small.
  virtual int error() const = 0;
};

/// The group of one communicator. Use it between start_multicast() and end_multicast(), except for
/// what open() has started by itself.
class MulticastGroup {
 public:
  MulticastGroup();
  ~MulticastGroup();
  /// Opens the group of the processes of `channel` within MPI_COMM_WORLD, whose group is `world`.
  /// `channel` must not be used otherwise meanwhile. Collective over it, unless the group is open:
  /// then it does nothing. Returns an MPI error code.
  int open_in_world(MPI_Comm channel, MPI_Group world);
  /// Like above, at any time: if start_multicast() was not called, or failed, these processes try
  /// by themselves. Returns false on all of them if their multicasts do not arrive.
  bool open(MPI_Comm channel, MPI_Group world);
  /// Local. All processes start their multicasts in one order. The memory and the group must exist
  /// until it is complete.
  std::unique_ptr<MulticastRun> start(const Stream& stream);
  /// Collective. Closes what open() has opened, which is required.
  void close(MPI_Comm channel);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace bamboo::plans::pmpi
