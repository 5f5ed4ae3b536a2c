// SPDX-License-Identifier: Apache-2.0
// Starts sends in front of receives at the beginning of a compilation, while conditionals and loops
// have the form of the source. Later the compiler may copy a send into the arms of a conditional.
#pragma once

#include <llvm/IR/PassManager.h>

#include "effects/program_requests.h"
#include "pass/operations/function_context.h"

namespace bamboo::overlap {

/// Moves the receives of one function behind sends, and verifies the result if the settings ask for
/// that. Returns true if something has changed.
bool start_sends_first(FunctionContext& context, const ProgramRequests& existing, bool has_handler);

class SendFirstPass : public llvm::PassInfoMixin<SendFirstPass> {
 public:
  explicit SendFirstPass(Settings settings) : settings_(settings) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  Settings settings_;
};

}  // namespace bamboo::overlap
