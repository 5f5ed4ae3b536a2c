// SPDX-License-Identifier: Apache-2.0
// How an index is extended to an address.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>

#include "shared/nest_shape.h"

namespace bamboo::overlap {

/// The index with 64 bits; null: it is of no such type.
const llvm::SCEV* extend(const llvm::SCEV& index, IndexType type, llvm::ScalarEvolution& evolution);

}  // namespace bamboo::overlap
