// SPDX-License-Identifier: Apache-2.0
// Datagrams that come in: their senders, and the broadcasts that they belong to.
#include <algorithm>
#include <array>

#include "session/engine.h"

namespace bamboo::plans::multicast {
namespace {

/// A limit, so that other work than receiving gets its turn.
constexpr int most_batches = 16;
constexpr std::size_t batch = 32;
/// The limit for data of broadcasts that others have started earlier than this member.
constexpr std::size_t early_limit = 4 << 20;
constexpr std::uint32_t most_ahead = 1024;

}  // namespace

/// Returns false if there may be more.
bool Engine::receive_all(Time now) {
  std::array<Arrival, batch> arrivals;
  for (int i = 0; i < most_batches; ++i) {
    const std::size_t count = socket_->receive(arrivals);
    for (const Arrival& arrival : std::span(arrivals).first(count)) receive(arrival, now);
    if (count < arrivals.size()) return true;
  }
  return false;
}

void Engine::receive(const Arrival& arrival, Time now) {
  const auto datagram = parse(arrival.bytes);
  if (!datagram || datagram->header.session != agreement_.session ||
      datagram->header.sender >= addresses_.size()) {
    ++statistics_.foreign;
    return;
  }
  if (datagram->header.sender == self_)
    return;  // multicasts come back when another member is on this host
  if (!seal_->intact(arrival.bytes)) {
    ++statistics_.forged;
    return;
  }
  liveness_->heard(datagram->header.sender);
  if (datagram->header.kind == Kind::Probe)
    note_probe(*datagram, arrival.by_multicast);
  else
    dispatch(*datagram, arrival, now);
}

void Engine::dispatch(const Datagram& datagram, const Arrival& arrival, Time now) {
  const Header& header = datagram.header;
  const auto found = groups_.find(header.group);
  if (found == groups_.end()) {
    answer_for_past(header);
    return;
  }
  GroupState& group = *found->second;
  const int place = group.place_of(header.sender);
  if (place < 0) {
    ++statistics_.unusable;
    return;
  }
  const auto running = group.running.find(header.operation);
  const bool is_running = running != group.running.end();
  const std::uint32_t ahead = header.operation - group.next_operation;  // modulo 2^32
  const bool is_ahead = ahead < most_ahead;
  if (header.kind == Kind::Failed) {
    if (is_running || is_ahead) note_failure(group, datagram);
  } else if (is_running) {
    running->second.operation->handle(datagram, place, arrival.by_multicast, now);
  } else if (is_ahead && group.failure.empty()) {
    keep_early(group, datagram, arrival);
  } else if (group.failure.empty() && header.kind != Kind::Alive &&
             group.empty.contains(header.operation)) {
    note_nonempty(group, header.operation);
  } else {
    answer_for_past(header);
  }
}

void Engine::note_failure(GroupState& group, const Datagram& datagram) {
  const auto member = static_cast<int>(read_number(datagram.payload));
  const bool is_known = member >= 0 && static_cast<std::size_t>(member) < names_.size();
  fail(group, datagram.header.operation,
       "multicast: member " + names_[datagram.header.sender] + " has given up a broadcast" +
           (is_known ? " because of member " + names_[member] : ""),
       is_known ? member : -1, false);
}

/// A datagram of a broadcast that moves nothing here has come.
void Engine::note_nonempty(GroupState& group, std::uint32_t operation) {
  fail(group, operation,
       "multicast: members disagree about the size of a broadcast: nothing was to move here", -1,
       true);
}

/// It belongs to a broadcast that is not started here yet.
void Engine::keep_early(GroupState& group, const Datagram& datagram, const Arrival& arrival) {
  const Header& header = datagram.header;
  if (header.kind == Kind::Ready || header.kind == Kind::Poll) answer(Kind::Alive, header);
  if (header.kind == Kind::Alive || header.kind == Kind::Poll) return;
  auto& early = group.early[header.operation];
  if (header.kind != Kind::Data) {
    // The last word of each member is enough.
    std::erase_if(early, [&](const Early& other) {
      const auto before = parse(other.bytes);
      const bool same =
          before->header.sender == header.sender && before->header.kind == header.kind;
      group.early_bytes -= same ? other.bytes.size() : 0;
      return same;
    });
  }
  if (group.early_bytes + arrival.bytes.size() > early_limit) return;  // it will be asked for again
  group.early_bytes += arrival.bytes.size();
  early.push_back({{arrival.bytes.begin(), arrival.bytes.end()}, arrival.by_multicast});
}

void Engine::replay(GroupState& group, std::uint32_t operation, Time now) {
  const auto found = group.early.find(operation);
  if (found == group.early.end()) return;
  const std::deque<Early> early = std::move(found->second);
  group.early.erase(found);
  for (const Early& each : early) {
    group.early_bytes -= each.bytes.size();
    const auto datagram = parse(each.bytes);
    BroadcastSide& target = *group.running.at(operation).operation;
    target.handle(*datagram, group.place_of(datagram->header.sender), each.by_multicast, now);
  }
}

/// Answers a datagram of a broadcast that is complete here or far ahead, or of a group that has
/// failed, is closed, or is not open yet.
void Engine::answer_for_past(const Header& header) {
  if (header.kind != Kind::Poll && header.kind != Kind::Ready) return;
  answer(word_for_past(header), header);
}

/// Chooses the answer. If the broadcast is complete here, a root that asks has missed the
/// acknowledgement. A receiver that is ready for a broadcast that is complete here regards another
/// member as its root, or this one as alive forever: it must not wait. For a later broadcast the
/// answer is only a sign of life.
Kind Engine::word_for_past(const Header& header) const {
  const auto group = groups_.find(header.group);
  const Record* const closed = closed_.find(header.group);
  const bool is_open = group != groups_.end();
  if (!is_open && !closed) return Kind::Alive;
  if (is_open && group->second->failure.empty()) {
    const std::uint32_t ago = group->second->next_operation - header.operation;  // modulo 2^32
    if (ago == 0 || ago > ~0u / 2) return Kind::Alive;
  }
  const Record record = is_open ? group->second->record() : *closed;
  return header.kind == Kind::Poll && record.has(header.operation) ? Kind::Ack : Kind::Failed;
}

/// For a root; the root uses the last such request, also if it repeats one that was lost.
bool Engine::needs_unicast(const Header& question) const {
  const auto group = groups_.find(question.group);
  if (group == groups_.end()) return false;  // it will not send in that group any more
  const int place = group->second->place_of(question.sender);
  return place >= 0 && group->second->of_roots[place].by_unicast;
}

void Engine::answer(Kind kind, const Header& question) {
  Header header;
  header.kind = kind;
  header.group = question.group;
  header.operation = question.operation;
  if (kind == Kind::Ack) {
    header.sequence = ~0u;  // all of it
    outbox_->report(header, Report{~0u, 0, 0, needs_unicast(question)}, {}, question.sender);
    return;
  }
  std::array<std::byte, 4> no_member;
  write_number(~0u, no_member);
  const std::span<const std::byte> payload(no_member.data(),
                                           kind == Kind::Failed ? no_member.size() : 0);
  outbox_->control(header, payload, outbox_->address_of(question.sender));
}

}  // namespace bamboo::plans::multicast
