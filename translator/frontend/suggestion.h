// SPDX-License-Identifier: Apache-2.0
// What a misspelt word was to be.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

/// The candidate nearest to `word`; nothing when none is near enough to suggest.
std::optional<llvm::StringRef> nearest(llvm::StringRef word,
                                       llvm::ArrayRef<llvm::StringRef> candidates);

/// "; did you mean 'X'?" behind a message, or no text.
std::string did_you_mean(std::optional<llvm::StringRef> better);

}  // namespace bamboo::translator
