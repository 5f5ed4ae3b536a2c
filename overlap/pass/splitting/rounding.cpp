// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/rounding.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace bamboo::overlap {
namespace {

/// Their results are exact to the bit, so vector forms give the same.
constexpr llvm::StringLiteral exact_functions[] = {"ceil", "copysign", "fabs", "floor",
                                                   "fma",  "fmax",     "fmin", "nearbyint",
                                                   "rint", "round",    "sqrt", "trunc"};

/// The compiler cannot join a product and a sum to one operation.
bool has_no_fused_operations(const llvm::Function& function) {
  const llvm::StringRef triple = function.getParent()->getTargetTriple();
  const llvm::StringRef features = function.getFnAttribute("target-features").getValueAsString();
  const llvm::StringRef processor = function.getFnAttribute("target-cpu").getValueAsString();
  const bool is_plain = processor.empty() || processor == "x86-64" || processor == "generic";
  return triple.starts_with("x86_64") && is_plain && !features.contains("+fma") &&
         !features.contains("+avx512");
}

bool leaves_rounding_open(const llvm::Instruction& instruction) {
  const auto* operation = llvm::dyn_cast<llvm::FPMathOperator>(&instruction);
  if (operation == nullptr) return false;
  llvm::FastMathFlags flags = operation->getFastMathFlags();
  if (has_no_fused_operations(*instruction.getFunction())) flags.setAllowContract(false);
  flags.setNoNaNs(false);
  flags.setNoInfs(false);
  return flags.any();
}

bool has_floats(const llvm::Type& type) {
  if (type.isFPOrFPVectorTy()) return true;
  return llvm::any_of(type.subtypes(), [](const llvm::Type* part) { return has_floats(*part); });
}

/// The processor alone joins a product and a sum, or does not: fmuladd is one of these
/// instructions.
bool is_exact(const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::ceil:
    case llvm::Intrinsic::copysign:
    case llvm::Intrinsic::fabs:
    case llvm::Intrinsic::floor:
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::fmuladd:
    case llvm::Intrinsic::maximum:
    case llvm::Intrinsic::maxnum:
    case llvm::Intrinsic::minimum:
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::nearbyint:
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::round:
    case llvm::Intrinsic::roundeven:
    case llvm::Intrinsic::sqrt:
    case llvm::Intrinsic::trunc:
      return true;
    default:
      return !has_floats(*call.getType());
  }
}

/// A function of the program may call others, and may have a form for vectors itself.
bool is_exact(const llvm::CallBase& call) {
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return is_exact(*intrinsic);
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return false;
  const llvm::StringRef name = callee->getName();
  const bool long_or_float = name.ends_with("f") || name.ends_with("l");
  return llvm::is_contained(exact_functions, name) ||
         (long_or_float && llvm::is_contained(exact_functions, name.drop_back()));
}

}  // namespace

bool may_be_rounded(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return leaves_rounding_open(instruction) || (call != nullptr && !is_exact(*call));
}

}  // namespace bamboo::overlap
