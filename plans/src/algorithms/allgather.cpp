// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/algorithms.h"
#include "algorithms/shapes/ring.h"
#include "plan/builder.h"

namespace bamboo::plans {

// n - 1 steps, every byte straight to its place: for large blocks.
Plan allgather_ring(const Problem& p) {
  Builder plan(p, p.operation == Operation::Allgatherv ? "allgatherv/ring" : "allgather/ring");
  const Blocks blocks = output_blocks(p);
  const Place place = output(blocks.offset(p.rank));
  if (!p.in_place) plan.copy(input(), place, blocks.count(p.rank));
  add_ring(plan, p.rank, blocks, p.in_place ? place : input(), Builder::none,
           [](int) { return Builder::none; });
  return plan.take();
}

// Bruck: a rank holds the blocks of the ranks from its own upwards and doubles their number in
// every step; ceil(log2 n) messages for any n. At the end the blocks are rotated into place.
Plan allgather_bruck(const Problem& p) {
  Builder plan(p, "allgather/bruck");
  const Place held = plan.scratch(p.size * p.count);  // block i: rank + i
  Builder::After here;
  here.push_back(plan.copy(p.in_place ? output(p.rank * p.count) : input(), held, p.count));
  for (int have = 1; have < p.size; have *= 2) {
    const std::size_t units = std::min(have, p.size - have) * p.count;
    plan.send(shifted(p.rank, -have, p.size), held, units, here);
    here.push_back(plan.receive(shifted(p.rank, have, p.size), held + have * p.count, units));
  }
  const std::size_t high = (p.size - p.rank) * p.count;
  plan.copy(held, output(p.rank * p.count), high, here);
  plan.copy(held + high, output(), p.rank * p.count, here);
  return plan.take();
}

namespace {

/// The rank with which a rank changes blocks in that step: even ranks begin with the rank after
/// them, odd ones with the rank before, and from then on the sides alternate.
int partner(int rank, int step, int size) {
  return shifted(rank, (rank + step) % 2 == 0 ? 1 : -1, size);
}

/// The first of the two blocks that came last to the rank by the end of that step. The way back of
/// a pair of blocks goes in one direction, since sides alternate and so do even and odd ranks.
int newest_pair(int rank, int step, int size) {
  const bool after = (rank + step) % 2 == 0;
  return shifted(rank, after ? step : -step, size) & ~1;
}

}  // namespace

// For an even number of ranks: half as many steps as the ring, each with two blocks (Chen et al.,
// "Performance evaluation of allgather algorithms on terascale Linux cluster with fast Ethernet",
// HPC-Asia'05). An odd number uses the ring. Blocks of an allgatherv may be anywhere in memory, so
// each of the two is a message.
Plan allgather_neighbour(const Problem& p) {
  Builder plan(
      p, p.operation == Operation::Allgatherv ? "allgatherv/neighbour" : "allgather/neighbour");
  const Blocks blocks = output_blocks(p);
  const Place own = output(blocks.offset(p.rank));
  const auto copied = p.in_place ? Builder::none : plan.copy(input(), own, blocks.count(p.rank));
  if (p.size % 2 == 1) {
    add_ring(plan, p.rank, blocks, own, copied, [](int) { return Builder::none; });
    return plan.take();
  }
  // The messages that a pair of blocks goes in.
  const auto messages = [&](int pair) -> std::vector<std::pair<Place, std::size_t>> {
    const Place begin = output(blocks.offset(pair)), next = output(blocks.offset(pair + 1));
    if (p.operation == Operation::Allgatherv)
      return {{begin, blocks.count(pair)}, {next, blocks.count(pair + 1)}};
    return {{begin, blocks.count(pair) + blocks.count(pair + 1)}};
  };
  const int first = partner(p.rank, 0, p.size);
  plan.send(first, own, blocks.count(p.rank), {copied});
  Builder::After here{copied,
                      plan.receive(first, output(blocks.offset(first)), blocks.count(first))};
  for (int step = 1; step < p.size / 2; ++step) {
    const int peer = partner(p.rank, step, p.size);
    const int gone = newest_pair(p.rank, step - 1, p.size);
    const int come = newest_pair(peer, step - 1, p.size);
    for (const auto& [place, units] : messages(gone)) plan.send(peer, place, units, here);
    here = {copied};
    for (const auto& [place, units] : messages(come))
      here.push_back(plan.receive(peer, place, units));
  }
  return plan.take();
}

// Each rank in turn multicasts its block. A rank begins when it has received the block before its
// own: two ranks that send at the same time would share the link of every receiver. Receivers are
// ready beforehand.
Plan allgather_multicast(const Problem& p) {
  const bool regular = p.operation == Operation::Allgather;
  Builder plan(p, regular ? "allgather/multicast" : "allgatherv/multicast");
  const Blocks blocks = output_blocks(p);
  const Place own = p.in_place ? output(blocks.offset(p.rank)) : input();
  Builder::Id before = Builder::none;
  for (int sender = 0; sender < p.size && p.size > 1; ++sender) {
    if (blocks.count(sender) == 0) continue;  // all ranks know that
    const bool sends = sender == p.rank;
    before =
        plan.multicast(sender, sends ? own : output(blocks.offset(sender)), blocks.count(sender),
                       sends ? Builder::After{before} : Builder::After{});
  }
  if (!p.in_place) plan.copy(own, output(blocks.offset(p.rank)), blocks.count(p.rank));
  return plan.take();
}

}  // namespace bamboo::plans
