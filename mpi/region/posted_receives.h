// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "p2p/messaging_task.h"

namespace bamboo::mpi {

/// The receives of one receive block, posted before the program asks for them with MPI_Recv.
///
/// A fact that only the run shows ends the posting, and the block's other receives stay in order: a
/// wildcard in a variable, a buffer that overlaps one posted before.
class PostedReceives {
 public:
  bool posts_no_more() const { return posts_no_more_; }
  void post(std::unique_ptr<Request> receive);
  /// The number of receives that no MPI_Recv has taken.
  std::size_t left() const { return posted_.size() - taken_; }
  /// Waits for the receives that no MPI_Recv has taken.
  void wait(MessagingTask& task) const;
  /// Returns the next receive, which must exist.
  std::unique_ptr<Request> take() { return std::move(posted_[taken_++]); }

 private:
  std::vector<std::unique_ptr<Request>> posted_;
  std::size_t taken_ = 0;
  bool posts_no_more_ = false;
};

/// Whether a posted receive is the one that an MPI_Recv asks for.
bool same_arguments(const Request& a, const Request& b);

}  // namespace bamboo::mpi
