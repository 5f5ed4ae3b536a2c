// SPDX-License-Identifier: Apache-2.0
#include "pass/verify/verify_function.h"

#include <llvm/Support/ErrorHandling.h>

#include "pass/verify/verify_operation.h"

namespace bamboo::overlap {

void verify_function(const FunctionContext& context, const FunctionOperations& operations,
                     llvm::ArrayRef<SplitNest> splits) {
  const Dependence dependence = context.dependence();
  const llvm::SmallVector<NonblockingOperation*, 16> all = operations.all();
  for (const NonblockingOperation* pair : all) {
    const bool is_whole = !pair->is_programs_own || pair->conditional_exit.from != nullptr;
    if (!is_whole || pair->is_reverted) continue;
    const std::string problem = verify_operation(*pair, all, dependence, context.summaries, splits);
    if (!problem.empty())
      stop_compiler(
          context.function,
          pair->is_programs_own ? "a completion" : llvm::StringRef(pair->operation->nonblocking),
          problem);
  }
}

void stop_compiler(const llvm::Function& function, llvm::StringRef what, llvm::StringRef problem) {
  llvm::report_fatal_error(
      llvm::Twine("bamboo-overlap: ") + what + " in '" + function.getName() + "': " + problem,
      false);
}

}  // namespace bamboo::overlap
