// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "bamboo/taskgraph/buffer.h"
#include "bamboo/taskgraph/internal/collective_call.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

/// Values of the leaves of a binary tree, combined as far as both children of a node are here. The
/// tree depends on nothing but the number of leaves. Hence the result has the same bits, in
/// whatever order and in whatever processes the values are combined. Not thread-safe.
class PartialResults {
 public:
  using Combine = CollectiveCall::Combine;

  /// `bytes`: of each value.
  PartialResults(int leaves, std::size_t bytes, Combine combine)
      : leaves_(static_cast<std::uint32_t>(leaves)), bytes_(bytes), combine_(combine) {}

  void add(TaskId leaf, std::span<const std::byte> value);
  /// All nodes that are here, for another process.
  void pack(std::vector<std::byte>& into) const;
  /// Adds what another process has packed. Throws std::runtime_error where it is no list of nodes.
  void add_packed(std::span<const std::byte> packed);
  void clear() { nodes_.clear(); }
  std::size_t nodes() const { return nodes_.size(); }
  /// The value of the root. All leaves must have been added.
  Buffer take_result();

 private:
  /// It has 2^level leaves, the first of which is index * 2^level.
  struct Node {
    std::uint32_t level;
    std::uint32_t index;
    auto operator<=>(const Node&) const = default;
  };

  void add(Node node, Buffer value);
  /// The first leaf of the node is beyond the last one.
  bool is_empty(Node node) const { return std::uint64_t{node.index} << node.level >= leaves_; }
  bool is_root(Node node) const { return std::uint64_t{1} << node.level >= leaves_; }

  std::uint32_t leaves_;
  std::size_t bytes_;
  Combine combine_;
  std::map<Node, Buffer> nodes_;
};

}  // namespace bamboo
