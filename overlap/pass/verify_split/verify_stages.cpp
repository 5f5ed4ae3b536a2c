// SPDX-License-Identifier: Apache-2.0
#include "pass/verify_split/verify_stages.h"

#include <llvm/ADT/STLExtras.h>

#include "effects/library_functions.h"

namespace bamboo::overlap {
namespace {

/// On each path, the number of reported stages must equal the number of completions.
bool is_on_same_ways(const ReportedStage& stage, const SplitNest& split,
                     const CfgIsomorphism& ways) {
  return calls(stage.call, SplitCall::stage) && stage.call->getArgOperand(0) == split.plan &&
         ways.copy_of(*stage.completion->getParent()) == stage.call->getParent();
}

/// A completion also touches memory.
bool is_in_order(const ReportedStage& stage, const InspectedAccess& inspected) {
  if (stage.completion->getParent() != inspected.access->getParent()) return true;
  const bool is_behind =
      stage.completion == inspected.access || stage.completion->comesBefore(inspected.access);
  return !is_behind || stage.call->comesBefore(inspected.call);
}

}  // namespace

std::optional<Defect> verify_stages(const SplitNest& split, const CfgIsomorphism& ways) {
  const auto reported = llvm::count_if(split.plan->users(), [](const llvm::User* user) {
    return calls(llvm::dyn_cast<llvm::Instruction>(user), SplitCall::stage);
  });
  if (static_cast<size_t>(reported) != split.stages.size() ||
      (!split.is_staged && !split.stages.empty()))
    return Defect(Fault::stage_differs, split.place);
  for (const ReportedStage& stage : split.stages) {
    const llvm::DebugLoc& place = stage.completion->getDebugLoc();
    if (!is_on_same_ways(stage, split, ways)) return Defect(Fault::stage_differs, place);
    for (const InspectedAccess& inspected : split.looked_at)
      if (!is_in_order(stage, inspected))
        return Defect(Fault::access_of_other_stage, inspected.access->getDebugLoc());
  }
  return std::nullopt;
}

}  // namespace bamboo::overlap
