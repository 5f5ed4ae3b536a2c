// SPDX-License-Identifier: Apache-2.0
#include "session/open_group.h"

#include <algorithm>
#include <array>
#include <utility>

namespace bamboo::plans::multicast {
namespace {

/// Datagrams of broadcasts that other members have started at most this many broadcasts earlier are
/// kept.
constexpr std::uint32_t most_ahead = 1024;
/// Members are asked four times a second when they are silent.
constexpr Duration least_patience = milliseconds(1000);

}  // namespace

OpenGroup::OpenGroup(Connection& connection, const Settings& settings, const Probe& probe,
                     std::uint64_t id, std::vector<int> members, int self)
    : connection_(connection),
      settings_(settings),
      id_(id),
      ip_(group_ip(connection.members.agreement, id)),
      members_(std::move(members)),
      self_(self),
      as_root_(members_.size(), settings.rate),
      of_roots_(members_.size()) {
  for (std::size_t place = 0; place < members_.size(); ++place)
    of_roots_[place].by_unicast = !connection.is_listening || probe.misses(members_[place]);
}

OpenGroup::~OpenGroup() {
  while (!running_.empty()) remove(running_.begin()->first);
}

Record OpenGroup::record() const {
  return {failure_.empty() ? next_ : std::min(failed_from_, next_), empty_};
}

int OpenGroup::place_of(int member) const {
  const auto found = std::ranges::find(members_, member);
  return found == members_.end() ? -1 : static_cast<int>(found - members_.begin());
}

void OpenGroup::require_usable() const {
  if (!failure_.empty()) throw Failure(failure_);
}

std::uint32_t OpenGroup::start(Running running, Time now) {
  const std::uint32_t number = next_++;
  BroadcastSide& side = *running.side;
  running_[number] = std::move(running);
  for (const Early& each : early_.take(number)) {
    const auto datagram = parse(each.bytes);
    side.handle(*datagram, place_of(datagram->header.sender), each.by_multicast, now);
  }
  return number;
}

std::uint32_t OpenGroup::start_sending(std::span<const std::byte> message, Time now) {
  require_usable();
  const std::size_t unit = connection_.members.unit;
  const auto eager = static_cast<std::uint32_t>((settings_.eager + unit - 1) / unit);
  Running running;
  running.side =
      std::make_unique<Transmission>(connection_.outbox, connection_.liveness, as_root_,
                                     next_where(), message, unit, members_, self_, eager, now);
  return start(std::move(running), now);
}

std::uint32_t OpenGroup::start_receiving(std::span<std::byte> buffer, Part part, std::size_t bytes,
                                         int root, Time now) {
  require_usable();
  ReceiverMemory& memory = of_roots_[root];
  Running running;
  running.holds_membership = connection_.is_listening && connection_.memberships.hold(ip_);
  memory.by_unicast = memory.by_unicast || !running.holds_membership;
  auto reception = std::make_unique<Reception>(
      connection_.outbox, connection_.liveness, memory, next_where(),
      Reception::Message{buffer, part, bytes, connection_.members.unit}, members_[root],
      Turn{self_, static_cast<int>(members_.size())}, connection_.credit(),
      memory.ready && bytes <= settings_.eager, [this] { connection_.memberships.renew(ip_); },
      now);
  running.reception = reception.get();
  running.side = std::move(reception);
  return start(std::move(running), now);
}

void OpenGroup::pass_over() {
  require_usable();
  const std::uint32_t number = next_++;
  empty_.add(number);
  if (early_.contains(number)) {
    fail_of_size(number);
    throw Failure(failure_);
  }
}

void OpenGroup::fail(const std::string& text) {
  require_usable();
  fail(next_, text, -1);
}

void OpenGroup::remove(std::uint32_t number) {
  const auto found = running_.find(number);
  if (found == running_.end()) return;
  if (found->second.holds_membership) connection_.memberships.release(ip_);
  running_.erase(found);
}

bool OpenGroup::has_ended(std::uint32_t operation) {
  const Running& running = running_.at(operation);
  if (running.is_open()) return false;
  const bool is_complete = running.side->finished();
  const Failure failure(running.failure, running.failed_member);
  remove(operation);
  if (!is_complete) throw failure;
  return true;
}

void OpenGroup::give_up(std::uint32_t operation) {
  const auto found = running_.find(operation);
  if (found != running_.end() && found->second.is_open())
    fail(operation, "multicast: a broadcast of this group was given up", connection_.members.self);
  remove(operation);
}

void OpenGroup::handle(const Datagram& datagram, const Arrival& arrival, Time now) {
  const Header& header = datagram.header;
  const int place = place_of(header.sender);
  if (place < 0) {
    ++connection_.statistics.unusable;
    return;
  }
  const auto running = running_.find(header.operation);
  const bool is_running = running != running_.end();
  const bool is_ahead = header.operation - next_ < most_ahead;  // modulo 2^32
  if (header.kind == Kind::Failed) {
    if (is_running || is_ahead) note_failure(datagram);
  } else if (is_running) {
    running->second.side->handle(datagram, place, arrival.by_multicast, now);
  } else if (is_ahead && failure_.empty()) {
    keep_early(datagram, arrival);
  } else if (failure_.empty() && header.kind != Kind::Alive && empty_.contains(header.operation)) {
    fail_of_size(header.operation);
  } else {
    answer_for_past(header);
  }
}

void OpenGroup::keep_early(const Datagram& datagram, const Arrival& arrival) {
  const Header& header = datagram.header;
  if (header.kind == Kind::Ready || header.kind == Kind::Poll)
    connection_.answer(Kind::Alive, header, false);
  if (header.kind == Kind::Alive || header.kind == Kind::Poll) return;
  early_.add(header, arrival.bytes, arrival.by_multicast);
}

/// Answers a datagram of a broadcast that is complete here, or of a group that has failed. For a
/// broadcast that is far ahead the answer is only a sign of life.
void OpenGroup::answer_for_past(const Header& question) {
  if (question.kind != Kind::Poll && question.kind != Kind::Ready) return;
  const std::uint32_t ago = next_ - question.operation;  // modulo 2^32
  const bool is_later = failure_.empty() && (ago == 0 || ago > ~0u / 2);
  connection_.answer(is_later ? Kind::Alive : record().answer_to(question), question,
                     of_roots_[place_of(question.sender)].by_unicast);
}

void OpenGroup::progress(Time now, bool is_drained) {
  for (auto& [number, running] : running_) {
    if (running.is_open() && (is_drained || !running.reception)) {
      running.side->progress(now);
      look_for_dead(number, running);
    }
  }
}

void OpenGroup::add_to(Due& due) const {
  for (const auto& [number, running] : running_) {
    if (running.is_open()) {
      due.time = std::min(due.time, running.side->deadline());
      due.wants_room = due.wants_room || running.side->wants_room();
    }
  }
}

void OpenGroup::look_for_dead(std::uint32_t number, const Running& running) {
  if (running.reception && running.reception->contradicting_size() != 0) {
    return fail(number,
                "multicast: members disagree about the size of a broadcast: the root sends " +
                    std::to_string(running.reception->contradicting_size()) + " bytes",
                -1);
  }
  const Duration patience = std::max(seconds(settings_.patience), least_patience);
  const int dead = running.side->dead(patience);
  if (dead < 0) return;
  fail(number,
       "multicast: member " + connection_.members.names[dead] + " has been silent for " +
           std::to_string(std::chrono::duration_cast<milliseconds>(patience).count()) +
           " ms in broadcast " + std::to_string(number) + " of a group of " +
           std::to_string(members_.size()),
       dead);
}

/// A datagram has arrived for a broadcast that moves nothing here.
void OpenGroup::fail_of_size(std::uint32_t number) {
  fail(number,
       "multicast: members disagree about the size of a broadcast: nothing was to move here", -1);
}

/// Ends all broadcasts because of one, and reports it to the other members.
void OpenGroup::fail(std::uint32_t number, const std::string& text, int member) {
  stop(0, number, text, member);
  Header header;
  header.kind = Kind::Failed;
  header.group = id_;
  header.operation = failed_from_;
  std::array<std::byte, 4> payload;
  write_number(static_cast<std::uint32_t>(member), payload);
  for (const int other : members_)
    if (other != connection_.members.self && other != member)
      connection_.outbox.control(header, payload, connection_.outbox.address_of(other));
}

/// A failure that another member reports does not affect earlier broadcasts, which that member may
/// have completed.
void OpenGroup::note_failure(const Datagram& datagram) {
  const std::vector<std::string>& names = connection_.members.names;
  const auto member = static_cast<int>(read_number(datagram.payload));
  const bool is_known = member >= 0 && member < connection_.members.size();
  const std::uint32_t number = datagram.header.operation;
  stop(number, number,
       "multicast: member " + names[datagram.header.sender] + " has given up a broadcast" +
           (is_known ? " because of member " + names[member] : ""),
       is_known ? member : -1);
}

/// Ends the broadcasts since `first`, because number `number` has failed.
void OpenGroup::stop(std::uint32_t first, std::uint32_t number, const std::string& text,
                     int member) {
  failed_from_ = failure_.empty() ? number : std::min(number, failed_from_);
  for (auto& [other, running] : running_) {
    if (running.is_open() && other >= first) {
      running.failure = text;
      running.failed_member = member;
      failed_from_ = std::min(failed_from_, other);
    }
  }
  failure_ = text;
}

}  // namespace bamboo::plans::multicast
