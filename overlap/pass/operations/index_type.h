// SPDX-License-Identifier: Apache-2.0
// How an index is extended to an address.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>

namespace bamboo::overlap {

/// The values match overlap/runtime/splitting/index_extremes.h.
enum class IndexType : int32_t { signed32 = 0, unsigned32 = 1, bits64 = 2 };

/// The index with 64 bits; null: it is of no such type.
const llvm::SCEV* extend(const llvm::SCEV& index, IndexType type, llvm::ScalarEvolution& evolution);

}  // namespace bamboo::overlap
