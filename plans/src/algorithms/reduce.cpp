// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ranges>
#include <string>

#include "algorithms/algorithms.h"
#include "algorithms/shapes/accumulator.h"
#include "algorithms/shapes/fold.h"
#include "algorithms/shapes/recursive_halving.h"
#include "algorithms/shapes/ring.h"
#include "plan/builder.h"

namespace bamboo::plans {
namespace {

/// Whether a rank's result contains another rank's contribution.
bool needs(const Problem& p, int rank, int contributor) {
  switch (p.operation) {
    case Operation::Reduce:
      return rank == p.root;
    case Operation::Scan:
      return contributor <= rank;
    case Operation::Exscan:
      return contributor < rank;
    default:
      return true;
  }
}

}  // namespace

// Each rank sends its vector to all ranks that need it, and each rank combines what it needs: the
// latency of one message, and no rank waits for a computation of another one. For short vectors.
Plan reduction_direct(const Problem& p) {
  const std::string name = std::string(name_of(p.operation)) + "/direct";
  Builder plan(p, name.c_str());
  const Place own = p.in_place ? output() : input();
  Builder::After sent;
  for (int step = 1; step < p.size; ++step) {
    const int target = shifted(p.rank, step, p.size);
    if (needs(p, target, p.rank)) sent.push_back(plan.send(target, own, p.count));
  }
  std::vector<FoldPart> parts;
  for (int i = 0; i < p.size; ++i) {
    if (!needs(p, p.rank, i)) continue;
    FoldPart& part = parts.emplace_back(FoldPart{own, {}, true});
    if (i == p.rank) continue;
    part = {plan.scratch(p.count), {}, false};
    part.ready = {plan.receive(i, part.place, p.count)};
  }
  if (parts.empty()) return plan.take();
  add_fold(plan, parts, p.count, output(), p.in_place ? sent : Builder::After{});
  return plan.take();
}

// Up the reduction tree. The value of a half is formed by the root if it is in that half, else by
// the half's first rank: so the bracketing does not depend on the root, and no rank forwards.
Plan reduce_tree(const Problem& p) {
  Builder plan(p, "reduce/tree");
  const ReductionTree tree(p.size);
  const auto owner = [&](int first, int end) {
    return p.root >= first && p.root < end ? p.root : first;
  };
  const bool root = p.rank == p.root;
  Accumulator value(plan, p, root ? output() : plan.scratch(p.count));

  // Returns true while the rank continues as the owner of [first, end).
  const auto merge = [&](int first, int middle, int end) {
    const int left = owner(first, middle), right = owner(middle, end), both = owner(first, end);
    if (p.rank != both)
      value.send(both);
    else if (p.rank == left)
      value.combine_right(right);
    else
      value.combine_left(left);
    return p.rank == both;
  };

  const int group = tree.group_of(p.rank);
  if (tree.is_pair(group)) {
    const int first = tree.first(group);
    if (!merge(first, first + 1, first + 2)) return plan.take();
  }
  for (int half = 1; half < tree.groups(); half *= 2) {
    const int begin = group / (2 * half) * (2 * half);
    if (!merge(tree.first(begin), tree.first(begin + half), tree.first(begin + 2 * half)))
      return plan.take();
  }
  if (root) value.settle(output());
  return plan.take();
}

// Segments travel from the last rank to the first: each rank adds its operand on the left and
// forwards a segment while the next one arrives. Operands keep the order of ranks for any root, so
// rank 0 has the result and sends it to another root. The algorithm suits large vectors: each rank
// sends them about once.
Plan reduce_chain(const Problem& p) {
  constexpr std::size_t smallest = 4 * 1024;
  Builder plan(p, "reduce/chain");
  const std::size_t length = segment_length(p.count, chain_segments(p.size), smallest);
  const bool root = p.rank == p.root, first = p.rank == 0, last = p.rank + 1 == p.size;
  const Place own = p.in_place ? output() : input();
  // The root's operand may be at the place of the result, so partial results need other memory.
  const Place partial = last                           ? own
                        : first && root && !p.in_place ? output()
                                                       : plan.scratch(p.count);
  for (std::size_t begin = 0; begin < p.count; begin += length) {
    const std::size_t count = std::min(length, p.count - begin);
    auto ready = Builder::none;
    if (!last) {
      ready = plan.receive(p.rank + 1, partial + begin, count);
      ready = plan.reduce(own + begin, partial + begin, count, {ready});
    }
    if (!first) ready = plan.send(p.rank - 1, partial + begin, count, {ready});
    if (first && !root) plan.send(p.root, partial + begin, count, {ready});
    if (!root) continue;
    if (!first)
      plan.receive(0, output(begin), count, {ready});
    else if (partial + begin != output(begin))
      plan.copy(partial + begin, output(begin), count, {ready});
  }
  return plan.take();
}

// Rabenseifner's algorithm: each group forms a segment of the result by recursive halving. The
// rounds are then reversed: a rank that is not on the root's side of a round sends all its data to
// the other one. Each rank sends the vector at most about twice, in a logarithmic number of
// messages.
Plan reduce_halving(const Problem& p) {
  Builder plan(p, "reduce/halving");
  const bool root = p.rank == p.root;
  const Place vector = root ? output() : plan.scratch(p.count);
  RecursiveHalving halving(plan, p, vector);
  if (!halving.takes_part()) {
    const auto sent = halving.hand_over();
    if (root) plan.receive(p.rank + 1, output(), p.count, {p.in_place ? sent : Builder::none});
    return plan.take();
  }
  halving.combine();
  Builder::After here{halving.settle(vector)};
  std::size_t begin = halving.begin(), count = halving.count();
  const int of_root = halving.group_of(p.root);
  for (const auto& round : halving.rounds() | std::views::reverse) {
    const int peer = halving.member(halving.group() ^ round.half);
    if ((halving.group() & round.half) != (of_root & round.half)) {
      plan.send(peer, vector + begin, count, here);
      return plan.take();
    }
    here.push_back(plan.receive(peer, vector + round.begin, round.count, {round.free}));
    begin = std::min(begin, round.begin);
    count += round.count;
  }
  if (!root) plan.send(p.root, vector, p.count, here);
  return plan.take();
}

}  // namespace bamboo::plans
