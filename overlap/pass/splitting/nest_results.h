// SPDX-License-Identifier: Apache-2.0
// Values that a loop nest computes for code after it, such as sums over all iterations, or that
// are stored after all loops, such as sums in memory of the caller. The parts of a split nest omit
// them. They are recomputed after the rest, in the nest's own order and by the same instructions,
// so that no bit changes.
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
  Instructions again;                                   ///< the operands of the values
  Instructions kept;  ///< the values are recomputed from the memory of these stores
  /// Loads of `again` behind all loops. They load what the nest has stored.
  llvm::SmallPtrSet<const llvm::Instruction*, 4> loaded_behind;

  bool empty() const { return values.empty() && stores.empty(); }
};

/// The results of a nest around `outermost`, or nothing if they cannot be recomputed; then the
/// place and the reason are set. Does not check which loads return the same values as before.
std::optional<NestResults> find_results(const Statement& nest, const llvm::Loop& outermost,
                                        const Summaries& summaries, Stop& stop);

}  // namespace bamboo::overlap
