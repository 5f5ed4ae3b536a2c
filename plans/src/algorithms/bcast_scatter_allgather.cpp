// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "algorithms/shapes/binomial_tree.h"

namespace bamboo::plans {

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

}  // namespace bamboo::plans
