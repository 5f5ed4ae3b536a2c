// SPDX-License-Identifier: Apache-2.0
#include "session/groups.h"

#include <algorithm>
#include <array>

namespace bamboo::plans::multicast {

std::uint64_t Groups::next_id(const std::vector<int>& members) {
  return group_id(connection_.members.agreement, members, instances_[members]++);
}

std::uint64_t Groups::id_of(const std::vector<int>& members, std::uint32_t number) const {
  // next_id() counts from 0.
  return group_id(connection_.members.agreement, members, number | 1u << 31);
}

std::uint64_t Groups::id_within(std::uint64_t group, std::uint32_t begun,
                                const std::vector<int>& members) const {
  const Agreement& agreement = connection_.members.agreement;
  const std::array point{static_cast<int>(begun)};
  return group_id(agreement, members, group_id(agreement, point, group));
}

void Groups::open(std::uint64_t id, const std::vector<int>& members, int self) {
  if (open_.contains(id))
    throw Failure("multicast: two groups have the same number");  // of the caller
  open_[id] = std::make_unique<OpenGroup>(connection_, settings_, probe_, id, members, self);
}

void Groups::close(std::uint64_t id) {
  const auto found = open_.find(id);
  if (found == open_.end()) return;
  const std::uint32_t ip = found->second->ip();
  closed_.add(id, found->second->record());
  open_.erase(found);
  if (std::ranges::none_of(open_, [&](const auto& other) { return other.second->ip() == ip; }))
    connection_.memberships.forget(ip);
}

void Groups::give_up(std::uint64_t id, std::uint32_t operation) {
  if (const auto found = open_.find(id); found != open_.end()) found->second->give_up(operation);
}

void Groups::handle(const Datagram& datagram, const Arrival& arrival, Time now) {
  const auto found = open_.find(datagram.header.group);
  if (found != open_.end())
    found->second->handle(datagram, arrival, now);
  else
    answer_for_closed(datagram.header);
}

/// A group that is not open yet, or that was closed long ago, gets only a sign of life.
void Groups::answer_for_closed(const Header& question) {
  if (question.kind != Kind::Poll && question.kind != Kind::Ready) return;
  const Record* const record = closed_.find(question.group);
  connection_.answer(record ? record->answer_to(question) : Kind::Alive, question, false);
}

void Groups::progress(Time now, bool is_drained) {
  for (auto& [id, group] : open_) group->progress(now, is_drained);
}

Due Groups::due(Time at_the_latest) const {
  Due due{at_the_latest};
  for (const auto& [id, group] : open_) group->add_to(due);
  return due;
}

}  // namespace bamboo::plans::multicast
