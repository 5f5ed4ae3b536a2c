// SPDX-License-Identifier: Apache-2.0
#include "pass/overlap_pass.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/ErrorHandling.h>

#include "effects/program_requests.h"
#include "mpi_calls/argument_values.h"
#include "mpi_calls/invoke_lowering.h"
#include "mpi_calls/nonblocking_calls.h"
#include "mpi_calls/result_uses.h"
#include "pass/completions/alias_check.h"
#include "pass/completions/early_exits.h"
#include "pass/completions/guarded_wait.h"
#include "pass/completions/null_request.h"
#include "pass/completions/request_count.h"
#include "pass/instrumentation/collective_form.h"
#include "pass/instrumentation/library_needs.h"
#include "pass/instrumentation/polls.h"
#include "pass/motion/window_cost.h"
#include "pass/operations/conversion_remarks.h"
#include "pass/operations/error_handlers.h"
#include "pass/operations/unconverted_calls.h"
#include "pass/operations/window.h"
#include "pass/options/settings_attribute.h"
#include "pass/prepare/error_codes.h"
#include "pass/prepare/fold_phis.h"
#include "pass/prepare/inlining.h"
#include "pass/splitting/nest_selection.h"
#include "pass/verify/verify_form.h"
#include "pass/verify/verify_operation.h"
#include "pass/verify_split/verify_split.h"
#include "regions/cost_model.h"

namespace bamboo::overlap {
namespace {

/// A half of an operation that the program has itself; only this one moves.
struct Half {
  std::unique_ptr<Pair> pair;
  llvm::StringRef name;
};

/// A blocking call with what is decided about it before anything changes.
struct Candidate {
  const Operation* operation;
  llvm::CallInst* call;
  const char* immobile;  ///< why it must not be moved; null: it may
};

class FunctionOverlap {
 public:
  FunctionOverlap(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                  const Summaries& summaries, PointsTo& points_to,
                  const ExistingOperations& existing, Cost& cost, Polls& polls, LibraryNeeds& needs,
                  CollectiveForms& forms, bool has_handler, const Settings& settings)
      : function_(function),
        analyses_(analyses),
        summaries_(summaries),
        points_to_(points_to),
        existing_(existing),
        cost_(cost),
        polls_(polls),
        needs_(needs),
        forms_(forms),
        has_handler_(has_handler),
        settings_(settings),
        emitter_(&function) {}

  bool run() {
    bool changed = free_error_codes(function_, settings_.existing, points_to_);
    if (settings_.existing) changed |= free_completions();
    find();
    if (candidates_.empty() && halves_.empty()) {
      if (calls_mpi_) note_needs(make_statements());
      return changed;
    }
    for (const Candidate& candidate : candidates_)
      conversions_.push_back(convert(*candidate.operation, *candidate.call,
                                     Abi(*candidate.operation, *candidate.call)));
    if (may_move()) {
      move(make_statements(), make_dependence());
      if (settings_.split) split();
    }
    const Statements statements = make_statements();
    decide(statements);
    note_needs(statements);
    if (settings_.verify) verify_all(make_dependence());
    instrument(statements);
    return true;
  }

 private:
  Statements make_statements() {
    return {analyses_.getResult<llvm::DominatorTreeAnalysis>(function_),
            analyses_.getResult<llvm::PostDominatorTreeAnalysis>(function_),
            analyses_.getResult<llvm::LoopAnalysis>(function_)};
  }
  Dependence make_dependence() {
    return {analyses_.getResult<llvm::AAManager>(function_), summaries_, points_to_};
  }

  /// Without optimisation the user wants to see the statements where they stand; setjmp may come
  /// back to the middle of a window.
  bool may_move() const {
    return !function_.hasOptNone() && !function_.callsFunctionThatReturnsTwice();
  }

  void find() {
    llvm::SmallVector<llvm::CallBase*, 16> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function_))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) calls.push_back(call);
    for (llvm::CallBase* call : calls) {
      const llvm::Function* callee = call->getCalledFunction();
      if (callee == nullptr) continue;
      calls_mpi_ |= is_mpi_function(*callee);
      if (callee->isDeclaration() && is_left_alone(callee->getName()))
        remark_left_alone(*call, "MPI has no nonblocking form of it that does the same", emitter_);
      if (settings_.existing) find_half(*call);
      const Operation* operation = blocking_operation(*call);
      if (operation == nullptr || operation->kind == Kind::controlled) continue;
      if (const char* why = why_left_alone(*operation, *call, settings_)) {
        remark_left_alone(*call, why, emitter_);
        continue;
      }
      auto* plain = llvm::cast<llvm::CallInst>(call);
      plain->setTailCallKind(llvm::CallInst::TCK_None);
      candidates_.push_back({operation, plain, why_immobile(*operation, *plain)});
    }
  }

  void find_half(llvm::CallBase& any) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&any);
    if (call == nullptr) return;
    auto pair = std::make_unique<Pair>();
    pair->place = call->getDebugLoc();
    pair->is_existing = true;
    pair->orders_ranks = existing_.orders_ranks(*call);
    if (has_handler_ && (existing_.started_by(*call) || completion_of(*call)))
      return remark_left_alone(*call, kMayBeHandled, emitter_);
    if (touches_anything(*call)) return remark_left_alone(*call, kAnywhere, emitter_);
    if (auto started = existing_.started_by(*call)) {
      pair->initiation = call;
      pair->operation = started_operation(*call);
      pair->flight = *started;
    } else if (completion_of(*call)) {
      std::string reason;
      auto flight =
          existing_.completed_by(*call, analyses_.getResult<llvm::DominatorTreeAnalysis>(function_),
                                 analyses_.getResult<llvm::LoopAnalysis>(function_), reason);
      if (!flight) return remark_left_alone(*call, reason, emitter_);
      pair->completion = call;
      pair->flight = *flight;
    } else {
      return;
    }
    call->setTailCallKind(llvm::CallInst::TCK_None);
    halves_.push_back({std::move(pair), call->getCalledFunction()->getName()});
  }

  /// What nobody needs would keep the program's own completions from others, or in conditionals.
  /// Before anything remembers instructions. True when something may have changed.
  bool free_completions() {
    llvm::SmallVector<llvm::CallInst*, 8> completions;
    for (llvm::Instruction& instruction : llvm::instructions(function_))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        if (completion_of(*call)) completions.push_back(call);
    llvm::Constant* ignored = existing_.ignored_status();
    const bool may_leave = settings_.level == Level::beyond && settings_.conditionals && may_move();
    for (llvm::CallInst* wait : completions) {
      if (ignored != nullptr && !may_read_status(*wait))
        wait->setArgOperand(wait->arg_size() - 1, ignored);
      if (may_leave) keep_variables(*wait);
    }
    return !completions.empty();
  }

  const char* why_immobile(const Operation& operation, const llvm::CallInst& call) const {
    if (has_handler_) return kMayBeHandled;
    const Abi abi(operation, call);
    const size_t index = operation.arguments.find(role::operation);
    // A reduction of the user's runs while the operation makes progress.
    if (index != llvm::StringRef::npos && !abi.is_predefined_operation(*call.getArgOperand(index)))
      return "the reduction is the program's own and may touch anything";
    if (may_touch_anything(operation, call, abi)) return kAnywhere;
    return nullptr;
  }

  void move(const Statements& statements, const Dependence& dependence) {
    auto& evolution = analyses_.getResult<llvm::ScalarEvolutionAnalysis>(function_);
    const Motion motion(statements, dependence, summaries_, evolution, settings_.level,
                        settings_.no_wildcards, settings_.conditionals);
    for (size_t i = 0; i < candidates_.size(); ++i)
      for (auto& pair : conversions_[i].pairs) {
        const Operation* started = started_operation(*pair->initiation);
        pair->orders_ranks = started != nullptr && orders_ranks(*started, *pair->initiation);
        if (candidates_[i].immobile != nullptr) pair->below.reason = candidates_[i].immobile;
      }
    // The last completion first, the first initiation first: nobody is in another one's way.
    llvm::SmallVector<Pair*, 16> all = in_program_order(&Pair::completion);
    const size_t completions = all.size();
    for (Pair* pair : in_program_order(&Pair::initiation))
      if (pair->completion == nullptr) all.push_back(pair);
    for (Pair* pair : llvm::reverse(llvm::ArrayRef(all).take_front(completions))) {
      llvm::Instruction* stood = pair->completion->getNextNode();
      motion.sink(*pair, all);
      if (!pair->forks.empty()) decide_forks(*pair, statements);
      if (pair->way_out.from == nullptr) continue;
      if (pair->is_existing)
        wait_for_none(*pair, *stood, points_to_);
      else
        start_nothing(*pair, points_to_);
    }
    for (Pair* pair : in_program_order(&Pair::initiation)) {
      motion.hoist(*pair, all);
      if (const auto way = motion.way_up(*pair, all)) raise_where_it_pays(*pair, *way, statements);
    }
    for (Pair* pair : all)
      if (pair->is_existing && pair->way_out.from != nullptr) read_count_late(*pair);
    for (const Half& half : halves_)
      if (half.pair->way_out.from == nullptr) remark_moved(*half.pair, half.name, emitter_);
  }

  /// Before nests are split, and so that it stays there: it is not taken back later.
  void raise_where_it_pays(Pair& pair, const WayUp& way, const Statements& statements) {
    if (settings_.always || Cost::pays(gain_of_hoist(pair, way, statements, cost_)))
      raise(pair, way, all_pairs(), analyses_.getResult<llvm::DominatorTreeAnalysis>(function_),
            analyses_.getResult<llvm::PostDominatorTreeAnalysis>(function_),
            analyses_.getResult<llvm::LoopAnalysis>(function_), points_to_);
  }

  /// Before nests are split, which copies of completions are in the way of.
  void decide_forks(Pair& pair, const Statements& statements) {
    if (settings_.always || Cost::pays(gain_of_completion(pair, statements, cost_)))
      complete_on_other_ways(pair, analyses_.getResult<llvm::DominatorTreeAnalysis>(function_),
                             analyses_.getResult<llvm::PostDominatorTreeAnalysis>(function_),
                             analyses_.getResult<llvm::LoopAnalysis>(function_));
    else
      take_back(pair);
  }

  /// Nests of loops that stand behind receives.
  void split() {
    llvm::SmallVector<Pair*, 16> all = all_pairs();
    for (Pair* pair : all)
      if (pair->way_out.from != nullptr) follow_out(*pair, points_to_);
    NestSplitting splitting(function_, analyses_, summaries_, points_to_, all, emitter_);
    while (auto done = splitting.next()) {
      splits_.push_back(std::move(*done));
      analyses_.invalidate(function_, llvm::PreservedAnalyses::none());
      if (!settings_.verify) continue;
      const std::string problem =
          verify_split(splits_.back(), all, make_dependence(), summaries_,
                       analyses_.getResult<llvm::ScalarEvolutionAnalysis>(function_));
      if (!problem.empty()) stop_compiler("a nest of loops", problem);
    }
    splitting.explain();
  }

  /// All that may move and have this half, in the order in which those stand.
  llvm::SmallVector<Pair*, 16> in_program_order(llvm::CallInst* Pair::* half) const {
    llvm::DenseMap<const llvm::Instruction*, Pair*> pairs;
    for (size_t i = 0; i < candidates_.size(); ++i)
      if (candidates_[i].immobile == nullptr)
        for (const auto& pair : conversions_[i].pairs) pairs[pair.get()->*half] = pair.get();
    for (const Half& existing : halves_)
      if (existing.pair.get()->*half != nullptr)
        pairs[existing.pair.get()->*half] = existing.pair.get();
    llvm::SmallVector<Pair*, 16> order;
    for (llvm::Instruction& instruction : llvm::instructions(function_))
      if (Pair* pair = pairs.lookup(&instruction)) order.push_back(pair);
    return order;
  }

  /// Calls without a window worth having become blocking again. Collectives only with the run-time
  /// library, which knows what all processes do (collective_form.h): on another rank their
  /// counterpart may be another call, and a nonblocking collective does not match a blocking one.
  void decide(const Statements& statements) {
    for (const Conversion& conversion : conversions_)
      for (const auto& pair : llvm::reverse(conversion.pairs)) {  // as they stand
        pair->window = window_of(*pair, statements, cost_);
        const bool stays =
            settings_.always || pair->way_out.from == nullptr || !pair->risings.empty() ||
            (Cost::pays(pair->window.cycles) && gain_of_completion(*pair, statements, cost_) >= 1);
        if (stays) continue;
        go_back(*pair);
        pair->window = window_of(*pair, statements, cost_);
      }
    for (const Half& half : halves_) {
      Pair& pair = *half.pair;
      if (pair.way_out.from == nullptr) continue;
      if (!settings_.always && gain_of_completion(pair, statements, cost_) < 1) wait_inside(pair);
      remark_moved(pair, half.name, emitter_);
    }
    // The last one first: one that starts in the window of another one keeps that from it.
    for (size_t i = conversions_.size(); i-- > 0;)
      if (!is_worthwhile(conversions_[i], *candidates_[i].operation, statements))
        undo(conversions_[i]);
    if (settings_.level == Level::beyond && may_move()) compare_all();
    for (Pair* pair : all_pairs())
      if (pair->way_out.from != nullptr && !pair->is_blocking) guard(*pair);
    for (size_t i = 0; i < conversions_.size(); ++i)
      explain(conversions_[i], *candidates_[i].operation);
  }

  void compare_all() {
    const Dependence dependence = make_dependence();
    const auto& dominators = analyses_.getResult<llvm::DominatorTreeAnalysis>(function_);
    const llvm::SmallVector<Pair*, 16> all = all_pairs();
    for (Pair* pair : all) compare(*pair, all, dependence, dominators);
  }

  bool is_worthwhile(const Conversion& conversion, const Operation& operation,
                     const Statements& statements) const {
    return (operation.is_collective() && !settings_.library) || settings_.always ||
           llvm::any_of(conversion.pairs,
                        [](const auto& pair) {
                          return !pair->risings.empty() || Cost::pays(pair->window.cycles);
                        }) ||
           has_initiations_inside(conversion, statements);
  }

  void explain(Conversion& conversion, const Operation& operation) {
    const Pair& pair = *conversion.pairs.front();
    if (pair.is_blocking)
      return remark_not_worthwhile(pair, operation.name, *pair.initiation, emitter_);
    remark_converted(conversion, operation.name, emitter_);
    finish(conversion);
  }

  void note_needs(const Statements& statements) {
    if (!needs_.early_messages)
      needs_.early_messages = gains_by_early_messages(function_, statements, cost_);
  }

  /// What the run-time library is told. Last, because it stands between the statements.
  void instrument(const Statements& statements) {
    for (size_t i = 0; i < candidates_.size(); ++i) {
      for (const auto& pair : conversions_[i].pairs) {
        const bool is_collective = pair->operation->is_collective();
        if (is_collective && settings_.library)
          forms_.ask(*pair->initiation, *pair->operation, *pair->abi);
        if (pair->is_blocking) continue;
        const bool pays = settings_.always || Cost::pays(pair->window.cycles);
        needs_.collective_windows |= is_collective && settings_.library && pays;
        if (settings_.polls && pair->proof.crossed > 0 && pays) {
          polls_.collect(*pair, statements);
          announce(*pair);
          needs_.windows = true;
        }
        if (settings_.measure) measure_window(*pair, candidates_[i].operation->name);
      }
    }
  }

  /// True when another operation starts in the window: the blocking call would stand behind it, and
  /// messages between the same ranks would change their order.
  bool has_initiations_inside(const Conversion& conversion, const Statements& statements) const {
    llvm::SmallPtrSet<const llvm::Instruction*, 8> others;
    for (const Conversion& other : conversions_)
      for (const auto& pair : other.pairs)
        if (&other != &conversion) others.insert(pair->initiation);
    for (const Half& half : halves_) others.insert(half.pair->initiation);
    const Pair& pair = *conversion.pairs.front();
    llvm::Instruction* next = pair.initiation->getNextNode();
    while (next != pair.completion) {
      const Statement statement = in_window(statements, *next, pair);
      if (statement.is_end()) return false;
      for (const llvm::Instruction* inside : statement.instructions())
        if (others.contains(inside)) return true;
      next = Statements::behind(statement);
    }
    return false;
  }

  llvm::SmallVector<Pair*, 16> all_pairs() const {
    llvm::SmallVector<Pair*, 16> all;
    for (const Conversion& conversion : conversions_)
      for (const auto& pair : conversion.pairs) all.push_back(pair.get());
    for (const Half& half : halves_) all.push_back(half.pair.get());
    return all;
  }

  void verify_all(const Dependence& dependence) {
    const llvm::SmallVector<Pair*, 16> all = all_pairs();
    for (const Pair* pair : all) {
      const bool is_whole = !pair->is_existing || pair->way_out.from != nullptr;
      if (!is_whole || pair->is_blocking) continue;
      const std::string problem = verify(*pair, all, dependence, summaries_, splits_);
      if (problem.empty()) continue;
      stop_compiler(
          pair->is_existing ? "a completion" : llvm::StringRef(pair->operation->nonblocking),
          problem);
    }
  }

  [[noreturn]] void stop_compiler(llvm::StringRef what, const std::string& problem) const {
    llvm::report_fatal_error(
        llvm::Twine("bamboo-overlap: ") + what + " in '" + function_.getName() + "': " + problem,
        false);
  }

  llvm::Function& function_;
  llvm::FunctionAnalysisManager& analyses_;
  const Summaries& summaries_;
  PointsTo& points_to_;
  const ExistingOperations& existing_;
  Cost& cost_;
  Polls& polls_;
  LibraryNeeds& needs_;
  CollectiveForms& forms_;
  bool has_handler_;
  const Settings& settings_;
  llvm::OptimizationRemarkEmitter emitter_;  // of its own: `split` invalidates analyses
  bool calls_mpi_ = false;
  llvm::SmallVector<Candidate, 8> candidates_;
  llvm::SmallVector<Conversion, 8> conversions_;
  llvm::SmallVector<Half, 8> halves_;
  llvm::SmallVector<Split, 2> splits_;
};

/// Before anything remembers values, because it erases some. True when something changed.
bool make_loops_readable(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                         const Settings& settings) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.hasOptNone() ||
        !settings_of(function, settings).split ||
        !merge_equal_values(function, analyses.getResult<llvm::DominatorTreeAnalysis>(function)))
      continue;
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    changed = true;
  }
  return changed;
}

void verify_module(const llvm::Module& module, const CollectiveForms& forms) {
  for (const auto& [call, operation, abi] : forms.calls())
    if (const std::string problem = verify_form(*call, *operation, abi); !problem.empty())
      llvm::report_fatal_error(llvm::Twine("bamboo-overlap: ") + operation->name + " in '" +
                                   call->getFunction()->getName() + "': " + problem,
                               false);
  if (llvm::verifyModule(module, &llvm::errs()))
    llvm::report_fatal_error("bamboo-overlap: the module is broken", false);
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
    if (!function.isDeclaration()) changed |= drop_unwind_edges(function, functions);
  changed |= inline_communication(module, functions, settings_);
  changed |= make_loops_readable(module, functions, settings_);
  Reads numbers;
  for (llvm::Function& function : module) numbers.append(read_numbers(function));
  changed |= !numbers.empty();
  bool verifies = settings_.verify;
  const Summaries summaries(module, functions);
  PointsTo points_to(module, functions);
  const ExistingOperations existing(module, points_to, summaries);
  Cost cost(functions);
  Polls polls(functions, cost);
  LibraryNeeds needs;
  CollectiveForms forms;
  const bool has_handler = makes_returning_handler(module);
  // Without those that guard completions, which come meanwhile.
  llvm::SmallVector<llvm::Function*, 32> all;
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) all.push_back(&function);
  // A nonblocking collective matches no blocking one, so what is known of one file holds for all.
  const bool library = llvm::any_of(all, [&](const llvm::Function* function) {
    return settings_of(*function, settings_).library;
  });
  for (llvm::Function* function : all) {
    Settings settings = settings_of(*function, settings_);
    settings.library = library;
    verifies |= settings.verify;
    changed |= FunctionOverlap(*function, functions, summaries, points_to, existing, cost, polls,
                               needs, forms, has_handler, settings)
                   .run();
  }
  drop_unused(numbers);
  polls.insert(module);
  forms.insert();
  tell_library(module, needs);
  changed |= needs.windows || needs.early_messages;
  if (verifies) verify_module(module, forms);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace bamboo::overlap
