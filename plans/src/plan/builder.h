// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "bamboo/plans/plan.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans {

/// Builds a plan step by step. Steps of zero units are omitted, except tokens and multicasts
/// (others may have a part in these). The id of an omitted step is `none`, which is accepted as a
/// dependence.
class Builder {
 public:
  using Id = std::uint32_t;
  using After = std::vector<Id>;
  static constexpr Id none = ~Id{0};

  Builder(const Problem& problem, const char* algorithm) {
    plan_.algorithm = algorithm;
    plan_.rank = problem.rank;
    plan_.size = problem.size;
  }

  Id send(int peer, Place from, std::size_t count, const After& after = {}) {
    return count == 0 ? none : add({Step::Kind::Send, peer, from, {}, count, {}}, after);
  }
  Id receive(int peer, Place to, std::size_t count, const After& after = {}) {
    return count == 0 ? none : add({Step::Kind::Receive, peer, {}, to, count, {}}, after);
  }
  Id copy(Place from, Place to, std::size_t count, const After& after = {}) {
    return count == 0 ? none : add({Step::Kind::Copy, -1, from, to, count, {}}, after);
  }
  /// to = from op to
  Id reduce(Place from, Place to, std::size_t count, const After& after = {}) {
    return count == 0 ? none : add({Step::Kind::Reduce, -1, from, to, count, {}}, after);
  }
  /// `place`: of the sender's message, or where this rank's part goes.
  Id multicast(int sender, Place place, std::size_t count, const After& after = {}) {
    return multicast(sender, place, count, Step::Share::All, {}, after);
  }
  Id multicast(int sender, Place place, std::size_t count, Step::Share share,
               std::vector<std::size_t> parts, const After& after = {}) {
    const bool sends = sender == plan_.rank;
    return add({Step::Kind::Multicast,
                sender,
                sends ? place : Place{},
                sends ? Place{} : place,
                count,
                {},
                share,
                std::move(parts)},
               after);
  }
  /// Adds messages without units, which only order steps.
  Id send_token(int peer, const After& after = {}) {
    return add({Step::Kind::Send, peer, {}, {}, 0, {}}, after);
  }
  Id receive_token(int peer, const After& after = {}) {
    return add({Step::Kind::Receive, peer, {}, {}, 0, {}}, after);
  }

  /// Appends another plan for the given ranks with its input and output at the given places; it
  /// begins after `after`. Returns the id of its first step; the other ids follow.
  Id append(const Plan& part, std::span<const int> ranks, Place in, Place out,
            const After& after = {});
  /// Returns the steps from `first` on that no later step depends on.
  After ends(Id first) const;

  /// New temporary memory.
  Place scratch(std::size_t count) {
    const Place place{Place::Buffer::Scratch, plan_.scratch};
    plan_.scratch += count;
    return place;
  }

  Plan take() { return std::move(plan_); }

 private:
  Id add(Step step, const After& after) {
    for (Id id : after)
      if (id != none) step.after.push_back(id);
    plan_.steps.push_back(std::move(step));
    return static_cast<Id>(plan_.steps.size() - 1);
  }

  Plan plan_;
};

inline Place input(std::size_t offset = 0) {
  return {Place::Buffer::Input, offset};
}
inline Place output(std::size_t offset = 0) {
  return {Place::Buffer::Output, offset};
}

/// (a + b) mod size, also for b in [-size, size).
inline int shifted(int a, int b, int size) {
  const int sum = a + b;
  return sum < 0 ? sum + size : sum >= size ? sum - size : sum;
}

}  // namespace bamboo::plans
