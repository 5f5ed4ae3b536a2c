// SPDX-License-Identifier: Apache-2.0
#include "effects/constraint_graph.h"

namespace bamboo::overlap {

void ConstraintGraph::wake(Node node) {
  if (nodes_[node].waiting) return;
  nodes_[node].waiting = true;
  open_.push_back(node);
}

void ConstraintGraph::add_address(Node to, unsigned object) {
  nodes_[to].objects.set(object);
  wake(to);
}

void ConstraintGraph::link(Node from, Node to) {
  if (from == to || !nodes_[from].copies.test_and_set(to)) return;
  const bool grown = nodes_[to].objects |= nodes_[from].objects;
  if (grown) wake(to);
}

void ConstraintGraph::add_copy(Node to, Node from) {
  link(from, to);
}

void ConstraintGraph::add_load(Node to, Node from) {
  nodes_[from].loads.push_back(to);
  wake(from);
}

void ConstraintGraph::add_store(Node to, Node from) {
  nodes_[to].stores.push_back(from);
  wake(to);
}

bool ConstraintGraph::solve(size_t budget) {
  while (!open_.empty()) {
    if (budget-- == 0) return false;
    const Node node = open_.back();
    open_.pop_back();
    nodes_[node].waiting = false;
    if (!nodes_[node].loads.empty() || !nodes_[node].stores.empty()) {
      Objects fresh;
      fresh.intersectWithComplement(nodes_[node].objects, nodes_[node].done);
      nodes_[node].done |= fresh;
      for (const unsigned object : fresh) {
        for (const Node to : nodes_[node].loads) link(contents_[object], to);
        for (const Node from : nodes_[node].stores) link(from, contents_[object]);
      }
    }
    for (const Node to : nodes_[node].copies) {
      const bool grown = nodes_[to].objects |= nodes_[node].objects;
      if (grown) wake(to);
    }
  }
  return true;
}

}  // namespace bamboo::overlap
