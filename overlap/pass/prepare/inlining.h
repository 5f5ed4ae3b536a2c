// SPDX-License-Identifier: Apache-2.0
/// \file
/// Windows that reach out of functions: a function that begins or ends in communication becomes
/// part of its caller where computation stands beside the call. Then a half leaves it by the walk
/// that moves it inside of functions, with the same rules and the same proofs.
#pragma once

#include "effects/summaries.h"
#include "pass/options/settings.h"

namespace bamboo::overlap {

/// True when something changed; then what is known of the module's functions has to be found anew.
bool inline_communication(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                          const Settings& settings);

}  // namespace bamboo::overlap
