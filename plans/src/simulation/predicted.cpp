// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>

#include "../hand_over.h"
#include "bamboo/plans/simulate.h"

namespace bamboo::plans {
namespace {

class Prediction {
 public:
  Prediction(const Phases& phases, const Network& network, const Costs& costs)
      : phases_(phases), network_(network), costs_(costs), free_(network.links().size(), 0) {}

  double with_barriers() {
    const double barrier = std::bit_width(static_cast<unsigned>(std::max(phases_.size - 1, 0))) *
                           (2 * costs_.overhead + latency(0, phases_.size - 1));
    double seconds = 0;
    for (const auto& phase : phases_.phases) {
      if (seconds > 0) seconds += barrier;
      if (&phase == &phases_.phases.back() && phases_.small_last) return crowded(phase, seconds);
      double longest = 0;
      for (const Transfer& t : phase) longest = std::max(longest, alone(t) + latency(t.from, t.to));
      seconds += longest;
    }
    return seconds;
  }

  double with_tokens(bool tokens_cost) {
    HandOver hand_over(network_);
    std::vector<Transfer> done;
    std::vector<double> end;
    double seconds = 0;
    const int count = static_cast<int>(phases_.phases.size());
    for (int phase = 0; phase < count; ++phase) {
      const auto& transfers = phases_.phases[phase];
      if (phases_.small_last && phase + 1 == count) return crowded(transfers, 0, seconds);
      for (const Transfer& t : transfers) {
        double start = 0;
        const auto number = static_cast<std::uint32_t>(done.size());
        for (std::uint32_t before : hand_over.take(phase, number, t.from, t.to))
          start = std::max(start, end[before] + news(done[before], t.from, tokens_cost));
        end.push_back(start + alone(t));
        done.push_back(t);
        for (int link : route_) free_[link] = std::max(free_[link], end.back());
        seconds = std::max(seconds, end.back() + latency(t.from, t.to));
      }
    }
    return seconds;
  }

 private:
  double latency(int from, int to) {
    route_.clear();
    network_.append_route(from, to, route_);
    double sum = 0;
    for (int link : route_) sum += network_.links()[link].latency;
    return sum;
  }

  /// A transfer that shares its route, which is found, with nobody.
  double alone(const Transfer& t) {
    route_.clear();
    network_.append_route(t.from, t.to, route_);
    double rate = HUGE_VAL;
    for (int link : route_) rate = std::min(rate, network_.links()[link].rate);
    return costs_.overhead + static_cast<double>(t.bytes) / rate;
  }

  /// After the end of that transfer, when the sender of the next one knows.
  double news(const Transfer& done, int sender, bool tokens_cost) {
    if (done.from == sender || !tokens_cost) return 0;
    const double here = latency(done.from, done.to) + costs_.overhead;
    return done.to == sender ? here : here + costs_.overhead + latency(done.to, sender);
  }

  /// Transfers that all start at `start`, or when those before are done with their links.
  double crowded(const std::vector<Transfer>& transfers, double start, double others = 0) {
    std::vector<double> load(free_.size(), 0), overhead(phases_.size, 0);
    double longest = 0;
    for (const Transfer& t : transfers) {
      alone(t);
      for (int link : route_)
        load[link] += static_cast<double>(t.bytes) / network_.links()[link].rate;
      overhead[t.from] += costs_.overhead;
      overhead[t.to] += costs_.overhead;
      longest = std::max(longest, latency(t.from, t.to));
    }
    double seconds = others;
    for (std::size_t link = 0; link < load.size(); ++link)
      if (load[link] > 0)
        seconds = std::max(seconds, std::max(start, free_[link]) + load[link] + longest);
    const double most = overhead.empty() ? 0 : std::ranges::max(overhead);
    return std::max(seconds, std::max(start, others) + most + longest);
  }

  const Phases& phases_;
  const Network& network_;
  const Costs& costs_;
  std::vector<double> free_;  // with tokens: when the link's last user ends
  std::vector<int> route_;
};

}  // namespace

double predicted(const Phases& phases, const Network& network, Separation separation,
                 const Costs& costs) {
  if (separation == Separation::Barrier) return Prediction(phases, network, costs).with_barriers();
  const Phases joined = join_parts(phases);
  return Prediction(joined, network, costs).with_tokens(separation == Separation::Tokens);
}

}  // namespace bamboo::plans
