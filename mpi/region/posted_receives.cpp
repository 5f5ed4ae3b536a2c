// SPDX-License-Identifier: Apache-2.0
#include "region/posted_receives.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "p2p/post.h"
#include "p2p/wait.h"

namespace bamboo::mpi {

namespace {

/// Whether two receives may write the same byte. Compares the memory from their first to their last
/// byte.
bool overlap(const Request& a, const Request& b) {
  if (a.count * a.type->size == 0 || b.count * b.type->size == 0) return false;
  const auto range = [](const Request& r) {
    const auto first = reinterpret_cast<std::intptr_t>(r.buffer) + r.type->true_lb;
    const auto last = first + static_cast<MPI_Aint>(r.count - 1) * r.type->extent;
    return std::pair(std::min(first, last), std::max(first, last) + r.type->true_extent);
  };
  const auto [a_begin, a_end] = range(a);
  const auto [b_begin, b_end] = range(b);
  return a_begin < b_end && b_begin < a_end;
}

}  // namespace

void PostedReceives::post(std::unique_ptr<Request> receive) {
  posts_no_more_ = receive->peer == any_source || receive->tag == MPI_ANY_TAG ||
                   std::any_of(posted_.begin() + static_cast<std::ptrdiff_t>(taken_), posted_.end(),
                               [&](const auto& other) { return overlap(*receive, *other); });
  if (posts_no_more_) return;
  post_receive(*receive);
  posted_.push_back(std::move(receive));
}

void PostedReceives::wait(MessagingTask& task) const {
  std::vector<Request*> all;
  for (std::size_t i = taken_; i < posted_.size(); ++i) all.push_back(posted_[i].get());
  wait_all(task, all);
}

bool same_arguments(const Request& a, const Request& b) {
  return a.buffer == b.buffer && a.count == b.count && a.type == b.type && a.peer == b.peer &&
         a.tag == b.tag && a.context == b.context;
}

}  // namespace bamboo::mpi
