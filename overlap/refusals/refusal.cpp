// SPDX-License-Identifier: Apache-2.0
#include "refusals/refusal.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include "refusals/words.h"

namespace bamboo::overlap {
namespace {

constexpr llvm::StringLiteral reason_words[] = {
#define REASON(name, words) words,
#include "refusals/reasons.def"
#undef REASON
};

constexpr llvm::StringLiteral reason_names[] = {
#define REASON(name, words) #name,
#include "refusals/reasons.def"
#undef REASON
};

}  // namespace

llvm::StringRef words_of(Reason reason) {
  return reason_words[static_cast<size_t>(reason)];
}

llvm::StringRef name_of(Reason reason) {
  return reason_names[static_cast<size_t>(reason)];
}

std::string render(const Refusal& refusal) {
  std::string text = words_of(refusal.reason).str();
  fill(text, "{role}", describe(refusal.role));
  if (refusal.cause) fill(text, "{cause}", words_of(*refusal.cause));
  if (!fill(text, "{subject}", refusal.subject) && !refusal.subject.empty())
    text = refusal.subject + ": " + text;
  if (refusal.not_at_exits)
    text +=
        (", and each way behind it does not wait for itself: " + words_of(*refusal.not_at_exits))
            .str();
  return text;
}

std::string named(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) return std::string("a '") + instruction.getOpcodeName() + "'";
  const llvm::Function* callee = call->getCalledFunction();
  return callee == nullptr ? "a call through a pointer"
                           : ("the call of '" + callee->getName() + "'").str();
}

}  // namespace bamboo::overlap
