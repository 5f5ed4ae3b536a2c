// SPDX-License-Identifier: Apache-2.0
#include "models/long_jumps.h"

#include "syntax/calls.h"

namespace bamboo::translator {

LongJumpKind long_jump_kind(const clang::CallExpr& call) {
  // The libraries' headers make macros of these names, with underscores in front.
  const clang::FunctionDecl* callee = callee_of(call);
  if (callee == nullptr || !callee->getDeclName().isIdentifier()) return LongJumpKind::None;
  llvm::StringRef name = callee->getName();
  name.consume_front("__builtin_");
  name = name.ltrim('_');
  if (name == "setjmp" || name == "sigsetjmp") return LongJumpKind::Set;
  if (name == "longjmp" || name == "siglongjmp") return LongJumpKind::Jump;
  return LongJumpKind::None;
}

}  // namespace bamboo::translator
