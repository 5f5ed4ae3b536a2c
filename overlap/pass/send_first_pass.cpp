// SPDX-License-Identifier: Apache-2.0
#include "pass/send_first_pass.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>

#include "mpi_calls/nonblocking_calls.h"
#include "pass/motion/send_first.h"
#include "pass/operations/error_handlers.h"
#include "pass/verify/verify_function.h"
#include "pass/verify/verify_late_receive.h"

namespace bamboo::overlap {
namespace {

bool starts_messages(llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call != nullptr && starts_message(*call);
  });
}

}  // namespace

bool start_sends_first(FunctionContext& context, const ProgramRequests& existing,
                       bool has_handler) {
  const Settings& settings = context.settings;
  if (!settings.existing || settings.level != Level::Beyond || !context.may_move() || has_handler)
    return false;
  const auto late = send_first(context, existing);
  for (size_t i = 0; settings.verify && i < late.size(); ++i)
    if (const auto defect = verify_late_receive(late[i], llvm::ArrayRef(late).drop_front(i + 1),
                                                existing, context.dependence(), context.summaries))
      stop_compiler(context.function, late[i].receive->getCalledFunction()->getName(), *defect);
  return !late.empty();
}

llvm::PreservedAnalyses SendFirstPass::run(llvm::Module& module,
                                           llvm::ModuleAnalysisManager& analyses) {
  llvm::SmallVector<llvm::Function*, 8> starting;
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && starts_messages(function)) starting.push_back(&function);
  if (starting.empty()) return llvm::PreservedAnalyses::all();
  auto& functions =
      analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  PointsTo points_to(module, functions);
  const Summaries summaries(module, functions, ClockValues(module, functions, points_to));
  const ProgramRequests existing(module, points_to, summaries);
  CostModel cost(functions);
  const bool has_handler = makes_returning_handler(module);
  bool changed = false;
  for (llvm::Function* function : starting) {
    FunctionContext context{*function, functions, summaries, points_to, cost, settings_};
    changed |= start_sends_first(context, existing, has_handler);
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace bamboo::overlap
