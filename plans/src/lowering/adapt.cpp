// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/adapt.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "plan/builder.h"

namespace bamboo::plans {
namespace {

/// The blocks of one buffer, as the kept plan has them and as they are now.
class Side {
 public:
  Side(Place::Buffer buffer, Blocks now, int size)
      : buffer_(buffer), now_(std::move(now)), kept_(size) {}

  /// A part of that block has a place in the kept plan.
  void see(int block, Place place, std::size_t count) {
    if (place.buffer != buffer_) throw std::invalid_argument("adapted: no plan of an alltoallv");
    Extent& kept = kept_[block];
    kept.begin = std::min(kept.begin, place.offset);
    kept.end = std::max(kept.end, place.offset + count);
  }

  struct Part {
    Place place;
    std::size_t count = std::numeric_limits<std::size_t>::max();
  };
  /// The place and the length of that part now.
  Part part(int block, Place place, std::size_t count) const {
    const Extent& kept = kept_[block];
    const std::size_t all = now_.count(block), begin = place.offset - kept.begin;
    const bool is_last = place.offset + count == kept.end;
    const std::size_t end = is_last ? all : std::min(all, begin + count);
    return {{buffer_, now_.offset(block) + begin}, end > begin ? end - begin : 0};
  }
  /// Copies the block if no part of it has a place in the kept plan.
  Part left(int block) const {
    const bool has_place = kept_[block].end != 0;
    return {{buffer_, now_.offset(block)}, has_place ? 0 : now_.count(block)};
  }

 private:
  struct Extent {
    std::size_t begin = std::numeric_limits<std::size_t>::max(), end = 0;
  };
  Place::Buffer buffer_;
  Blocks now_;
  std::vector<Extent> kept_;
};

class Adaptation {
 public:
  Adaptation(const Plan& kept, const Problem& problem)
      : kept_(kept),
        rank_(problem.rank),
        out_(Place::Buffer::Input, input_blocks(problem), problem.size),
        in_(Place::Buffer::Output, output_blocks(problem), problem.size) {
    for (const Step& step : kept.steps) see(step);
  }

  Plan run() {
    plan_ = kept_;
    for (Step& step : plan_.steps) change(step);
    add_own_block();
    add_receives();
    add_sends();
    return std::move(plan_);
  }

 private:
  bool sends(const Step& step) const { return step.kind == Step::Kind::Send && step.count > 0; }

  void see(const Step& step) {
    if (step.is_token()) return;
    if (step.kind == Step::Kind::Reduce || step.is_multicast())
      throw std::invalid_argument("adapted: no plan of an alltoallv");
    // A rank's block for itself is copied.
    const int peer = step.transfers() ? step.peer : rank_;
    if (step.kind != Step::Kind::Receive) out_.see(peer, step.from, step.count);
    if (step.kind != Step::Kind::Send) in_.see(peer, step.to, step.count);
  }

  void change(Step& step) const {
    if (step.is_token()) return;
    const int peer = step.transfers() ? step.peer : rank_;
    Side::Part from, to;
    if (step.kind != Step::Kind::Receive) from = out_.part(peer, step.from, step.count);
    if (step.kind != Step::Kind::Send) to = in_.part(peer, step.to, step.count);
    step.from = from.place;
    step.to = to.place;
    step.count = std::min(from.count, to.count);
    // A transfer of nothing would be a token.
    if (step.count == 0) step = {Step::Kind::Copy, -1, {}, {}, 0, std::move(step.after)};
  }

  void add_own_block() {
    const Side::Part from = out_.left(rank_), to = in_.left(rank_);
    add({Step::Kind::Copy, -1, from.place, to.place, std::min(from.count, to.count), {}});
  }

  void add_receives() {
    for (int distance = 1; distance < plan_.size; ++distance) {
      const int peer = shifted(rank_, -distance, plan_.size);
      const auto [place, count] = in_.left(peer);
      add({Step::Kind::Receive, peer, {}, place, count, {}});
    }
  }

  /// Adds the sends one after the other, in the order of the ring shift.
  void add_sends() {
    std::vector<std::uint32_t> before;
    for (std::uint32_t i = 0; i < plan_.steps.size(); ++i)
      if (sends(plan_.steps[i])) before.push_back(i);
    for (int distance = 1; distance < plan_.size; ++distance) {
      const int peer = shifted(rank_, distance, plan_.size);
      const auto [place, count] = out_.left(peer);
      if (!add({Step::Kind::Send, peer, place, {}, count, before})) continue;
      before = {static_cast<std::uint32_t>(plan_.steps.size() - 1)};
    }
  }

  bool add(Step step) {
    if (step.count > 0) plan_.steps.push_back(std::move(step));
    return step.count > 0;
  }

  const Plan& kept_;
  int rank_;
  Side out_, in_;
  Plan plan_;
};

}  // namespace

Plan adapted(const Plan& kept, const Problem& problem) {
  if (kept.rank != problem.rank || kept.size != problem.size)
    throw std::invalid_argument("adapted: the plan is another rank's");
  return Adaptation(kept, problem).run();
}

}  // namespace bamboo::plans
