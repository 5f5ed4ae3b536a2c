// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <vector>

#include "bamboo/plans/multicast/session.h"
#include "bamboo/support/diagnostic.h"
#include "commands.h"
#include "rendezvous.h"

namespace bamboo::plans::multicast::tool {
namespace {

constexpr Duration probing = milliseconds(1000);

/// One way to broadcast from member 0.
class Way {
 public:
  virtual ~Way() = default;
  virtual void broadcast(void* buffer, std::size_t bytes) = 0;
  virtual Statistics statistics() const { return {}; }
};

/// The alternative to multicast: a binomial tree of TCP connections with member 0 at its root,
/// which MPIs use for short messages.
class ByTcp final : public Way {
 public:
  ByTcp(Rendezvous& all, const std::string& own_host) {
    Door door(0);
    const auto doors = all.all_gather(own_host + " " + std::to_string(door.port()));
    const auto self = static_cast<unsigned>(all.self()), size = static_cast<unsigned>(all.size());
    if (self != 0) {
      const std::string& above = doors[self & (self - 1)];  // without its lowest bit
      const auto space = above.find(' ');
      parent_ = connect(above.substr(0, space), std::stoi(above.substr(space + 1)));
      parent_->send(std::to_string(self));
    }
    const unsigned reach = self == 0 ? std::bit_ceil(size) : self & -self;
    std::map<unsigned, Connection, std::greater<>> below;
    for (unsigned bit = 1; bit < reach; bit *= 2) {
      if (self + bit < size) {
        Connection child = door.accept();
        const auto number = static_cast<unsigned>(std::stoul(child.receive()));
        below.emplace(number, std::move(child));
      }
    }
    for (auto& [number, child] : below) children_.push_back(std::move(child));
  }
  void broadcast(void* buffer, std::size_t bytes) override {
    if (parent_) parent_->read(buffer, bytes);
    for (Connection& child : children_) child.write(buffer, bytes);
  }

 private:
  std::optional<Connection> parent_;
  std::vector<Connection> children_;  // the one with the largest tree below it first
};

class ByMulticast final : public Way {
 public:
  ByMulticast(Rendezvous& all, const Measurement& measurement)
      : session_(with_faults(measurement)) {
    session_.join(all.all_gather(session_.card()), all.self());
    all.barrier();
    const Reach reach = session_.probe(probing);
    if (!reach.everyone()) {
      support::print(
          support::Severity::Warning,
          "member " + std::to_string(all.self()) + ": " + reach.to_text(session_.names()),
          "bamboo-multicast");
    }
    std::vector<int> members(static_cast<std::size_t>(all.size()));
    for (int i = 0; i < all.size(); ++i) members[i] = i;
    group_ = session_.open(members);
  }
  void broadcast(void* buffer, std::size_t bytes) override {
    group_.broadcast(buffer, bytes, 0).wait();
  }
  Statistics statistics() const override { return session_.statistics(); }

 private:
  static Settings with_faults(const Measurement& measurement) {
    Settings settings = measurement.settings;
    settings.thread = true;  // members are in barriers while others may need them
    Faults faults = measurement.faults;
    faults.seed += static_cast<std::uint32_t>(1000 * measurement.self);
    if (faults.loss > 0 || faults.duplication > 0 || faults.reordering > 0)
      settings.between = between(faults);
    return settings;
  }
  Session session_;
  Group group_;
};

void fill(std::vector<char>& message, int round) {
  std::minstd_rand random(static_cast<unsigned>(round + 1));
  for (char& each : message) each = static_cast<char>(random());
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Round {
  double root, last;  // ms until the root, and until the last member, had finished
};

Round one_round(Rendezvous& all, Way& way, std::vector<char>& buffer, int round) {
  std::vector<char> expected(buffer.size());
  fill(expected, round);
  if (all.self() == 0)
    buffer = expected;
  else
    std::fill(buffer.begin(), buffer.end(), 0);
  all.barrier();
  const Time begin = Clock::now();
  way.broadcast(buffer.data(), buffer.size());
  const double own = 1e3 * in_seconds(Clock::now() - begin);
  if (buffer != expected)
    throw std::runtime_error("member " + std::to_string(all.self()) + " has got wrong data");
  Round result{0, 0};
  for (const std::string& each : all.all_gather(std::to_string(own))) {
    result.root = result.last == 0 ? std::stod(each) : result.root;
    result.last = std::max(result.last, std::stod(each));
  }
  return result;
}

void print(const Measurement& measurement, const std::vector<Round>& rounds,
           const Statistics& statistics, std::uint64_t duplicates) {
  std::vector<double> root, last;
  for (const Round& each : rounds) {
    root.push_back(each.root);
    last.push_back(each.last);
  }
  std::printf(
      "{\"by\": \"%s\", \"members\": %d, \"bytes\": %zu, \"rounds\": %zu, \"root_ms\": %.3f, "
      "\"last_ms\": %.3f, \"best_ms\": %.3f, \"worst_ms\": %.3f, \"sent\": %llu, \"alone\": %llu, "
      "\"repeated\": %llu, \"duplicates\": %llu}\n",
      measurement.by.c_str(), measurement.members, measurement.bytes, rounds.size(), median(root),
      median(last), *std::min_element(last.begin(), last.end()),
      *std::max_element(last.begin(), last.end()), static_cast<unsigned long long>(statistics.sent),
      static_cast<unsigned long long>(statistics.sent_alone),
      static_cast<unsigned long long>(statistics.repeated),
      static_cast<unsigned long long>(duplicates));
}

}  // namespace

int measure(const Measurement& measurement) {
  Rendezvous all(measurement.host, measurement.port, measurement.members, measurement.self);
  const std::unique_ptr<Way> way =
      measurement.by == "tcp"
          ? std::unique_ptr<Way>(
                new ByTcp(all, ip_to_text(open_socket(measurement.settings)->address().ip)))
          : std::unique_ptr<Way>(new ByMulticast(all, measurement));
  std::vector<char> buffer(measurement.bytes);
  std::vector<Round> rounds;
  // The first broadcast is not counted: it measures the rate, and the members find each other
  // during it.
  for (int round = -1; round < measurement.rounds; ++round) {
    const Round one = one_round(all, *way, buffer, round);
    if (round >= 0) rounds.push_back(one);
  }
  const Statistics statistics = way->statistics();
  std::uint64_t duplicates = 0;  // pieces that were sent again without need
  for (const std::string& each : all.all_gather(std::to_string(statistics.duplicates)))
    duplicates += std::stoull(each);
  if (all.self() == 0) print(measurement, rounds, statistics, duplicates);
  all.barrier();  // no process leaves while another one may ask
  return 0;
}

}  // namespace bamboo::plans::multicast::tool
