// SPDX-License-Identifier: Apache-2.0
#include "pass/function_overlap.h"

#include "pass/completions/null_request.h"
#include "pass/motion/profitability.h"
#include "pass/motion/widening.h"
#include "pass/prepare/error_codes.h"
#include "pass/prepare/free_completions.h"
#include "pass/send_first_pass.h"
#include "pass/splitting/core_offer.h"
#include "pass/splitting/nest_selection.h"
#include "pass/splitting/row_searcher.h"
#include "pass/splitting/touch_runs.h"
#include "pass/verify/verify_function.h"
#include "pass/verify_split/verify_offer.h"
#include "pass/verify_split/verify_split.h"

namespace bamboo::overlap {
namespace {

using Splits = llvm::SmallVector<SplitNest, 2>;

/// Splits the loop nests after receives.
Splits split_nests(FunctionContext& context, const FunctionOperations& operations) {
  Splits splits;
  const llvm::SmallVector<CallPair*, 16> all = operations.all_and_asked();
  for (CallPair* pair : all)
    if (pair->conditional_exit.from != nullptr) make_flight_phis(*pair, context.points_to);
  NestSelection splitting(context.function, context.analyses, context.summaries, context.points_to,
                          all, context.emitter);
  while (auto done = splitting.next(splits)) {
    splits.push_back(std::move(*done));
    context.analyses.invalidate(context.function, llvm::PreservedAnalyses::none());
    if (!context.settings.verify) continue;
    if (const auto defect =
            verify_split(splits.back(), llvm::ArrayRef(splits).drop_back(), all,
                         context.dependence(), context.summaries, context.evolution()))
      stop_compiler(context.function, "a nest of loops", *defect);
  }
  splitting.explain();
  return splits;
}

/// Cores of staged exchanges run in pieces.
void finish_cores(FunctionContext& context, const FunctionOperations& operations, Splits& splits) {
  for (SplitNest& split : splits) {
    finish_row_search(split, context.analyses, context.points_to);
    context.analyses.invalidate(context.function, llvm::PreservedAnalyses::none());
    if (!split.is_staged) continue;
    offer_core(split, operations.all_and_asked());
    context.analyses.invalidate(context.function, llvm::PreservedAnalyses::none());
    if (!context.settings.verify) continue;
    if (const auto defect = verify_offer(split))
      stop_compiler(context.function, "the core of a nest", *defect);
  }
}

}  // namespace

bool overlap_function(FunctionContext& context, const ProgramRequests& existing, bool has_handler,
                      Instrumentation& instrumentation, Gains& gains) {
  const Settings& settings = context.settings;
  gains.begin(context.function);
  bool changed = free_error_codes(context.function, settings.existing, context.points_to);
  if (settings.existing)
    changed |= free_completions(
        context.function, existing,
        settings.level == Level::Beyond && settings.conditionals && context.may_move());
  changed |= start_sends_first(context, existing, has_handler);
  FunctionOperations operations(context, existing, has_handler);
  if (operations.empty()) {
    if (operations.calls_mpi()) note_needs(context, instrumentation);
    if (settings.measure) measure_own_halves(context.function, operations);
    return changed || settings.measure;
  }
  operations.convert();
  Splits splits;
  if (context.may_move()) {
    widen_windows(context, operations);
    if (settings.split) splits = split_nests(context, operations);
  }
  keep_worthwhile_windows(context, operations);
  gains.end(context.function, operations, splits.size());
  note_needs(context, instrumentation);
  if (settings.verify) verify_function(context, operations, splits);
  for (SplitNest& split : splits) join_touches(split, context.analyses);
  finish_cores(context, operations, splits);
  instrument_function(context, operations, splits, instrumentation);
  if (!splits.empty())  // polls look at loops later
    context.analyses.invalidate(context.function, llvm::PreservedAnalyses::none());
  return true;
}

}  // namespace bamboo::overlap
