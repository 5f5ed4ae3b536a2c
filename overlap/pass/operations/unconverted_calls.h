// SPDX-License-Identifier: Apache-2.0
/// \file
/// Blocking calls that have a nonblocking form and stay as they are all the same.
#pragma once

#include "mpi_calls/abi.h"
#include "pass/options/settings.h"
#include "refusals/refusal.h"

namespace bamboo::overlap {

/// Why the call is not converted; nothing for calls that are.
std::optional<Reason> why_unconverted(const Operation& operation, const llvm::CallBase& call,
                                      const Settings& settings);

/// True for functions that have no nonblocking form that does the same.
bool has_no_equal_form(llvm::StringRef name);

}  // namespace bamboo::overlap
