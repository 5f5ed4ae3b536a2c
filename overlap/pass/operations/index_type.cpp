// SPDX-License-Identifier: Apache-2.0
#include "pass/operations/index_type.h"

namespace bamboo::overlap {

const llvm::SCEV* extend(const llvm::SCEV& index, IndexType type,
                         llvm::ScalarEvolution& evolution) {
  const unsigned bits = type == IndexType::Bits64 ? 64 : 32;
  if (!index.getType()->isIntegerTy(bits)) return nullptr;
  llvm::Type* wide = llvm::Type::getInt64Ty(index.getType()->getContext());
  switch (type) {
    case IndexType::Signed32:
      return evolution.getSignExtendExpr(&index, wide);
    case IndexType::Unsigned32:
      return evolution.getZeroExtendExpr(&index, wide);
    case IndexType::Bits64:
      return &index;
  }
  llvm_unreachable("no type of an index");
}

}  // namespace bamboo::overlap
