// SPDX-License-Identifier: Apache-2.0
#include "models/inline_assembly.h"

namespace bamboo::translator {

std::vector<AsmOperand> operands_of(const clang::GCCAsmStmt& assembly) {
  std::vector<AsmOperand> operands;
  for (unsigned i = 0; i < assembly.getNumOutputs(); ++i) {
    const bool updates = assembly.isOutputPlusConstraint(i);
    operands.push_back({assembly.getOutputExpr(i), updates, true, true});
  }
  for (unsigned i = 0; i < assembly.getNumInputs(); ++i) {
    const clang::Expr* input = assembly.getInputExpr(i);
    operands.push_back({input, true, false, input->isLValue()});
  }
  return operands;
}

HiddenState hidden_state_of(const clang::AsmStmt& assembly) {
  const auto* written = llvm::dyn_cast<clang::GCCAsmStmt>(&assembly);
  if (written == nullptr) return HiddenState::memory;  // Microsoft's has no constraints
  for (unsigned i = 0; i < written->getNumClobbers(); ++i)
    if (written->getClobber(i) == "memory") return HiddenState::memory;
  // Assembly without results must have another effect.
  const bool ordered = written->isVolatile() || written->getNumOutputs() == 0;
  return ordered ? HiddenState::assembly : HiddenState::none;
}

}  // namespace bamboo::translator
