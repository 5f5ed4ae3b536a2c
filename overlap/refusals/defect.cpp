// SPDX-License-Identifier: Apache-2.0
#include "refusals/defect.h"

#include "refusals/words.h"

namespace bamboo::overlap {
namespace {

constexpr llvm::StringLiteral fault_words[] = {
#define FAULT(name, words) words,
#include "refusals/faults.def"
#undef FAULT
};

}  // namespace

std::string render(const Defect& defect) {
  std::string text = fault_words[static_cast<size_t>(defect.fault)].str();
  fill(text, "{subject}", defect.subject);
  fill(text, "{role}", describe(defect.role));
  if (defect.cause) fill(text, "{cause}", render(*defect.cause));
  if (defect.place) text += " (line " + std::to_string(defect.place.getLine()) + ")";
  return text;
}

}  // namespace bamboo::overlap
