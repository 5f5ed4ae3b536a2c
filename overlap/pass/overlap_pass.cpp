// SPDX-License-Identifier: Apache-2.0
#include "pass/overlap_pass.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/ErrorHandling.h>

#include "effects/program_requests.h"
#include "mpi_calls/argument_values.h"
#include "mpi_calls/invoke_lowering.h"
#include "pass/function_overlap.h"
#include "pass/operations/error_handlers.h"
#include "pass/operations/wildcard_receives.h"
#include "pass/options/settings_attribute.h"
#include "pass/prepare/fold_phis.h"
#include "pass/prepare/inlining.h"
#include "pass/prepare/reload_phis.h"
#include "pass/prepare/repeated_loads.h"
#include "pass/prepare/rotation.h"
#include "pass/prepare/type_tags.h"
#include "pass/verify/verify_form.h"
#include "pass/verify/verify_function.h"

namespace bamboo::overlap {
namespace {

void verify_module(const llvm::Module& module, const CallForms& forms) {
  for (const FormedCall& one : forms.calls())
    if (const auto fault = verify_form(*one.call, *one.operation, one.abi))
      stop_compiler(*one.call->getFunction(), one.operation->name, *fault);
  std::string broken;
  llvm::raw_string_ostream text(broken);
  if (llvm::verifyModule(module, &text))
    llvm::report_fatal_error(llvm::Twine("bamboo-overlap: the module is broken: ") + text.str(),
                             false);
}

bool has_operations(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& function) {
    return function.isDeclaration() && is_mpi_function(function);
  });
}

}  // namespace

llvm::PreservedAnalyses OverlapPass::run(llvm::Module& module,
                                         llvm::ModuleAnalysisManager& analyses) {
  if (!has_operations(module)) return llvm::PreservedAnalyses::all();
  auto& functions =
      analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) changed |= lower_mpi_invokes(function, functions);
  changed |= inline_communication(module, functions, settings_);
  const TypeTags tags(module);
  tags.restore(module);
  // The order counts: a bound that is stored earlier would become the first value of its phi.
  changed |= reload_phis(module, functions, settings_);
  remove_repeated_loads(module, functions, settings_);
  tags.restore(module);
  changed |= rotate_loops(module, functions, settings_);
  changed |= fold_phis(module, functions, settings_);
  changed |= reload_phis(module, functions, settings_);
  ArgumentLoads numbers;
  for (llvm::Function& function : module) numbers.append(load_arguments(function));
  changed |= !numbers.empty();
  bool verifies = settings_.verify;
  PointsTo points_to(module, functions);
  const Summaries summaries(module, functions, ClockValues(module, functions, points_to));
  const ProgramRequests existing(module, points_to, summaries);
  CostModel cost(functions);
  Gains own;
  Gains& gains = gains_ == nullptr ? own : *gains_;
  Instrumentation instrumentation{Polls(functions, cost), needs_of_calls(module), {}};
  const bool has_handler = makes_returning_handler(module);
  // Collects the functions first, because functions that guard completions are added meanwhile.
  llvm::SmallVector<llvm::Function*, 32> all;
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) all.push_back(&function);
  // A nonblocking collective does not match a blocking one, so one setting applies to all files.
  const bool library = llvm::any_of(all, [&](const llvm::Function* function) {
    return settings_of(*function, settings_).library;
  });
  for (llvm::Function* function : all) {
    Settings settings = settings_of(*function, settings_);
    settings.library = library;
    if (settings.no_wildcards) refuse_wildcards(*function);
    verifies |= settings.verify;
    FunctionContext context{*function, functions, summaries, points_to, cost, settings};
    changed |= overlap_function(context, existing, has_handler, instrumentation, gains);
  }
  drop_unused_loads(numbers);
  instrumentation.polls.insert(module);
  instrumentation.forms.insert();
  declare_needs(module, instrumentation.needs);
  changed |= instrumentation.needs.windows || instrumentation.needs.early_messages ||
             instrumentation.needs.one_sided || instrumentation.needs.callbacks ||
             instrumentation.needs.other_jobs;
  if (verifies) verify_module(module, instrumentation.forms);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace bamboo::overlap
