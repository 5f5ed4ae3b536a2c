// SPDX-License-Identifier: Apache-2.0
// Inclusion constraints between sets of objects, and their least solution: L. O. Andersen,
// "Program Analysis and Specialization for the C Programming Language" (1994), chapter 4.
#pragma once

#include <llvm/ADT/SparseBitVector.h>

#include <vector>

namespace bamboo::overlap {

using Objects = llvm::SparseBitVector<>;

class ConstraintGraph {
 public:
  using Node = unsigned;

  Node make_node() {
    nodes_.emplace_back();
    return static_cast<Node>(nodes_.size() - 1);
  }

  /// Makes a new object and the node of its contents. Objects are numbered from 0.
  unsigned make_object() {
    contents_.push_back(make_node());
    return static_cast<unsigned>(contents_.size() - 1);
  }
  Node content(unsigned object) const { return contents_[object]; }
  unsigned objects() const { return static_cast<unsigned>(contents_.size()); }

  void add_address(Node to, unsigned object);  ///< to = &object
  void add_copy(Node to, Node from);           ///< to = from
  void add_load(Node to, Node from);           ///< to = *from
  void add_store(Node to, Node from);          ///< *to = from

  /// Returns false if it took more than `budget` steps; the sets are then invalid.
  bool solve(size_t budget);

  const Objects& set(Node node) const { return nodes_[node].objects; }

 private:
  struct Data {
    Objects objects, done;           ///< `done`: those whose loads and stores have become copies
    llvm::SparseBitVector<> copies;  ///< nodes that get everything of this one
    std::vector<Node> loads, stores;
    bool waiting = false;
  };
  void wake(Node node);
  void link(Node from, Node to);

  std::vector<Data> nodes_;
  std::vector<Node> contents_;
  std::vector<Node> open_;
};

}  // namespace bamboo::overlap
