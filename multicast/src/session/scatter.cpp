// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/multicast/scatter.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace bamboo::plans::multicast {

Scatter Scatter::in_group(Group& all, const void* message, std::span<const std::size_t> counts,
                          void* buffer, std::size_t bytes, int root) {
  Scatter scatter(nullptr, all, message, buffer, bytes, root);
  scatter.announce(counts);
  return scatter;
}

Scatter Scatter::in_new_group(Session& session, Group& all, const void* message,
                              std::span<const std::size_t> counts, void* buffer, std::size_t bytes,
                              int root) {
  Scatter scatter(&session, all, message, buffer, bytes, root);
  scatter.announce(counts);
  return scatter;
}

Scatter Scatter::of_known(Group& receivers, const void* message,
                          std::span<const std::size_t> counts, void* buffer, int root) {
  if (counts.size() != receivers.members().size())
    throw Failure("multicast: a scatter needs a count for each member of the group");
  Scatter scatter(nullptr, receivers, message, buffer, counts[receivers.self()], root);
  scatter.counts_.assign(counts.begin(), counts.end());
  scatter.is_announced_ = true;
  scatter.move_in(receivers, scatter.counts_, root);
  return scatter;
}

void Scatter::announce(std::span<const std::size_t> counts) {
  counts_.resize(all_->members().size());
  if (all_->self() == root_) {
    if (counts.size() != counts_.size()) {
      const std::string text = "multicast: a scatter needs a count for each member of the group";
      all_->fail(text);  // the others wait for it
      throw Failure(text);
    }
    std::copy(counts.begin(), counts.end(), counts_.begin());
  }
  current_ = all_->broadcast(counts_.data(), counts_.size() * sizeof counts_[0], root_);
  begun_ = all_->begun();
}

/// The counts are known here.
void Scatter::move() {
  is_announced_ = true;
  if (!session_) {
    move_in(*all_, counts_, root_);
    return;
  }
  std::vector<int> members;
  std::vector<std::uint64_t> counts;
  int root = 0;
  for (int place = 0; place < static_cast<int>(counts_.size()); ++place) {
    if (place == root_) root = static_cast<int>(members.size());
    if (place == root_ || counts_[place] > 0) {
      members.push_back(all_->members()[place]);
      counts.push_back(counts_[place]);
    }
  }
  // A member without room takes part as well: the others must not wait for it.
  if (all_->self() == root_ || counts_[all_->self()] > 0) {
    own_.emplace(session_->open_within(*all_, begun_, std::move(members)));
    move_in(*own_, counts, root);
  }
}

void Scatter::move_in(Group& group, std::span<const std::uint64_t> counts, int root) {
  const std::uint64_t total = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  if (group.self() == root) {
    current_ = group.broadcast(const_cast<void*>(message_), total, root);
    return;
  }
  const std::uint64_t offset =
      std::accumulate(counts.begin(), counts.begin() + group.self(), std::uint64_t{0});
  const std::size_t sent = counts[group.self()];
  received_ = std::min(sent, bytes_);
  lost_ = sent - received_;
  current_ = group.receive(buffer_, {offset, received_}, total, root);
}

/// Continues after a completed broadcast. Returns true if it was the last one.
bool Scatter::go_on() {
  if (is_announced_) {
    own_.reset();
    if (lost_ > 0) {
      throw Truncation("multicast: the root of a scatter sends " +
                       std::to_string(received_ + lost_) + " bytes here, where there is room for " +
                       std::to_string(received_));
    }
    return true;
  }
  move();
  return false;
}

bool Scatter::progress() {
  while (current_.progress())
    if (go_on()) return true;
  return false;
}

void Scatter::wait() {
  do {
    current_.wait();
  } while (!go_on());
}

bool Scatter::wait_for(Duration at_most) {
  const Time end = Clock::now() + at_most;
  while (current_.wait_for(end - Clock::now()))
    if (go_on()) return true;
  return false;
}

}  // namespace bamboo::plans::multicast
