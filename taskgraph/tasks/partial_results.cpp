// SPDX-License-Identifier: Apache-2.0
#include "tasks/partial_results.h"

#include <cstring>
#include <stdexcept>
#include <utility>

namespace bamboo {

void PartialResults::add(TaskId leaf, std::span<const std::byte> value) {
  add({0, static_cast<std::uint32_t>(leaf)}, Buffer::copy_of(value));
}

void PartialResults::add(Node node, Buffer value) {
  while (!is_root(node)) {
    const Node sibling{node.level, node.index ^ 1};
    if (!is_empty(sibling)) {
      auto other = nodes_.extract(sibling);
      if (other.empty()) break;
      if (sibling.index < node.index) value.swap(other.mapped());
      combine_(value.data(), other.mapped().data(), bytes_);
    }
    node = {node.level + 1, node.index / 2};
  }
  nodes_.emplace(node, std::move(value));
}

void PartialResults::pack(std::vector<std::byte>& into) const {
  const std::size_t each = sizeof(Node) + bytes_;
  std::size_t at = into.size();
  into.resize(at + each * nodes_.size());
  for (const auto& [node, value] : nodes_) {
    std::memcpy(into.data() + at, &node, sizeof node);
    if (bytes_ > 0) std::memcpy(into.data() + at + sizeof node, value.data(), bytes_);
    at += each;
  }
}

void PartialResults::add_packed(std::span<const std::byte> packed) {
  const std::size_t each = sizeof(Node) + bytes_;
  if (packed.size() % each != 0)
    throw std::runtime_error("a message of partial results has another length than its values");
  for (; !packed.empty(); packed = packed.subspan(each)) {
    Node node;
    std::memcpy(&node, packed.data(), sizeof node);
    add(node, Buffer::copy_of(packed.subspan(sizeof node, bytes_)));
  }
}

Buffer PartialResults::take_result() {
  if (nodes_.size() != 1 || !is_root(nodes_.begin()->first))
    throw std::logic_error("a result is taken before all values are here");
  return std::move(nodes_.extract(nodes_.begin()).mapped());
}

}  // namespace bamboo
