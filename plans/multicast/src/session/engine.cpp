// SPDX-License-Identifier: Apache-2.0
#include "session/engine.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace bamboo::plans::multicast {
namespace {

constexpr std::size_t most_members = 65535;
constexpr Duration longest_idle = milliseconds(250), aside = milliseconds(5);
/// Another thread that waits may take what this one waits for out of the socket.
constexpr Duration among_others = milliseconds(1);
/// Members are asked four times a second when they are silent.
constexpr Duration least_patience = milliseconds(1000);

}  // namespace

Engine::Engine(Settings settings)
    : settings_(std::move(settings)),
      patience_(std::max(seconds(settings_.patience), least_patience)),
      socket_(open_socket(settings_)) {
  if (settings_.between) socket_ = settings_.between(std::move(socket_));
  const std::size_t datagram =
      std::clamp(socket_->largest_datagram(), least_unit + overhead, largest_unit + overhead);
  card_ = to_bytes(make_card(socket_->address(), datagram - overhead));
}

Engine::~Engine() {
  if (thread_.joinable()) {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    stopped_.notify_all();
    socket_->wake();
    thread_.join();
  }
}

void Engine::join(std::span<const std::string> cards, int self) {
  if (cards.empty() || cards.size() > most_members || self < 0 ||
      static_cast<std::size_t>(self) >= cards.size() || cards[self] != card_) {
    throw Failure("multicast: the cards are not those of this session's members");
  }
  const std::lock_guard lock(mutex_);
  unit_ = largest_unit;
  std::size_t here = 0;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const auto card = read_card(cards[i]);
    if (!card) {
      throw Failure("multicast: member " + std::to_string(i) + " has shown no card of this version",
                    static_cast<int>(i));
    }
    addresses_.push_back(card->address);
    names_.push_back(std::to_string(i) + " (" + to_text(card->address) + ", host " + card->host +
                     ")");
    unit_ = std::min<std::size_t>(unit_, card->unit);
    here += card->address.ip == socket_->address().ip;
  }
  agreement_ = agree(cards);
  self_ = self;
  seal_.emplace(agreement_.key);
  liveness_.emplace(cards.size());
  memberships_.emplace(*socket_, statistics_, settings_.memberships);
  outbox_.emplace(*socket_, statistics_, agreement_, addresses_, self);
  reached_.resize(cards.size());
  reached_[self] = {true, true, true};
  listening_ = socket_->listen(agreement_.port);
  socket_->loop_back(here > 1);
  if (settings_.rate > 0) socket_->pace(settings_.rate);
  if (settings_.thread) thread_ = std::thread([this] { serve(); });
}

std::uint64_t Engine::next_id(const std::vector<int>& members) {
  const std::lock_guard lock(mutex_);
  return group_id(agreement_, members, instances_[members]++);
}

std::uint64_t Engine::id_of(const std::vector<int>& members, std::uint32_t number) const {
  return group_id(agreement_, members, number | 1u << 31);  // the others are counted from 0
}

std::uint64_t Engine::id_within(std::uint64_t group, std::uint32_t begun,
                                const std::vector<int>& members) const {
  const std::array point{static_cast<int>(begun)};
  return group_id(agreement_, members, group_id(agreement_, point, group));
}

std::uint32_t Engine::begun(std::uint64_t group) const {
  const std::lock_guard lock(mutex_);
  return groups_.at(group)->next_operation;
}

void Engine::open(std::uint64_t id, const std::vector<int>& members, int self) {
  const std::lock_guard lock(mutex_);
  if (groups_.contains(id))
    throw Failure("multicast: two groups have the same number");  // of the caller
  auto group =
      std::make_unique<GroupState>(id, group_ip(agreement_, id), members, self, settings_.rate);
  for (std::size_t place = 0; place < members.size(); ++place) {
    group->of_roots[place].by_unicast =
        !listening_ || (probed_ && !reached_[members[place]].by_multicast);
  }
  groups_[id] = std::move(group);
}

void Engine::close(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = groups_.find(id);
  if (found == groups_.end()) return;
  while (!found->second->running.empty())
    remove(*found->second, found->second->running.begin()->first);
  const bool is_shared = std::any_of(groups_.begin(), groups_.end(), [&](const auto& other) {
    return other.first != id && other.second->ip == found->second->ip;
  });
  if (!is_shared) memberships_->forget(found->second->ip);
  closed_.add(id, found->second->record());
  groups_.erase(found);
}

GroupState& Engine::usable(std::uint64_t id) {
  GroupState& group = *groups_.at(id);
  if (!group.failure.empty()) throw Failure(group.failure);
  return group;
}

void Engine::start(GroupState& group, RunningBroadcast running) {
  const std::uint32_t number = group.next_operation++;
  group.running[number] = std::move(running);
  const Time now = Clock::now();
  replay(group, number, now);
  progress_all(now);
  // The thread fell asleep earlier and has not seen this broadcast. An arriving datagram wakes it;
  // a network that has room again does not.
  bool wants_room;
  next_deadline(wants_room);
  if (thread_.joinable() && wants_room) socket_->wake();
}

void Engine::pass_over(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  GroupState& group = usable(id);
  const std::uint32_t number = group.next_operation++;
  group.empty.add(number);
  if (group.early.contains(number)) {
    note_nonempty(group, number);
    throw Failure(group.failure);
  }
}

void Engine::fail_group(std::uint64_t id, const std::string& text) {
  const std::lock_guard lock(mutex_);
  GroupState& group = usable(id);
  fail(group, group.next_operation, text, -1, true);
}

std::uint32_t Engine::start_sending(std::uint64_t id, std::span<const std::byte> message) {
  const std::lock_guard lock(mutex_);
  GroupState& group = usable(id);
  const Where where{group.id, group.next_operation, group.ip};
  const auto eager = static_cast<std::uint32_t>((settings_.eager + unit_ - 1) / unit_);
  RunningBroadcast running;
  running.operation =
      std::make_unique<Transmission>(*outbox_, *liveness_, group.as_root, where, message, unit_,
                                     group.members, group.self, eager, Clock::now());
  start(group, std::move(running));
  return where.operation;
}

std::uint32_t Engine::start_receiving(std::uint64_t id, std::span<std::byte> buffer, Part part,
                                      std::size_t bytes, int root) {
  const std::lock_guard lock(mutex_);
  GroupState& group = usable(id);
  const Where where{group.id, group.next_operation, group.ip};
  ReceiverMemory& memory = group.of_roots[root];
  RunningBroadcast running;
  running.holds_membership = listening_ && memberships_->hold(group.ip);
  memory.by_unicast = memory.by_unicast || !running.holds_membership;
  const std::size_t room = socket_->room(unit_ + overhead) / (unit_ + overhead);
  const auto credit = static_cast<std::uint32_t>(std::max<std::size_t>(room, 4));
  const int receivers = static_cast<int>(group.members.size());
  auto reception = std::make_unique<Reception>(
      *outbox_, *liveness_, memory, where, Reception::Message{buffer, part, bytes, unit_},
      group.members[root], Turn{group.self, receivers}, credit,
      memory.ready && bytes <= settings_.eager, [this, ip = group.ip] { memberships_->renew(ip); },
      Clock::now());
  running.reception = reception.get();
  running.operation = std::move(reception);
  start(group, std::move(running));
  return where.operation;
}

void Engine::progress_all(Time now) {
  liveness_->tick(now);
  const bool is_drained = receive_all(now);
  for (auto& [id, group] : groups_) {
    for (auto& [number, running] : group->running) {
      // A receiver must not complain about what waits in its own socket.
      const bool may_speak = is_drained || !running.reception;
      if (running.failure.empty() && !running.operation->finished() && may_speak) {
        running.operation->progress(now);
        look_for_dead(*group, number, running);
      }
    }
  }
}

void Engine::look_for_dead(GroupState& group, std::uint32_t number, RunningBroadcast& running) {
  if (running.reception && running.reception->contradicting_size() != 0) {
    fail(group, number,
         "multicast: members disagree about the size of a broadcast: the root sends " +
             std::to_string(running.reception->contradicting_size()) + " bytes",
         -1, true);
    return;
  }
  const int dead = running.operation->dead(patience_);
  if (dead >= 0) {
    fail(group, number,
         "multicast: member " + names_[dead] + " has been silent for " +
             std::to_string(std::chrono::duration_cast<milliseconds>(patience_).count()) +
             " ms in broadcast " + std::to_string(number) + " of a group of " +
             std::to_string(group.members.size()),
         dead, true);
  }
}

/// A failure that another member reports does not affect earlier broadcasts, which that member may
/// have completed.
void Engine::fail(GroupState& group, std::uint32_t number, const std::string& text, int member,
                  bool notify) {
  std::uint32_t from = group.failure.empty() ? number : std::min(number, group.failed_from);
  for (auto& [other, running] : group.running) {
    if (running.failure.empty() && !running.operation->finished() && (notify || other >= number)) {
      running.failure = text;
      running.failed_member = member;
      from = std::min(from, other);
    }
  }
  group.failure = text;
  group.failed_from = from;
  if (!notify) return;
  Header header;
  header.kind = Kind::Failed;
  header.group = group.id;
  header.operation = from;
  std::array<std::byte, 4> payload;
  write_number(static_cast<std::uint32_t>(member), payload);
  for (const int other : group.members)
    if (other != self_ && other != member)
      outbox_->control(header, payload, outbox_->address_of(other));
}

void Engine::remove(GroupState& group, std::uint32_t operation) {
  const auto found = group.running.find(operation);
  if (found == group.running.end()) return;
  if (found->second.holds_membership) memberships_->release(group.ip);
  group.running.erase(found);
}

bool Engine::ended(std::uint64_t id, std::uint32_t operation) {
  GroupState& group = *groups_.at(id);
  RunningBroadcast& running = group.running.at(operation);
  if (running.operation->finished()) {
    remove(group, operation);
    return true;
  }
  if (!running.failure.empty()) {
    const Failure failure(running.failure, running.failed_member);
    remove(group, operation);
    throw failure;
  }
  return false;
}

bool Engine::progress(std::uint64_t group, std::uint32_t operation) {
  const std::lock_guard lock(mutex_);
  progress_all(Clock::now());
  return ended(group, operation);
}

void Engine::progress() {
  const std::lock_guard lock(mutex_);
  if (self_ >= 0) progress_all(Clock::now());
}

void Engine::give_up(std::uint64_t id, std::uint32_t operation) {
  const std::lock_guard lock(mutex_);
  const auto found = groups_.find(id);
  if (found == groups_.end()) return;
  GroupState& group = *found->second;
  const auto running = group.running.find(operation);
  if (running != group.running.end() && !running->second.operation->finished() &&
      running->second.failure.empty()) {
    fail(group, operation, "multicast: a broadcast of this group was given up", self_, true);
  }
  remove(group, operation);
}

Time Engine::next_deadline(bool& wants_room) const {
  Time earliest = Clock::now() + longest_idle;
  wants_room = false;
  for (const auto& [id, group] : groups_) {
    for (const auto& [number, running] : group->running) {
      if (running.failure.empty() && !running.operation->finished()) {
        earliest = std::min(earliest, running.operation->deadline());
        wants_room = wants_room || running.operation->wants_room();
      }
    }
  }
  return earliest;
}

/// Returns false if `end` came first.
bool Engine::wait(std::uint64_t group, std::uint32_t operation, Time end) {
  std::unique_lock lock(mutex_);
  ++waiters_;
  struct Leave {
    Engine& engine;
    ~Leave() { --engine.waiters_; }
  } leave{*this};
  while (true) {
    progress_all(Clock::now());
    if (ended(group, operation)) return true;
    if (Clock::now() >= end) return false;
    bool wants_room;
    Time until = std::min(next_deadline(wants_room), end);
    if (waiters_ > 1) until = std::min<Time>(until, Clock::now() + among_others);
    lock.unlock();
    socket_->sleep(until - Clock::now(), wants_room);
    lock.lock();
  }
}

void Engine::linger(Duration time) {
  const Time end = Clock::now() + time;
  for (Time now = Clock::now(); now < end; now = Clock::now()) {
    progress();
    bool wants_room;
    Time until;
    {
      const std::lock_guard lock(mutex_);
      until = next_deadline(wants_room);
    }
    socket_->sleep(std::min(until, end) - now, wants_room);
  }
}

/// The session's own thread. It pauses while a caller waits, because the caller does the same work.
/// Callers do not wake it when they leave, since the next caller often follows at once and no
/// answer is that urgent.
void Engine::serve() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (waiters_ > 0) {
      stopped_.wait_for(lock, aside);
      continue;
    }
    progress_all(Clock::now());
    bool wants_room;
    const Time until = next_deadline(wants_room);
    lock.unlock();
    socket_->sleep(until - Clock::now(), wants_room);
    lock.lock();
  }
}

Statistics Engine::statistics() const {
  const std::lock_guard lock(mutex_);
  return statistics_;
}

}  // namespace bamboo::plans::multicast
