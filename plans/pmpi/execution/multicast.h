// SPDX-License-Identifier: Apache-2.0
/// \file
/// Multicast steps of plans: the members find each other by the installed MPI, and the data go past
/// it.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "bamboo/plans/plan.h"
#include "datatypes/typed_range.h"

namespace bamboo::plans::pmpi {

/// Collective over MPI_COMM_WORLD. True on all: every process hears every other one's multicasts.
bool start_multicast();
/// Any thread.
bool multicast_is_started();
/// Collective as well: no process leaves while another one may have to ask again.
void end_multicast();

/// A multicast step in this process's memory, in bytes.
struct Stream {
  int sender = 0;
  Step::Share share = Step::Share::All;
  /// Of each process's part, the sender's is 0. Empty for All, and where it will be told.
  std::vector<std::size_t> parts;
  std::vector<TypedRange> sent;  ///< the sender's: in the order in which it is cut into parts
  TypedRange room;               ///< a receiver's, for its part
};

/// One under way. Not to be used by two threads at once.
class MulticastRun {
 public:
  virtual ~MulticastRun() = default;
  /// True: it is over, with error().
  virtual bool progress() = 0;
  /// The same, but sleeps for a millisecond if it is not, or until it is.
  virtual bool wait_shortly() = 0;
  /// An MPI error code: a process is dead, or there is too little room.
  virtual int error() const = 0;
};

/// Of one communicator. Between start_multicast() and end_multicast(), but for what open() has
/// started by itself.
class MulticastGroup {
 public:
  MulticastGroup();
  ~MulticastGroup();
  /// Of the processes of MPI_COMM_WORLD, whose group is `world`, those of `channel`, which
  /// is not used otherwise meanwhile. Collective over it, but for a group that is open: then
  /// nothing happens. Returns an MPI error code.
  int open_in_world(MPI_Comm channel, MPI_Group world);
  /// The same at any time: where start_multicast() was not called, or in vain, these processes try
  /// for themselves. The same on all: false, their multicasts do not arrive.
  bool open(MPI_Comm channel, MPI_Group world);
  /// Local; all start theirs in one order. The memory must live until it is over, and the group.
  std::unique_ptr<MulticastRun> start(const Stream& stream);
  /// Collective. What open() has opened must be closed.
  void close(MPI_Comm channel);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace bamboo::plans::pmpi
