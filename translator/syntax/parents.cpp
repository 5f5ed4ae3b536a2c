// SPDX-License-Identifier: Apache-2.0
#include "syntax/parents.h"

namespace bamboo::translator {

void Parents::add(const clang::Stmt* root) {
  std::vector<const clang::Stmt*> stack = {root};
  while (!stack.empty()) {
    const clang::Stmt* parent = stack.back();
    stack.pop_back();
    for (const clang::Stmt* child : parent->children())
      if (child != nullptr && parent_.try_emplace(child, parent).second) stack.push_back(child);
  }
}

const clang::Stmt* Parents::of(const clang::Stmt* statement) const {
  const auto found = parent_.find(statement);
  return found == parent_.end() ? nullptr : found->second;
}

bool Parents::contains(const clang::Stmt* outer, const clang::Stmt* inner) const {
  for (; inner != nullptr; inner = of(inner))
    if (inner == outer) return true;
  return false;
}

}  // namespace bamboo::translator
