// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values that a nest of loops computes and others use behind it, as sums over all iterations, or
/// that are stored when all its loops have ended, as sums of which the caller knows the place. The
/// parts of a nest that is split leave them out; they are computed again behind the rest, in the
/// nest's own order and by the same instructions, so that no bit of them changes.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "effects/summaries.h"
#include "refusals/stop.h"
#include "regions/sese_regions.h"

namespace bamboo::overlap {

struct NestResults {
  using Instructions = llvm::SmallSetVector<llvm::Instruction*, 16>;

  Instructions values;  ///< that are used behind the nest; phis of the block behind it are some
  Instructions stores;  ///< behind all loops
  llvm::SmallPtrSet<const llvm::Instruction*, 32> own;  ///< nothing but the values needs these
  Instructions again;                                   ///< what the values are computed from
  Instructions kept;  ///< stores: the values are computed from what they have stored

  bool empty() const { return values.empty() && stores.empty(); }
};

/// The results of a nest around `outermost`; nothing, and where and why, when they cannot be
/// computed again. Which loads read the same as before is not looked at.
std::optional<NestResults> find_results(const Statement& nest, const llvm::Loop& outermost,
                                        const Summaries& summaries, Stop& stop);

}  // namespace bamboo::overlap
