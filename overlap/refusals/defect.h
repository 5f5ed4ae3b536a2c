// SPDX-License-Identifier: Apache-2.0
// A fault that a verifier finds in code that the pass has made. `render` makes the words.
#pragma once

#include <llvm/IR/DebugLoc.h>

#include "refusals/refusal.h"

namespace bamboo::overlap {

enum class Fault {
#define FAULT(name, words) name,  // NOLINT(readability-identifier-naming)
#include "refusals/faults.def"
#undef FAULT
};

struct Defect {
  Defect(Fault what, llvm::DebugLoc statement = {}, std::optional<Refusal> why = std::nullopt)
      : fault(what), place(std::move(statement)), cause(std::move(why)) {}

  Fault fault;
  llvm::DebugLoc place;          ///< of the statement that is wrong; empty: the fault names none
  std::optional<Refusal> cause;  ///< of a fault that names one
  AccessRole role = AccessRole::Memory;
  llvm::StringRef subject;  ///< the part of a split nest
};

/// "the receive buffer is accessed while it is pending (line 12)".
std::string render(const Defect& defect);

}  // namespace bamboo::overlap
