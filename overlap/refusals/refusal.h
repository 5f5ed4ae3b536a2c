// SPDX-License-Identifier: Apache-2.0
// A refusal of the passes: a reason and its subject. Code decides by the reason; `render` makes
// the text for the user.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Instruction.h>

#include <optional>
#include <string>

#include "mpi_calls/access_role.h"

namespace bamboo::overlap {

enum class Reason {
#define REASON(name, words) name,  // NOLINT(readability-identifier-naming)
#include "refusals/reasons.def"
#undef REASON
};

/// The words alone, of a reason without placeholders.
llvm::StringRef words_of(Reason reason);

/// The name in the table, for statistics.
llvm::StringRef name_of(Reason reason);

struct Refusal {
  Refusal(Reason why, std::string statement = "", AccessRole memory = AccessRole::Memory)
      : reason(why), subject(std::move(statement)), role(memory) {}

  Reason reason;
  std::string subject;                 ///< the statement; empty: the reason names none
  AccessRole role;                     ///< of the memory that the reason names
  std::optional<Reason> cause;         ///< of Reason::conditional_ends
  std::optional<Reason> not_at_exits;  ///< why several completions behind branches are refused
};

/// "the call of 'f' may touch the receive buffer".
std::string render(const Refusal& refusal);

/// A statement in words: "the call of 'f'", "a 'load'".
std::string named(const llvm::Instruction& instruction);

}  // namespace bamboo::overlap
