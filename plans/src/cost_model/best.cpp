// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/best.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "lowering/hand_over.h"

namespace bamboo::plans {
namespace {

class Prediction {
 public:
  Prediction(const Phases& phases, const Network& network, const Costs& costs, const Tokens& tokens)
      : phases_(phases),
        network_(network),
        costs_(costs),
        tokens_(tokens),
        free_(network.links().size(), 0) {}

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
    HandOver links(network_, {0}), tokens(network_, tokens_);
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
        for (std::uint32_t before : links.take(phase, number, t))
          start = std::max(start, end[before]);
        if (tokens_cost)
          for (std::uint32_t before : tokens.take(phase, number, t))
            start = std::max(start, end[before] + news(done[before], t.from));
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

  /// A transfer that has its route, which is found, for itself.
  double alone(const Transfer& t) {
    route_.clear();
    network_.append_route(t.from, t.to, route_);
    double rate = HUGE_VAL;
    for (int link : route_) rate = std::min(rate, network_.links()[link].rate);
    return costs_.overhead + static_cast<double>(t.bytes) / rate;
  }

  /// The time from the end of that transfer until the next sender is informed.
  double news(const Transfer& done, int sender) {
    if (done.from == sender) return 0;
    double way = latency(done.from, done.to) + costs_.overhead;
    if (done.to == sender) return way;
    way += costs_.overhead + latency(done.to, sender);
    const double lead = static_cast<double>(token_lead(tokens_, network_, done));
    return std::max(0.0, way - lead / network_.rate(done.from, done.to));
  }

  /// The transfers that start at `start`, or when the previous ones release their links.
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
  const Tokens& tokens_;
  std::vector<double> free_;  // with tokens: when the link's last user ends
  std::vector<int> route_;
};

}  // namespace

double predicted(const Phases& phases, const Network& network, Separation separation,
                 const Costs& costs, const Tokens& tokens) {
  if (separation == Separation::Barrier)
    return Prediction(phases, network, costs, tokens).with_barriers();
  const Phases joined = join_parts(phases);
  return Prediction(joined, network, costs, tokens).with_tokens(separation == Separation::Tokens);
}

namespace {

/// `enough`: a time in seconds; a smaller one need not be found.
Best search(const Traffic& traffic, const Network& network, std::size_t small,
            const Conditions& conditions, const std::function<void(const Best&)>& tried,
            double enough) {
  Best out;
  for (const Scheduler& scheduler : schedulers()) {
    if (!scheduler.serves(traffic, network)) continue;
    Best next{&scheduler, scheduler.make(traffic, network, small), 0};
    next.seconds =
        predicted(next.phases, network, conditions.separation, conditions.costs, conditions.tokens);
    if (tried) tried(next);
    if (out.scheduler != nullptr && next.seconds >= out.seconds) continue;
    out = std::move(next);
    if (out.seconds <= enough) break;
  }
  return out;
}

}  // namespace

Best best(const Traffic& traffic, const Network& network, std::size_t small,
          const Conditions& conditions) {
  // No scheduler is noticeably better than this, so the slower ones need not be tried.
  constexpr double near_enough = 1.01;
  return search(traffic, network, small, conditions, {}, near_enough * bound(traffic, network));
}

Best best_of_all(const Traffic& traffic, const Network& network, std::size_t small,
                 const Conditions& conditions, const std::function<void(const Best&)>& tried) {
  return search(traffic, network, small, conditions, tried, -1);
}

}  // namespace bamboo::plans
