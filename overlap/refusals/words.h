// SPDX-License-Identifier: Apache-2.0
// Placeholders in the words of reasons and faults.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

namespace bamboo::overlap {

/// Replaces `placeholder` by `value`. Returns false if `text` does not contain the placeholder.
inline bool fill(std::string& text, llvm::StringRef placeholder, llvm::StringRef value) {
  const size_t place = text.find(placeholder.str());
  if (place == std::string::npos) return false;
  text.replace(place, placeholder.size(), value.str());
  return true;
}

}  // namespace bamboo::overlap
