// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/multicast/faults.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <random>
#include <vector>

namespace bamboo::plans::multicast {
namespace {

constexpr Duration longest_delay = milliseconds(2);
constexpr int most_overtaking = 8;

class FaultySocket final : public Socket {
 public:
  FaultySocket(std::unique_ptr<Socket> socket, const Faults& faults)
      : socket_(std::move(socket)), faults_(faults), random_(faults.seed) {}

  std::size_t receive(std::span<Arrival> arrivals) override {
    const std::lock_guard lock(mutex_);
    delivered_.clear();
    std::vector<Arrival> real(arrivals.size());
    const std::size_t count = socket_->receive(real);
    for (const Arrival& arrival : std::span(real).first(count)) suffer(arrival);
    release_late();
    const std::size_t given = std::min(arrivals.size(), waiting_.size());
    for (std::size_t i = 0; i < given; ++i) {
      delivered_.push_back(std::move(waiting_.front()));
      waiting_.pop_front();
      arrivals[i] = {delivered_.back().bytes, delivered_.back().by_multicast};
    }
    return given;
  }

  void sleep(Duration at_most, bool until_room) override {
    bool pending;
    {
      const std::lock_guard lock(mutex_);
      pending = !waiting_.empty() || !late_.empty();
    }
    socket_->sleep(pending ? std::min(at_most, longest_delay) : at_most, until_room);
  }

  bool send(Lane lane, const Address& to, std::span<const std::byte> datagram) override {
    return socket_->send(lane, to, datagram);
  }
  bool listen(std::uint16_t port) override { return socket_->listen(port); }
  bool join(std::uint32_t group_ip) override { return socket_->join(group_ip); }
  void leave(std::uint32_t group_ip) override { socket_->leave(group_ip); }
  void loop_back(bool wanted) override { socket_->loop_back(wanted); }
  void pace(double bytes_per_second) override { socket_->pace(bytes_per_second); }
  void wake() override { socket_->wake(); }
  Address address() const override { return socket_->address(); }
  std::size_t largest_datagram() const override { return socket_->largest_datagram(); }
  std::size_t room(std::size_t bytes) const override { return socket_->room(bytes); }

 private:
  struct Held {
    std::vector<std::byte> bytes;
    bool by_multicast = false;
    int overtaken_by = 0;  // how many more may come before it
    bool is_overtaken = false;
    Time until{};
  };

  bool happens(double probability) {
    return probability > 0 && std::uniform_real_distribution(0.0, 1.0)(random_) < probability;
  }
  int below(int limit) { return std::uniform_int_distribution(0, limit - 1)(random_); }

  void suffer(const Arrival& arrival) {
    if (happens(faults_.loss) || (faults_.multicast_lost && arrival.by_multicast)) return;
    Held held{{arrival.bytes.begin(), arrival.bytes.end()}, arrival.by_multicast, 0, false, {}};
    if (happens(faults_.damage) && !held.bytes.empty()) {
      held.bytes[below(static_cast<int>(held.bytes.size()))] ^=
          static_cast<std::byte>(1 << below(8));
    }
    for (Held& late : late_) {
      --late.overtaken_by;
      late.is_overtaken = true;
    }
    if (happens(faults_.duplication)) waiting_.push_back(held);
    if (happens(faults_.reordering)) {
      held.overtaken_by = 1 + below(most_overtaking);
      held.until = Clock::now() + longest_delay;
      late_.push_back(std::move(held));
    } else {
      waiting_.push_back(std::move(held));
    }
  }

  void release_late() {
    const Time now = Clock::now();
    std::erase_if(late_, [&](Held& late) {
      const bool is_due = late.overtaken_by <= 0 || now >= late.until;
      if (is_due) {
        if (late.is_overtaken && faults_.overtaken) ++*faults_.overtaken;
        waiting_.push_back(std::move(late));
      }
      return is_due;
    });
  }

  std::unique_ptr<Socket> socket_;
  const Faults faults_;
  std::mutex mutex_;  // sleep() may run beside receive()
  std::mt19937 random_;
  std::deque<Held> waiting_, delivered_, late_;
};

}  // namespace

std::unique_ptr<Socket> with_faults(std::unique_ptr<Socket> socket, const Faults& faults) {
  return std::make_unique<FaultySocket>(std::move(socket), faults);
}

std::function<std::unique_ptr<Socket>(std::unique_ptr<Socket>)> between(const Faults& faults) {
  return
      [faults](std::unique_ptr<Socket> socket) { return with_faults(std::move(socket), faults); };
}

}  // namespace bamboo::plans::multicast
