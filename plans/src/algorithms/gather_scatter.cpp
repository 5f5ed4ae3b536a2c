// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "algorithms/algorithms.h"
#include "algorithms/shapes/binomial_tree.h"
#include "plan/builder.h"

namespace bamboo::plans {

// Each rank sends to the root, which has all receives posted: each byte travels once, straight to
// its place.
Plan gather_linear(const Problem& p) {
  Builder plan(p, p.operation == Operation::Gatherv ? "gatherv/linear" : "gather/linear");
  if (p.rank != p.root) {
    plan.send(p.root, input(), p.count);
    return plan.take();
  }
  const Blocks blocks = output_blocks(p);
  for (int i = 1; i < p.size; ++i) {
    const int source = shifted(p.root, i, p.size);
    plan.receive(source, output(blocks.offset(source)), blocks.count(source));
  }
  if (!p.in_place) plan.copy(input(), output(blocks.offset(p.rank)), blocks.count(p.rank));
  return plan.take();
}

// Up the binomial tree: a rank collects its subtree's blocks, in the order of ranks relative to the
// root, and sends them on as one message. The root gets log2 n messages instead of n - 1.
Plan gather_binomial(const Problem& p) {
  Builder plan(p, "gather/binomial");
  const BinomialTree tree(p.rank, p.size, p.root);
  if (tree.parent >= 0) {
    if (tree.children.empty()) {
      plan.send(tree.parent, input(), p.count);
      return plan.take();
    }
    const Place collected = plan.scratch(tree.span * p.count);
    Builder::After all;
    for (const auto& child : tree.children)
      all.push_back(plan.receive(child.rank, collected + (child.relative - tree.relative) * p.count,
                                 child.span * p.count));
    all.push_back(plan.copy(input(), collected, p.count));
    plan.send(tree.parent, collected, tree.span * p.count, all);
    return plan.take();
  }
  if (!p.in_place) plan.copy(input(), output(p.rank * p.count), p.count);
  for (const auto& child : tree.children) {
    const int end = child.rank + child.span;
    if (end <= p.size) {
      plan.receive(child.rank, output(child.rank * p.count), child.span * p.count);
      continue;
    }
    // The subtree wraps around: it continues at rank 0 after the highest rank.
    const Place whole = plan.scratch(child.span * p.count);
    const auto here = plan.receive(child.rank, whole, child.span * p.count);
    const std::size_t high = (p.size - child.rank) * p.count;
    plan.copy(whole, output(child.rank * p.count), high, {here});
    plan.copy(whole + high, output(), (end - p.size) * p.count, {here});
  }
  return plan.take();
}

// The root sends every rank its block.
Plan scatter_linear(const Problem& p) {
  Builder plan(p, p.operation == Operation::Scatterv ? "scatterv/linear" : "scatter/linear");
  if (p.rank != p.root) {
    plan.receive(p.root, output(), p.count);
    return plan.take();
  }
  const Blocks blocks = input_blocks(p);
  for (int i = 1; i < p.size; ++i) {
    const int target = shifted(p.root, i, p.size);
    plan.send(target, input(blocks.offset(target)), blocks.count(target));
  }
  if (!p.in_place) plan.copy(input(blocks.offset(p.rank)), output(), blocks.count(p.rank));
  return plan.take();
}

// Down the binomial tree: a rank gets the blocks of its subtree as one message, keeps the first and
// passes on the others. gather_binomial read backwards.
Plan scatter_binomial(const Problem& p) {
  Builder plan(p, "scatter/binomial");
  const BinomialTree tree(p.rank, p.size, p.root);
  if (tree.parent >= 0) {
    if (tree.children.empty()) {
      plan.receive(tree.parent, output(), p.count);
      return plan.take();
    }
    const Place held = plan.scratch(tree.span * p.count);
    const auto here = plan.receive(tree.parent, held, tree.span * p.count);
    for (const auto& child : tree.children)
      plan.send(child.rank, held + (child.relative - tree.relative) * p.count, child.span * p.count,
                {here});
    plan.copy(held, output(), p.count, {here});
    return plan.take();
  }
  for (const auto& child : tree.children) {
    const int end = child.rank + child.span;
    if (end <= p.size) {
      plan.send(child.rank, input(child.rank * p.count), child.span * p.count);
      continue;
    }
    const Place whole = plan.scratch(child.span * p.count);
    const std::size_t high = (p.size - child.rank) * p.count;
    const auto first = plan.copy(input(child.rank * p.count), whole, high);
    const auto second = plan.copy(input(), whole + high, (end - p.size) * p.count);
    plan.send(child.rank, whole, child.span * p.count, {first, second});
  }
  if (!p.in_place) plan.copy(input(p.rank * p.count), output(), p.count);
  return plan.take();
}

namespace {

/// The units of each rank's block if this rank knows them, else empty.
std::vector<std::size_t> known_parts(const Problem& p) {
  if (p.operation == Operation::Scatter) return std::vector<std::size_t>(p.size, p.count);
  return p.rank == p.root || p.all_know_counts ? p.input_counts : std::vector<std::size_t>();
}

/// All blocks travel as one message, of which each rank takes its own. `if_unknown` is
/// the kind of multicast to use if only the root knows the sizes.
Plan aggregated(const Problem& p, const char* name, Step::Share if_unknown) {
  Builder plan(p, name);
  const bool is_root = p.rank == p.root;
  const bool is_known = p.operation == Operation::Scatter || p.all_know_counts;
  const std::vector<std::size_t> parts = known_parts(p);
  const std::size_t all = std::accumulate(parts.begin(), parts.end(), std::size_t{0});
  // If all ranks know that the message is empty, none is sent.
  if (p.size > 1 && !(is_known && all == parts[p.root]))
    plan.multicast(p.root, is_root ? input() : output(), is_root ? all : p.count,
                   is_known ? Step::Share::Known : if_unknown, parts);
  if (!is_root || p.in_place) return plan.take();
  const Blocks blocks = input_blocks(p);
  plan.copy(input(blocks.offset(p.rank)), output(), blocks.count(p.rank));
  return plan.take();
}

}  // namespace

Plan scatter_multicast(const Problem& p) {
  const bool regular = p.operation == Operation::Scatter;
  return aggregated(p, regular ? "scatter/multicast" : "scatterv/multicast", Step::Share::Sent);
}

Plan scatterv_multicast_dynamic(const Problem& p) {
  return aggregated(p, "scatterv/multicast_dynamic", Step::Share::SentToFew);
}

}  // namespace bamboo::plans
