// SPDX-License-Identifier: Apache-2.0
#include "frontend/suggestion.h"

namespace bamboo::translator {

std::optional<llvm::StringRef> nearest(llvm::StringRef word,
                                       llvm::ArrayRef<llvm::StringRef> candidates) {
  std::optional<llvm::StringRef> best;
  unsigned best_distance = static_cast<unsigned>(word.size()) / 3 + 2;
  const std::string lower = word.lower();
  for (llvm::StringRef candidate : candidates) {
    // A mere difference in case is the likeliest slip of all.
    const unsigned distance = llvm::StringRef(lower).edit_distance(candidate.lower());
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::optional<llvm::StringRef> better) {
  return better ? "; did you mean '" + better->str() + "'?" : std::string();
}

}  // namespace bamboo::translator
