// SPDX-License-Identifier: Apache-2.0
#include "pass/instrumentation/instrument_function.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>

#include "mpi_calls/nonblocking_calls.h"
#include "pass/instrumentation/early_messages.h"
#include "pass/instrumentation/large_operations.h"
#include "pass/instrumentation/window_sites.h"

namespace bamboo::overlap {

void note_needs(const FunctionContext& context, Instrumentation& instrumentation) {
  if (!instrumentation.needs.early_messages)
    instrumentation.needs.early_messages =
        gains_by_early_messages(context.function, context.statements(), context.cost);
}

void measure_own_halves(llvm::Function& function, FunctionOperations& operations) {
  llvm::SmallPtrSet<const llvm::Instruction*, 16> made;
  for (const ConvertedCall& call : operations.calls())
    for (const auto& pair : call.conversion.pairs) {
      made.insert(pair->initiation);
      for (const llvm::CallInst* completion : pair->completions()) made.insert(completion);
      for (const AliasCheck& check : pair->alias_checks) made.insert(check.wait);
    }
  llvm::SmallVector<llvm::CallInst*, 8> own;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      if (is_half(*call) && !made.contains(call)) own.push_back(call);
  for (llvm::CallInst* call : own) measure_own_half(*call);
}

void instrument_function(const FunctionContext& context, FunctionOperations& operations,
                         llvm::ArrayRef<SplitNest> splits, Instrumentation& instrumentation) {
  const Settings& settings = context.settings;
  const SeseRegions statements = context.statements();
  if (settings.measure) {
    measure_own_halves(context.function, operations);
    for (const SplitNest& split : splits) measure_nest(split);
  }
  for (const ConvertedCall& call : operations.calls())
    for (const auto& pair : call.conversion.pairs) {
      const bool is_asked = settings.library && pair->operation->is_collective();
      if (pair->is_reverted) {
        if (is_asked) instrumentation.forms.ask_collective(*pair);
        continue;
      }
      const bool pays = settings.always || CostModel::pays(pair->window.cycles);
      instrumentation.needs.collective_windows |= is_asked && pays;
      if (settings.polls && pair->proof.crossed > 0 && pays) {
        instrumentation.polls.collect(*pair, statements);
        // Insert the size first, so that the count precedes it: both follow the initiation
        // directly.
        instrumentation.needs.large_operations |= report_size(*pair);
        count_pending(*pair);
        instrumentation.needs.windows = true;
      }
      if (settings.measure) measure_window(*pair, call.operation->name, settings.library);
      // Do this last: the inserted code waits as well, after the end of the window.
      if (settings.library && !pair->runs_core)
        instrumentation.forms.ask_window(*pair, pays && pair->proof.crossed > 0,
                                         context.dominators());
    }
}

}  // namespace bamboo::overlap
