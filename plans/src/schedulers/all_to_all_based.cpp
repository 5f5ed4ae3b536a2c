// SPDX-License-Identifier: Apache-2.0
#include <queue>

#include "bamboo/plans/schedulers.h"
#include "network/link_load.h"
#include "schedulers/by_size.h"

namespace bamboo::plans {
namespace {

/// The messages that no phase has yet. A place is a message's number in the order of sizes.
class Unscheduled {
 public:
  explicit Unscheduled(const Traffic& traffic)
      : traffic_(traffic),
        order_(by_size(traffic)),
        scheduled_(order_.size(), false),
        next_of_sender_(order_.size(), end()),
        first_of_sender_(traffic.size, end()),
        by_distance_(traffic.size) {
    for (std::uint32_t place = end(); place-- > 0;) {
      std::uint32_t& first = first_of_sender_[message(place).from];
      next_of_sender_[place] = first;
      first = place;
    }
    for (std::uint32_t place = 0; place < end(); ++place)
      by_distance_[distance(place)].push_back(place);
  }

  std::uint32_t end() const { return static_cast<std::uint32_t>(order_.size()); }
  const Message& message(std::uint32_t place) const { return traffic_.messages[order_[place]]; }
  bool contains(std::uint32_t place) const { return !scheduled_[place]; }
  void take(std::uint32_t place) { scheduled_[place] = true; }

  /// The largest one.
  std::uint32_t first() {
    while (first_ < end() && scheduled_[first_]) ++first_;
    return first_;
  }
  std::uint32_t first_from(int sender) {
    return first_of_sender_[sender] = skip(first_of_sender_[sender]);
  }
  std::uint32_t next_from_sender(std::uint32_t place) { return skip(next_of_sender_[place]); }
  /// All messages of that one's distance, scheduled ones as well.
  const std::vector<std::uint32_t>& at_distance_of(std::uint32_t place) const {
    return by_distance_[distance(place)];
  }

 private:
  int distance(std::uint32_t place) const {
    const Message& m = message(place);
    return (m.to - m.from + traffic_.size) % traffic_.size;
  }
  // Path compression: skipping over scheduled messages gets shorter with each call.
  std::uint32_t skip(std::uint32_t place) {
    while (place != end() && scheduled_[place]) {
      std::uint32_t& next = next_of_sender_[place];
      if (next != end() && scheduled_[next]) next = next_of_sender_[next];
      place = next;
    }
    return place;
  }

  const Traffic& traffic_;
  std::vector<std::uint32_t> order_;
  std::vector<bool> scheduled_;
  std::vector<std::uint32_t> next_of_sender_, first_of_sender_;
  std::vector<std::vector<std::uint32_t>> by_distance_;
  std::uint32_t first_ = 0;
};

/// One phase: its transfers, and the load of its links.
class Phase {
 public:
  Phase(const Network& network, Unscheduled& left) : load_(network), left_(left) {}

  std::vector<Transfer> make(int size) {
    load_.clear();
    transfers_.clear();
    for (std::uint32_t place : left_.at_distance_of(left_.first()))
      if (left_.contains(place)) add(place);
    fill(size);
    return transfers_;
  }

 private:
  bool add(std::uint32_t place) {
    const Message& message = left_.message(place);
    if (!load_.add(message.from, message.to)) return false;
    left_.take(place);
    transfers_.push_back(whole(message));
    return true;
  }

  /// The first message at or after `place` of the same sender that has room.
  std::uint32_t candidate(std::uint32_t place) {
    for (; place != left_.end(); place = left_.next_from_sender(place))
      if (load_.fits(left_.message(place).from, left_.message(place).to)) break;
    return place;
  }

  // Adds the remaining messages by size. It merges the senders' lists, so it can skip the lists of
  // busy senders (all of them in a full phase).
  void fill(int size) {
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> candidates;
    for (int sender = 0; sender < size; ++sender)
      if (!load_.is_busy(sender)) push(candidates, left_.first_from(sender));
    while (!candidates.empty()) {
      const std::uint32_t place = candidates.top();
      candidates.pop();
      add(place);
      if (!load_.is_busy(left_.message(place).from))
        push(candidates, left_.next_from_sender(place));
    }
  }
  template <class Queue>
  void push(Queue& candidates, std::uint32_t place) {
    place = candidate(place);
    if (place != left_.end()) candidates.push(place);
  }

  LinkLoad load_;
  Unscheduled& left_;
  std::vector<Transfer> transfers_;
};

}  // namespace

Phases all_to_all_based(const Traffic& traffic, const Network& network, std::size_t small) {
  Phases out{traffic.size, "all_to_all_based", {}, false};
  Unscheduled left(traffic);
  Phase phase(network, left);
  while (left.first() != left.end()) {
    if (left.message(left.first()).bytes >= small) {
      out.phases.push_back(phase.make(traffic.size));
      continue;
    }
    out.small_last = true;
    out.phases.emplace_back();
    for (; left.first() != left.end(); left.take(left.first()))
      out.phases.back().push_back(whole(left.message(left.first())));
  }
  return out;
}

}  // namespace bamboo::plans
