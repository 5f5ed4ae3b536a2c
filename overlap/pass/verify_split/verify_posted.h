// SPDX-License-Identifier: Apache-2.0
// Shows again that the list of messages that the program keeps (posted_messages.h) has pending
// ones only, each as it was started.
#pragma once

#include <optional>

#include "effects/summaries.h"
#include "pass/operations/call_pair.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

std::optional<Defect> verify_posted(const llvm::AllocaInst& list, llvm::ArrayRef<CallPair*> pairs,
                                    const Summaries& summaries);

}  // namespace bamboo::overlap
