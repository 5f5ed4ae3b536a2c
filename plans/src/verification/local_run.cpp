// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/local_run.h"

#include <algorithm>
#include <deque>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "bamboo/plans/multicast_steps.h"
#include "bamboo/plans/print.h"

namespace bamboo::plans {

struct LocalRun::Network {
  struct Waiting {
    Member* member;
    std::uint32_t index;
  };
  struct Pair {
    std::deque<Waiting> sends, receives;
  };
  std::map<std::tuple<int, int, bool>, Pair> pairs;  // sender, receiver, whether for tokens
  std::vector<std::vector<Waiting>> multicasts;      // the ranks that have started them, in order
  std::size_t ranks = 0;
  std::optional<Fault> fault;
};

class LocalRun::Member final : public Endpoint {
 public:
  Member(LocalRun& run, Network& network, const Plan& plan)
      : run_(run),
        network_(network),
        schedule_(plan),
        complete_(plan.steps.size()),
        execution_(schedule_, *this) {}

  /// Returns true if anything happened.
  bool progress() {
    happened_ = false;
    execution_.progress();
    return happened_;
  }
  void detach() { execution_.detach(); }
  bool finished() const { return execution_.finished(); }

  /// The step that the rank waits for, for the report.
  std::string waits_for() const {
    const Plan& plan = schedule_.plan();
    std::string out = "rank " + std::to_string(plan.rank) + ": ";
    if (execution_.in_flight().empty()) return out + "steps that wait for each other";
    const std::uint32_t index = *std::ranges::min_element(execution_.in_flight());
    return out + "step " + std::to_string(index) + " (" + to_text(plan.steps[index]) + ")";
  }

  bool start_send(std::uint32_t index, const Step& step) override {
    happened_ = true;
    auto& pair = network_.pairs[{schedule_.plan().rank, step.peer, step.is_token()}];
    pair.sends.push_back({this, index});
    match(pair);
    return false;
  }
  bool start_receive(std::uint32_t index, const Step& step) override {
    happened_ = true;
    auto& pair = network_.pairs[{step.peer, schedule_.plan().rank, step.is_token()}];
    pair.receives.push_back({this, index});
    match(pair);
    return false;
  }
  bool start_multicast(std::uint32_t index, const Step&) override {
    happened_ = true;
    const std::size_t place = multicasts_++;
    if (network_.multicasts.size() <= place) network_.multicasts.resize(place + 1);
    auto& ranks = network_.multicasts[place];
    ranks.push_back({this, index});
    if (ranks.size() == network_.ranks) move(ranks);
    return false;
  }
  bool test(std::uint32_t index) override {
    happened_ |= complete_[index];
    return complete_[index];
  }
  void copy(const Step& step) override {
    happened_ = true;
    run_.copy(schedule_.plan().rank, step);
  }
  void reduce(const Step& step) override {
    happened_ = true;
    run_.reduce(schedule_.plan().rank, step);
  }

 private:
  void match(Network::Pair& pair) {
    while (!pair.sends.empty() && !pair.receives.empty()) {
      const auto [sender, send_index] = pair.sends.front();
      const auto [receiver, receive_index] = pair.receives.front();
      pair.sends.pop_front();
      pair.receives.pop_front();
      const Step& send = sender->schedule_.plan().steps[send_index];
      const Step& receive = receiver->schedule_.plan().steps[receive_index];
      if (send.count != receive.count && !network_.fault)
        network_.fault = Fault{"unequal counts: rank " + std::to_string(receive.peer) + " step " +
                               std::to_string(send_index) + " (" + to_text(send) + "), rank " +
                               std::to_string(send.peer) + " step " +
                               std::to_string(receive_index) + " (" + to_text(receive) + ")"};
      if (network_.fault) return;
      run_.transfer(receive.peer, send, send.peer, receive);
      sender->complete_[send_index] = true;
      receiver->complete_[receive_index] = true;
    }
  }

  /// Completes a multicast that all ranks have started.
  void move(const std::vector<Network::Waiting>& ranks) {
    const int sender = step_of(ranks.front()).peer;
    const auto sends = std::ranges::find_if(ranks, [=](const Network::Waiting& each) {
      return each.member->schedule_.plan().rank == sender;
    });
    for (const Network::Waiting& each : ranks) {
      const int rank = each.member->schedule_.plan().rank;
      const Step part = part_of(step_of(*sends), rank);
      if (part.count > 0) run_.transfer(sender, part, rank, step_of(each));
      each.member->complete_[each.index] = true;
    }
  }
  static const Step& step_of(const Network::Waiting& each) {
    return each.member->schedule_.plan().steps[each.index];
  }

  LocalRun& run_;
  Network& network_;
  Schedule schedule_;
  std::vector<char> complete_;
  Execution execution_;
  std::size_t multicasts_ = 0;  // started
  bool happened_ = false;
};

LocalRun::Members LocalRun::members_of(std::span<const Plan> plans, Network& network) {
  Members members;
  network.ranks = plans.size();
  network.fault = check_multicasts(plans);
  for (const Plan& plan : plans) members.push_back(std::make_unique<Member>(*this, network, plan));
  return members;
}

std::optional<Fault> LocalRun::run(Members& members, Network& network, std::uint32_t seed) {
  std::mt19937 random(seed);
  for (bool happened = true; happened && !network.fault;) {
    happened = false;
    if (seed != 0) std::ranges::shuffle(members, random);
    for (const auto& member : members) happened |= member->progress();
  }
  if (network.fault) return network.fault;
  std::string stuck;
  for (const auto& member : members)
    if (!member->finished()) stuck += (stuck.empty() ? "" : "; ") + member->waits_for();
  if (stuck.empty()) return std::nullopt;
  return Fault{"deadlock: " + stuck};
}

std::optional<Fault> LocalRun::run(std::span<const Plan> plans, std::uint32_t seed) {
  Network network;
  Members members = members_of(plans, network);
  return run(members, network, seed);
}

std::optional<Fault> LocalRun::run_without(int absent, std::span<const Plan> plans,
                                           std::uint32_t seed) {
  Network network;
  Members others = members_of(plans, network), one;
  one.push_back(std::move(others[absent]));
  others.erase(others.begin() + absent);
  one.front()->progress();
  one.front()->detach();
  one.front()->progress();
  if (const std::optional<Fault> fault = run(others, network, seed))
    return Fault{"without " + std::to_string(absent) + ", " + fault->text};
  return run(one, network, seed);
}

}  // namespace bamboo::plans
