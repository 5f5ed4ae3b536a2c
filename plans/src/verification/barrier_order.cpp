// SPDX-License-Identifier: Apache-2.0
#include "verification/barrier_order.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace bamboo::plans {
namespace {

using Ranks = std::vector<bool>;

/// The ranks that must have begun the barrier when each step of each rank is done.
class Begun {
 public:
  explicit Begun(std::span<const Plan> plans) : plans_(plans), after_(plans.size()) {
    for (std::size_t r = 0; r < plans.size(); ++r) after_[r].assign(plans[r].steps.size(), {});
    meet();
    while (pass()) {
    }
  }

  Ranks at_end(std::size_t rank) const {
    Ranks all = alone(rank);
    for (const Ranks& each : after_[rank]) add(each, all);
    return all;
  }

 private:
  struct At {
    std::size_t rank, step;
  };

  Ranks alone(std::size_t rank) const {
    Ranks out(plans_.size());
    out[rank] = true;
    return out;
  }

  static void add(const Ranks& more, Ranks& to) {
    for (std::size_t i = 0; i < more.size(); ++i)
      if (more[i]) to[i] = true;
  }

  /// The k-th send of a pair meets its k-th receive.
  void meet() {
    std::map<std::pair<std::size_t, std::size_t>, std::vector<At>> sends;
    for (std::size_t r = 0; r < plans_.size(); ++r)
      for (std::size_t i = 0; i < plans_[r].steps.size(); ++i)
        if (const Step& step = plans_[r].steps[i]; step.kind == Step::Kind::Send)
          sends[{r, static_cast<std::size_t>(step.peer)}].push_back({r, i});
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> received;
    for (std::size_t r = 0; r < plans_.size(); ++r)
      for (std::size_t i = 0; i < plans_[r].steps.size(); ++i)
        if (const Step& step = plans_[r].steps[i]; step.kind == Step::Kind::Receive) {
          const std::pair pair(static_cast<std::size_t>(step.peer), r);
          met_.push_back({sends[pair].at(received[pair]++), {r, i}});
        }
  }

  /// Returns true if it found a new fact.
  bool pass() {
    bool changed = false;
    const auto widen = [&](const Ranks& more, At at) {
      Ranks& known = after_[at.rank][at.step];
      const Ranks before = known;
      if (known.empty()) known = alone(at.rank);
      add(more, known);
      changed |= known != before;
    };
    for (std::size_t r = 0; r < plans_.size(); ++r)
      for (std::size_t i = 0; i < plans_[r].steps.size(); ++i) {
        widen({}, {r, i});
        for (const std::uint32_t earlier : plans_[r].steps[i].after)
          widen(after_[r][earlier], {r, i});
      }
    for (const auto& [send, receive] : met_) widen(after_[send.rank][send.step], receive);
    return changed;
  }

  std::span<const Plan> plans_;
  std::vector<std::vector<Ranks>> after_;  ///< by rank and step
  std::vector<std::pair<At, At>> met_;     ///< sends and their receives
};

}  // namespace

std::optional<Fault> check_barrier_order(std::span<const Plan> plans) {
  const Begun begun(plans);
  for (std::size_t r = 0; r < plans.size(); ++r) {
    const Ranks known = begun.at_end(r);
    const auto missing = std::ranges::find(known, false);
    if (missing != known.end())
      return Fault{"rank " + std::to_string(r) + " may end before rank " +
                   std::to_string(missing - known.begin()) + " has begun"};
  }
  return std::nullopt;
}

}  // namespace bamboo::plans
