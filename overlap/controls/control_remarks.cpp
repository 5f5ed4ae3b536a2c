// SPDX-License-Identifier: Apache-2.0
#include "controls/control_remarks.h"

namespace bamboo::overlap {
namespace {

constexpr char plans_pass[] = "bamboo-plans";
using llvm::ore::NV;

}  // namespace

void remark_kept(const Control& control, llvm::OptimizationRemarkEmitter& emitter) {
  const llvm::CallInst* first = control.calls.front();
  emitter.emit([&] {
    llvm::OptimizationRemark remark(plans_pass, "ControlKept", first);
    remark << NV("Call", control.planned->name) << ": its control part ";
    if (control.loops > 0)
      remark << "was moved out of " << NV("Loops", control.loops) << " loops";
    else
      remark << "stays in front of it";
    if (control.stop.refusal)
      remark << ", no further than " << line_of(control.stop.place) << ": "
             << render(*control.stop.refusal);
    return remark;
  });
  for (const llvm::CallInst* call : llvm::ArrayRef(control.calls).drop_front())
    emitter.emit([&] {
      return llvm::OptimizationRemark(plans_pass, "ControlShared", call)
             << NV("Call", control.planned->name) << ": the control part of "
             << line_of(first->getDebugLoc()) << " serves it as well";
    });
}

void remark_anew(const Control& control, llvm::OptimizationRemarkEmitter& emitter) {
  const llvm::CallInst* call = control.calls.front();
  emitter.emit([&] {
    llvm::OptimizationRemarkMissed remark(plans_pass, "ControlAnew", call);
    remark << NV("Call", control.planned->name) << ": its control part ";
    if (!control.stop.refusal)
      remark << "serves this call alone, which is in no loop";
    else
      remark << "stays in the loop: " << line_of(control.stop.place) << ": "
             << render(*control.stop.refusal);
    return remark;
  });
}

void remark_unplanned(const llvm::CallBase& call, Reason why,
                      llvm::OptimizationRemarkEmitter& emitter) {
  emitter.emit([&] {
    return llvm::OptimizationRemarkMissed(plans_pass, "Unplanned", &call)
           << NV("Call", call.getCalledFunction()->getName())
           << " keeps its control part: " << words_of(why);
  });
}

}  // namespace bamboo::overlap
