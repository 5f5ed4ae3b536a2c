// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/split_remarks.h"

namespace bamboo::overlap {
namespace {

constexpr char split_pass[] = "bamboo-overlap";
using llvm::ore::NV;

}  // namespace

void remark_split(const SplitNest& split, llvm::OptimizationRemarkEmitter& emitter) {
  emitter.emit([&] {
    return llvm::OptimizationRemark(split_pass, "Split", split.place, split.core_blocks.front())
           << "a nest of " << NV("Loops", split.loops)
           << " loops was split: iterations that need nothing of what is received run "
           << (split.is_staged ? "in pieces while " : "before ")
           << NV("Completions", split.completions)
           << (split.is_staged ? " completions wait" : " completions")
           << (split.rests == 0 ? std::string()
                                : " and the rests of " + std::to_string(split.rests) + " nests")
           << "; " << NV("Cut", split.cut) << " of the loops may be cut"
           << (split.rows.accesses.empty() ? "" : ", each row by what it reads")
           << (split.results.empty() ? "" : "; what is used behind it is computed again");
  });
}

void remark_whole(const llvm::Loop& loop, const Stop& stop,
                  llvm::OptimizationRemarkEmitter& emitter) {
  const bool has_line = stop.place && stop.place.getLine() != 0;
  const llvm::DebugLoc place = has_line ? stop.place : loop.getStartLoc();
  emitter.emit([&] {
    return llvm::OptimizationRemarkMissed(split_pass, "NotSplit", loop.getStartLoc(),
                                          loop.getHeader())
           << "a loop behind receives stays whole: " << line_of(place) << ": "
           << render(*stop.refusal) << llvm::ore::setExtraArgs()
           << NV("Reason", name_of(stop.refusal->reason));
  });
}

}  // namespace bamboo::overlap
