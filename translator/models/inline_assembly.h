// SPDX-License-Identifier: Apache-2.0
// Inline assembly, as far as its constraints describe its effects.
#pragma once

#include "models/hidden_state.h"

namespace bamboo::translator {

struct AsmOperand {
  const clang::Expr* expression = nullptr;
  bool reads = false;
  bool writes = false;
  bool in_memory = false;  ///< the assembly gets its address
};

std::vector<AsmOperand> operands_of(const clang::GCCAsmStmt& assembly);

/// Other state on which it may depend: `none`, `assembly`, or `memory`.
HiddenState hidden_state_of(const clang::AsmStmt& assembly);

}  // namespace bamboo::translator
