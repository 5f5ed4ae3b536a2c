// SPDX-License-Identifier: Apache-2.0
#include "session/engine.h"

#include <algorithm>
#include <array>
#include <utility>

namespace bamboo::plans::multicast {
namespace {

constexpr Duration longest_idle = milliseconds(250), aside = milliseconds(5);
/// Another thread that waits may take a datagram from the socket that this one waits for.
constexpr Duration among_others = milliseconds(1);
/// The limit of datagrams in a row, so that other work gets its turn.
constexpr int most_batches = 16;
constexpr std::size_t batch = 32;

/// Releases the lock while it sleeps.
void sleep(Socket& socket, std::unique_lock<std::mutex>& lock, const Due& due) {
  lock.unlock();
  socket.sleep(due.time - Clock::now(), due.wants_room);
  lock.lock();
}

}  // namespace

Engine::Engine(Settings settings)
    : settings_(std::move(settings)), socket_(open_socket(settings_)) {
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
  const std::lock_guard lock(mutex_);
  joined_.emplace(*socket_, statistics_, settings_, Members(cards, self, card_));
  if (settings_.thread) thread_ = std::thread([this] { serve(); });
}

const std::vector<std::string>& Engine::names() const {
  static const std::vector<std::string> none;
  return joined_ ? joined_->connection.members.names : none;
}

Statistics Engine::statistics() const {
  const std::lock_guard lock(mutex_);
  return statistics_;
}

/// Returns false if there may be more.
bool Engine::Joined::receive_all(Time now) {
  std::array<Arrival, batch> arrivals;
  for (int i = 0; i < most_batches; ++i) {
    const std::size_t count = socket.receive(arrivals);
    for (const Arrival& arrival : std::span(arrivals).first(count)) {
      const auto datagram = connection.accept(arrival);
      if (!datagram) continue;
      if (datagram->header.kind == Kind::Probe)
        probe.handle(*datagram, arrival.by_multicast);
      else
        groups.handle(*datagram, arrival, now);
    }
    if (count < arrivals.size()) return true;
  }
  return false;
}

void Engine::Joined::progress(Time now) {
  connection.liveness.tick(now);
  groups.progress(now, receive_all(now));
}

Due Engine::next_due() const {
  const Time latest = Clock::now() + longest_idle;
  return joined_ ? joined_->groups.due(latest) : Due{latest};
}

/// The thread began to sleep before a broadcast was started. An arriving datagram wakes it; a
/// network with free space does not.
void Engine::wake_for_room() {
  if (thread_.joinable() && next_due().wants_room) socket_->wake();
}

bool Engine::progress(std::uint64_t group, std::uint32_t operation) {
  const std::lock_guard lock(mutex_);
  joined_->progress(Clock::now());
  return joined_->groups.at(group).has_ended(operation);
}

void Engine::progress() {
  const std::lock_guard lock(mutex_);
  if (joined_) joined_->progress(Clock::now());
}

bool Engine::wait(std::uint64_t group, std::uint32_t operation, Time end) {
  std::unique_lock lock(mutex_);
  ++waiters_;
  struct Leave {
    Engine& engine;
    ~Leave() { --engine.waiters_; }
  } leave{*this};
  while (true) {
    joined_->progress(Clock::now());
    if (joined_->groups.at(group).has_ended(operation)) return true;
    if (Clock::now() >= end) return false;
    Due due = next_due();
    due.time = std::min(due.time, end);
    if (waiters_ > 1) due.time = std::min<Time>(due.time, Clock::now() + among_others);
    sleep(*socket_, lock, due);
  }
}

Reach Engine::probe(Duration at_most) {
  std::unique_lock lock(mutex_);
  Probe& probe = joined_->probe;
  probe.begin(at_most, Clock::now());
  while (!probe.is_over(Clock::now())) {
    probe.progress(Clock::now());
    sleep(*socket_, lock, {probe.deadline()});
    joined_->progress(Clock::now());
  }
  return probe.end();
}

void Engine::linger(Duration time) {
  const Time end = Clock::now() + time;
  while (Clock::now() < end) {
    progress();
    std::unique_lock lock(mutex_);
    const Due due = next_due();
    sleep(*socket_, lock, {std::min(due.time, end), due.wants_room});
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
    joined_->progress(Clock::now());
    sleep(*socket_, lock, next_due());
  }
}

}  // namespace bamboo::plans::multicast
