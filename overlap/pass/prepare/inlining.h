// SPDX-License-Identifier: Apache-2.0
// Windows across functions: a function that begins or ends with communication is inlined into its
// caller if there is computation next to the call. A half then leaves it by the same code motion
// as inside of functions, with the same rules and proofs.
#pragma once

#include "effects/summaries.h"
#include "pass/options/settings.h"

namespace bamboo::overlap {

/// Returns true if something changed; the facts about the module's functions must then be
/// recomputed.
bool inline_communication(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                          const Settings& settings);

}  // namespace bamboo::overlap
