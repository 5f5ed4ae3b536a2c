// SPDX-License-Identifier: Apache-2.0
// State that the C library keeps between calls of its functions, such as the seed of `rand`. No
// argument names it, yet the calls that touch it must keep their order.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

enum class HiddenState : unsigned char {
  none,
  random,
  random48,
  tokens,
  error_number,
  calendar,
  environment,
  locale,
  files,
  descriptors,
  folders,
  input,
  signals,
  processes,
  rounding,
  options,
  tables,
  databases,
  system_log,
  multibyte,
  exit_handlers,
  assembly,  ///< not the library's: state that volatile inline assembly depends on
  memory,    ///< not the library's: all memory, of inline assembly with that clobber
};

struct HiddenUse {
  HiddenState state = HiddenState::none;
  bool reads = true;
  bool writes = true;
};

/// The hidden state that a function of the C library uses.
llvm::ArrayRef<HiddenUse> hidden_uses(const clang::FunctionDecl& callee);

/// The lvalue `errno`: the function that its macro calls; else null.
const clang::FunctionDecl* error_number_of(const clang::Expr* lvalue);

/// A text such as "the seed of its random numbers", to follow "the C library remembers". Returns
/// nothing for a state outside of the library.
std::optional<llvm::StringRef> description_of(HiddenState state);

}  // namespace bamboo::translator
