// SPDX-License-Identifier: Apache-2.0
// Finds out whether all processes of a communicator wait for the same call behind a request,
// without making any process wait that does not.
//
// A nonblocking call must not wait for others, and each process completes it when it likes, so the
// processes cannot agree when such a call begins. Instead each process has one vote on it. It asks
// when the program waits for this call. It refuses before the program makes another call that may
// block, or begins the next call of the kind. So each process votes before it waits for another
// one, and those that ask get their answer. If all have asked, none continues before it has the
// answer, so they may communicate.
#pragma once

#include <mpi.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "execution/channel.h"

namespace bamboo::plans::pmpi {

class Vote {
 public:
  /// `tag` and the next one belong to this vote until all processes have their answer.
  Vote(std::shared_ptr<const Channel> channel, int tag) : channel_(std::move(channel)), tag_(tag) {}

  /// Local. The vote needs nothing more.
  void refuse();
  /// Local.
  void ask();
  /// Returns whether all processes have asked, for a vote that has asked; nothing if that is not
  /// known yet. Does not wait.
  std::optional<bool> answer();

 private:
  std::shared_ptr<const Channel> channel_;
  int tag_;
  std::vector<char> heard_;
  std::vector<MPI_Request> hearing_;
};

}  // namespace bamboo::plans::pmpi
