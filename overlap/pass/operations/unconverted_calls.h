// SPDX-License-Identifier: Apache-2.0
// Blocking calls that have a nonblocking form and stay as they are all the same.
#pragma once

#include "mpi_calls/abi.h"
#include "pass/options/settings.h"
#include "refusals/refusal.h"

namespace bamboo::overlap {

/// Why the call is not converted; nothing for calls that are.
std::optional<Reason> why_unconverted(const Operation& operation, const llvm::CallBase& call,
                                      const Settings& settings);

/// Whether the function has no nonblocking form with the same meaning.
bool has_no_equal_form(llvm::StringRef name);

}  // namespace bamboo::overlap
