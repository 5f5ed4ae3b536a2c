// SPDX-License-Identifier: Apache-2.0
// How an index is extended to an address.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>

#include "shared/nest_shape.h"

namespace bamboo::overlap {

/// The index with 64 bits; null if its type differs.
const llvm::SCEV* extend(const llvm::SCEV& index, IndexType type, llvm::ScalarEvolution& evolution);

}  // namespace bamboo::overlap
