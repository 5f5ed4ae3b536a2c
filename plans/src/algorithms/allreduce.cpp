// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ranges>

#include "algorithms/algorithms.h"
#include "algorithms/shapes/accumulator.h"
#include "algorithms/shapes/fold.h"
#include "algorithms/shapes/gated_exchange.h"
#include "algorithms/shapes/recursive_halving.h"
#include "algorithms/shapes/ring.h"

namespace bamboo::plans {

// Recursive doubling over the reduction tree's groups: in each round two halves exchange their
// values and both form left op right, so all ranks compute the same thing in the same way. The even
// rank of a pair hands its value to the odd one before and gets the result after.
Plan allreduce_doubling(const Problem& p) {
  Builder plan(p, "allreduce/doubling");
  const ReductionTree tree(p.size);
  const int group = tree.group_of(p.rank);
  const bool pair = tree.is_pair(group);
  Accumulator value(plan, p, output());
  if (pair && p.rank == tree.first(group)) {
    const auto sent = value.send(p.rank + 1);
    // In place, the operand is sent from the place where the result will arrive.
    plan.receive(p.rank + 1, output(), p.count, {p.in_place ? sent : Builder::none});
    return plan.take();
  }
  if (pair) value.combine_left(p.rank - 1);
  Builder::After sends;
  for (int half = 1; half < tree.groups(); half *= 2) {
    const int other = group ^ half;
    const int peer = tree.first(other) + (tree.is_pair(other) ? 1 : 0);
    sends.push_back(value.send(peer));
    if (other < group)
      value.combine_left(peer, sends.back());
    else
      value.combine_right(peer);
  }
  // Output may have been the operand of a send. All sends are complete before it is written.
  const auto ready = value.settle(output(), sends);
  if (pair) plan.send(p.rank - 1, output(), p.count, {ready});
  return plan.take();
}

// The vector is cut into one segment for each rank. Rank i combines segment i of all ranks; then
// the segments travel around the ring. Each rank sends the vector about twice, whatever the number
// of ranks. All ranks get the same bits, because each segment is computed once.
Plan allreduce_segments(const Problem& p) {
  Builder plan(p, "allreduce/segments");
  const Blocks segments = Blocks::cut(p.count, p.size);
  const Place own = output(segments.offset(p.rank));
  const DirectReduction reduction =
      add_direct_reduction(plan, p.rank, segments, p.in_place ? output() : input(), own);
  // In place, a segment must be sent before the result replaces it.
  add_ring(plan, p.rank, segments, own, reduction.done,
           [&](int i) { return p.in_place ? reduction.sends[i] : Builder::none; });
  return plan.take();
}

// Rabenseifner's algorithm: each group forms a segment of the result by recursive halving. The
// rounds are then reversed, and the two ranks of a round exchange all that they have. Each rank
// sends the vector about twice, in a logarithmic number of messages.
Plan allreduce_halving(const Problem& p) {
  Builder plan(p, "allreduce/halving");
  RecursiveHalving halving(plan, p, output());
  if (!halving.takes_part()) {
    // In place, the operand is sent from the place where the result will arrive.
    const auto sent = halving.hand_over();
    plan.receive(p.rank + 1, output(), p.count, {p.in_place ? sent : Builder::none});
    return plan.take();
  }
  halving.combine();
  Builder::After here{halving.settle(output())};
  std::size_t begin = halving.begin(), count = halving.count();
  for (const auto& round : halving.rounds() | std::views::reverse) {
    const int peer = halving.member(halving.group() ^ round.half);
    plan.send(peer, output(begin), count, here);
    here.push_back(plan.receive(peer, output(round.begin), round.count, {round.free}));
    begin = std::min(begin, round.begin);
    count += round.count;
  }
  if (halving.is_pair()) plan.send(p.rank - 1, output(), p.count, here);
  return plan.take();
}

namespace {

/// Returns the number of messages in which a segment moves.
constexpr std::size_t pieces = 4;

}  // namespace

// Like allreduce/segments, with both halves paced: rank i combines segment i of all ranks and sends
// the result to all. Each rank sends the vector about twice.
Plan allreduce_gated(const Problem& p) {
  Builder plan(p, "allreduce/gated");
  const Blocks segments = Blocks::cut(p.count, p.size);
  const Place operand = p.in_place ? output() : input();
  const Place own = output(segments.offset(p.rank));
  const std::size_t count = segments.count(p.rank);
  std::vector<FoldPart> parts =
      contributions(plan, p.rank, p.size, count, operand + segments.offset(p.rank), own);

  GatedExchange exchange;
  exchange.piece = std::max<std::size_t>(1, (p.count / p.size + pieces - 1) / pieces);
  exchange.outgoing = [&](int to) {
    return GatedExchange::Part{operand + segments.offset(to), segments.count(to), {}};
  };
  exchange.incoming = [&](int from) { return GatedExchange::Part{parts[from].place, count, {}}; };
  const auto scattered = exchange.add_to(plan, p.rank, p.size);
  for (int i = 0; i < p.size; ++i) parts[i].ready = scattered.received[i];
  const Builder::After ready{add_fold(plan, parts, count, own)};

  exchange.outgoing = [&](int) { return GatedExchange::Part{own, count, ready}; };
  exchange.incoming = [&](int from) {
    // In place, a segment must be sent before the result replaces it.
    return GatedExchange::Part{output(segments.offset(from)), segments.count(from),
                               p.in_place ? scattered.sent[from] : Builder::After{}};
  };
  exchange.add_to(plan, p.rank, p.size);
  return plan.take();
}

}  // namespace bamboo::plans
