// SPDX-License-Identifier: Apache-2.0
#include "pass/verify/verify_function.h"

#include <llvm/Support/ErrorHandling.h>

#include "pass/verify/verify_operation.h"

namespace bamboo::overlap {

void verify_function(const FunctionContext& context, const FunctionOperations& operations,
                     llvm::ArrayRef<SplitNest> splits) {
  const Dependence dependence = context.dependence();
  const llvm::SmallVector<CallPair*, 16> all = operations.all();
  for (const CallPair* pair : all) {
    const bool is_whole = !pair->is_programs_own || pair->conditional_exit.from != nullptr;
    if (!is_whole || pair->is_reverted) continue;
    if (const auto defect = verify_operation(*pair, all, dependence, context.summaries, splits))
      stop_compiler(
          context.function,
          pair->is_programs_own ? "a completion" : llvm::StringRef(pair->operation->nonblocking),
          *defect);
  }
}

void stop_compiler(const llvm::Function& function, llvm::StringRef subject, const Defect& defect) {
  llvm::report_fatal_error(llvm::Twine("bamboo-overlap: ") + subject + " in '" +
                               function.getName() + "': " + render(defect),
                           false);
}

}  // namespace bamboo::overlap
