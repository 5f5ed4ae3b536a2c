// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "algorithms/algorithms.h"
#include "algorithms/shapes/bine_tree.h"
#include "algorithms/shapes/binomial_tree.h"
#include "algorithms/shapes/ring.h"
#include "plan/builder.h"

namespace bamboo::plans {

// The root sends to all ranks. No rank waits for another one to forward the data.
Plan bcast_linear(const Problem& p) {
  Builder plan(p, "bcast/linear");
  if (p.rank != p.root) {
    plan.receive(p.root, output(), p.count);
    return plan.take();
  }
  for (int step = 1; step < p.size; ++step)
    plan.send(shifted(p.rank, step, p.size), output(), p.count);
  return plan.take();
}

// The whole block goes down the binomial tree: log2 n rounds.
Plan bcast_binomial(const Problem& p) {
  Builder plan(p, "bcast/binomial");
  const BinomialTree tree(p.rank, p.size, p.root);
  const auto here = tree.parent < 0 ? Builder::none : plan.receive(tree.parent, output(), p.count);
  for (const auto& child : tree.children) plan.send(child.rank, output(), p.count, {here});
  return plan.take();
}

// The whole block goes down the Bine tree: log2 n rounds, as a binomial tree, to nearer ranks.
Plan bcast_bine(const Problem& p) {
  Builder plan(p, "bcast/bine");
  const BineTree tree(p.rank, p.size, p.root);
  const auto here = tree.parent < 0 ? Builder::none : plan.receive(tree.parent, output(), p.count);
  for (const int child : tree.children) plan.send(child, output(), p.count, {here});
  return plan.take();
}

// Segments go down a binary tree: every rank sends every byte at most twice, and the path has only
// log2 n ranks. It is the best between binomial tree and chain: for blocks of a middle size and
// many ranks.
Plan bcast_binary(const Problem& p) {
  constexpr std::size_t segments = 32, smallest = 4 * 1024;
  Builder plan(p, "bcast/binary");
  const int relative = shifted(p.rank, -p.root, p.size);
  const auto rank_of = [&](int other) { return shifted(other, p.root, p.size); };
  const std::size_t length = segment_length(p.count, segments, smallest);
  for (std::size_t begin = 0; begin < p.count; begin += length) {
    const std::size_t count = std::min(length, p.count - begin);
    const auto here = relative == 0
                          ? Builder::none
                          : plan.receive(rank_of((relative - 1) / 2), output(begin), count);
    for (int child = 2 * relative + 1; child <= 2 * relative + 2 && child < p.size; ++child)
      plan.send(rank_of(child), output(begin), count, {here});
  }
  return plan.take();
}

// The segments travel from rank to rank: each rank sends each byte at most once and forwards one
// segment while the next one arrives. The latency grows with the ranks, so it is for few ranks and
// large blocks.
Plan bcast_chain(const Problem& p) {
  constexpr std::size_t smallest = 16 * 1024;
  Builder plan(p, "bcast/chain");
  const int relative = shifted(p.rank, -p.root, p.size);
  const int before = shifted(p.rank, -1, p.size), after = shifted(p.rank, 1, p.size);
  const std::size_t length = segment_length(p.count, chain_segments(p.size), smallest);
  for (std::size_t begin = 0; begin < p.count; begin += length) {
    const std::size_t count = std::min(length, p.count - begin);
    const auto here = relative == 0 ? Builder::none : plan.receive(before, output(begin), count);
    if (relative + 1 < p.size) plan.send(after, output(begin), count, {here});
  }
  return plan.take();
}

// The block is cut into one segment per rank and scattered down the binomial tree; then the
// segments travel around the ring of ranks (van de Geijn). Each rank sends the block about twice,
// for any number of ranks. The ring skips segments that a rank's subtree got by the scatter.
Plan bcast_scatter_allgather(const Problem& p) {
  Builder plan(p, "bcast/scatter_allgather");
  const BinomialTree tree(p.rank, p.size, p.root);
  const Blocks segments = Blocks::cut(p.count, p.size);
  const auto units = [&](int first, int span) {
    return segments.offset(first + span) - segments.offset(first);
  };
  const auto scattered = tree.parent < 0
                             ? Builder::none
                             : plan.receive(tree.parent, output(segments.offset(tree.relative)),
                                            units(tree.relative, tree.span));
  for (const auto& child : tree.children)
    plan.send(child.rank, output(segments.offset(child.relative)),
              units(child.relative, child.span), {scattered});

  const auto has_from_scatter = [&](int relative, int segment) {
    return segment >= relative && segment < relative + BinomialTree::span_of(relative, p.size);
  };
  const int before = shifted(p.rank, -1, p.size), after = shifted(p.rank, 1, p.size);
  const int relative_after = shifted(tree.relative, 1, p.size);
  std::vector<Builder::Id> here(p.size, Builder::none);
  for (int i = 0; i < p.size; ++i)
    if (has_from_scatter(tree.relative, i)) here[i] = scattered;
  for (int step = 0; step + 1 < p.size; ++step) {
    const int gone = shifted(tree.relative, -step, p.size);
    if (!has_from_scatter(relative_after, gone))
      plan.send(after, output(segments.offset(gone)), segments.count(gone), {here[gone]});
    const int come = shifted(gone, -1, p.size);
    if (!has_from_scatter(tree.relative, come))
      here[come] = plan.receive(before, output(segments.offset(come)), segments.count(come));
  }
  return plan.take();
}

// The network copies the message.
Plan bcast_multicast(const Problem& p) {
  Builder plan(p, "bcast/multicast");
  if (p.count > 0 && p.size > 1) plan.multicast(p.root, output(), p.count);
  return plan.take();
}

}  // namespace bamboo::plans
