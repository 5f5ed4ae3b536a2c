// SPDX-License-Identifier: Apache-2.0
#include "pass/motion/profitability.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

#include "pass/completions/alias_check.h"
#include "pass/completions/guarded_wait.h"
#include "pass/completions/null_request.h"
#include "pass/completions/request_count.h"
#include "pass/motion/window_cost.h"
#include "pass/operations/conversion_remarks.h"
#include "pass/operations/window.h"

namespace bamboo::overlap {
namespace {

class Profitability {
 public:
  Profitability(FunctionContext& context, FunctionOperations& operations)
      : context_(context),
        operations_(operations),
        settings_(context.settings),
        statements_(context.statements()) {}

  void run() {
    for (ConvertedCall& call : operations_.calls())
      for (auto& pair : llvm::reverse(call.conversion.pairs))
        measure(*pair);  // at their current places
    for (const Half& half : operations_.halves()) {
      if (half.pair->conditional_exit.from == nullptr) continue;
      if (!settings_.always && !half.pair->runs_core && gain_of(*half.pair) < 1)
        restore_count(*half.pair);
      remark_moved(*half.pair, half.name, context_.emitter);
    }
    // The last call first: a call that starts in the window of another one prevents that one from
    // becoming blocking again.
    for (ConvertedCall& call : llvm::reverse(operations_.calls()))
      if (!is_worthwhile(call)) undo(call.conversion);
    const llvm::SmallVector<CallPair*, 16> all = operations_.all();
    if (settings_.level == Level::Beyond && context_.may_move()) insert_checks(all);
    for (CallPair* pair : all)
      if (pair->conditional_exit.from != nullptr && !pair->is_reverted) guard(*pair);
    for (ConvertedCall& call : operations_.calls()) explain(call);
  }

 private:
  double gain_of(const CallPair& pair) const {
    return gain_of_completion(pair, statements_, context_.cost);
  }

  /// A completion that gains nothing outside of its conditional is moved back.
  void measure(CallPair& pair) const {
    pair.window = window_of(pair, statements_, context_.cost);
    const bool stays = settings_.always || pair.runs_core ||
                       pair.conditional_exit.from == nullptr || !pair.hoist_guards.empty() ||
                       (CostModel::pays(pair.window.cycles) && gain_of(pair) >= 1);
    if (stays) return;
    return_to_conditional(pair);
    pair.window = window_of(pair, statements_, context_.cost);
  }

  bool is_worthwhile(const ConvertedCall& call) const {
    const auto pays = [](const auto& pair) {
      return pair->runs_core || !pair->hoist_guards.empty() || CostModel::pays(pair->window.cycles);
    };
    return (call.operation->is_collective() && !settings_.library) || settings_.always ||
           llvm::any_of(call.conversion.pairs, pays) || has_initiations_inside(call);
  }

  /// Whether another operation starts in the window: the blocking call would come after it, which
  /// would change the order of messages between the same ranks.
  bool has_initiations_inside(const ConvertedCall& call) const {
    llvm::SmallPtrSet<const llvm::Instruction*, 8> others;
    for (const CallPair* pair : operations_.all()) others.insert(pair->initiation);
    for (const auto& pair : call.conversion.pairs) others.erase(pair->initiation);
    const CallPair& pair = *call.conversion.pairs.front();
    llvm::Instruction* next = pair.initiation->getNextNode();
    while (next != pair.completion) {
      const Statement statement = in_window(statements_, *next, pair);
      if (statement.is_end()) return false;
      for (const llvm::Instruction* inside : statement.instructions())
        if (others.contains(inside)) return true;
      next = SeseRegions::behind(statement);
    }
    return false;
  }

  void insert_checks(llvm::ArrayRef<CallPair*> all) const {
    const Dependence dependence = context_.dependence();
    for (CallPair* pair : all) insert_alias_checks(*pair, all, dependence, context_.dominators());
  }

  void explain(ConvertedCall& call) const {
    const CallPair& pair = *call.conversion.pairs.front();
    if (pair.is_reverted)
      return remark_not_worthwhile(pair, call.operation->name, *pair.initiation, context_.emitter);
    remark_converted(call.conversion, call.operation->name, context_.emitter);
    finish(call.conversion);
  }

  FunctionContext& context_;
  FunctionOperations& operations_;
  const Settings& settings_;
  const SeseRegions statements_;
};

}  // namespace

void keep_worthwhile_windows(FunctionContext& context, FunctionOperations& operations) {
  Profitability(context, operations).run();
}

}  // namespace bamboo::overlap
