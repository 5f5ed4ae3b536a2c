// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/inlining.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "mpi_calls/invoke_lowering.h"
#include "mpi_calls/operation_table.h"
#include "pass/options/settings_attribute.h"
#include "pass/prepare/communication_ends.h"

namespace bamboo::overlap {
namespace {

constexpr char inlining_pass[] = "bamboo-overlap";
using llvm::ore::NV;

/// In instructions. Functions that exchange halos have some hundred; LLVM's inliner accepts some
/// 45.
constexpr unsigned largest_callee = 1000;
/// The size that one function may reach by inlining.
constexpr unsigned largest_caller = 40'000;

/// The same rule as in LLVM's inliner: each level of a recursion would hold the callee's variables.
bool has_large_frame(const llvm::Function& function) {
  uint64_t bytes = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      const auto size = variable->getAllocationSize(instruction.getDataLayout());
      if (!size || size->isScalable()) return true;
      bytes += size->getFixedValue();
    }
  return bytes > llvm::InlineConstants::TotalAllocaSizeRecursiveCaller;
}

/// Why a callee is inlined into its caller, and the loss if it is not.
struct Purpose {
  llvm::StringLiteral callee, place, lost;
};
constexpr Purpose ends_in_communication = {"ends in communication",
                                           ", and computation follows the call",
                                           "no window reaches out of the function"};
constexpr Purpose begins_in_communication = {"begins in communication",
                                             ", and computation precedes the call",
                                             "no window reaches out of the function"};
constexpr Purpose computes_behind = {"computes or unpacks behind a completion", "",
                                     "its loops do not run before that"};

class Inliner {
 public:
  Inliner(llvm::Module& module, llvm::FunctionAnalysisManager& analyses, const Settings& settings)
      : module_(module),
        analyses_(analyses),
        settings_(settings),
        summaries_(module, analyses, ClockValues::none_decides()),
        cost_(analyses),
        ends_(analyses, summaries_, cost_) {}

  /// Callees first, so that communication may go up through several functions.
  bool run() {
    find_order();
    bool changed = false;
    for (llvm::Function* caller : order_)
      if (may_change(*caller)) {
        changed |= take_into(*caller);
        if (settings_of(*caller, settings_).split) changed |= take_computation_into(*caller);
      }
    // Erase them last: a function allocated at the same address would get the summary of an erased
    // one.
    for (llvm::Function* function : llvm::reverse(order_)) erase_if_dead(*function);
    return changed;
  }

 private:
  /// Some functions, with handlers that are no longer reachable, are erased while others are
  /// examined.
  using Calls = llvm::SmallVector<llvm::WeakVH, 16>;

  void find_order() {
    llvm::CallGraph graph(module_);
    for (auto group = llvm::scc_begin(&graph); !group.isAtEnd(); ++group)
      for (const llvm::CallGraphNode* node : *group) {
        llvm::Function* function = node->getFunction();
        if (function == nullptr || function->isDeclaration()) continue;
        order_.push_back(function);
        if (group.hasCycle()) recursive_.insert(function);
      }
  }

  bool may_change(const llvm::Function& caller) const {
    const Settings settings = settings_of(caller, settings_);
    return settings.inlining && settings.level == Level::Beyond && !caller.hasOptNone() &&
           !caller.hasOptSize() && !caller.callsFunctionThatReturnsTwice();
  }

  /// The last call is inlined first, so that computation behind a sequence of exchanges counts for
  /// all of them.
  bool take_into(llvm::Function& caller) {
    Calls calls;
    for (llvm::Instruction& instruction : llvm::instructions(caller))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (is_open(call->getCalledFunction()).any()) calls.push_back(call);
    bool changed = false;
    while (!calls.empty()) {
      auto* call =
          llvm::cast_if_present<llvm::CallBase>(static_cast<llvm::Value*>(calls.pop_back_val()));
      if (call != nullptr) changed |= consider(*call, calls);
    }
    return changed;
  }

  /// Inlines calls after completions until a loop of the caller's own computes there.
  bool take_computation_into(llvm::Function& caller) {
    llvm::SmallVector<llvm::WeakVH, 16> completions;
    for (llvm::Instruction& instruction : llvm::instructions(caller))
      if (CommunicationEnds::is_completion(instruction)) completions.push_back(&instruction);
    bool changed = false;
    for (const llvm::WeakVH& one : completions)
      while (auto* completion =
                 llvm::cast_if_present<llvm::Instruction>(static_cast<llvm::Value*>(one))) {
        llvm::CallBase* call = ends_.computing_call_behind(*completion);
        if (call == nullptr || !take_computation(*call)) break;
        changed = true;
      }
    return changed;
  }

  bool take_computation(llvm::CallBase& call) {
    if (const auto why = why_not(call)) {
      remark_kept(call, *why, computes_behind);
      return false;
    }
    Calls no_matter;
    return take(call, computes_behind, no_matter);
  }

  OpenEnds is_open(llvm::Function* function) {
    if (function == nullptr || function->isDeclaration() || function->isInterposable()) return {};
    if (const auto found = known_.find(function); found != known_.end()) return found->second;
    known_[function] = {};  // stops at recursion
    const OpenEnds ends = ends_.of(*function, settings_of(*function, settings_).conditionals,
                                   [&](llvm::Function* callee) { return is_open(callee); });
    return known_[function] = ends;
  }

  /// Adds the calls of the callee to `calls` when its body is part of the caller now.
  bool consider(llvm::CallBase& call, Calls& calls) {
    give_block_behind(call);
    const OpenEnds ends = is_open(call.getCalledFunction());
    const Settings settings = settings_of(*call.getFunction(), settings_);
    const double below =
        ends.last ? ends_.computation_below(call, settings.conditionals, settings.split) : 0;
    const double above = ends.first ? ends_.computation_above(call) : 0;
    const auto pays = [&](double cycles) {
      return settings.always ? cycles > 0 : CostModel::pays(cycles);
    };
    if (!pays(below) && !pays(above)) return false;
    const Purpose& purpose = pays(below) ? ends_in_communication : begins_in_communication;
    if (const auto why = why_not(call)) {
      remark_kept(call, *why, purpose);
      return false;
    }
    return take(call, purpose, calls);
  }

  /// Splits the block, because code after an invoke is examined in a separate block.
  void give_block_behind(llvm::CallBase& call) {
    auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call);
    if (invoke == nullptr || invoke->getNormalDest()->getSinglePredecessor() != nullptr) return;
    llvm::SplitEdge(invoke->getParent(), invoke->getNormalDest());
    analyses_.invalidate(*invoke->getFunction(), llvm::PreservedAnalyses::none());
  }

  /// Returns nothing if the callee may become part of the caller.
  std::optional<Reason> why_not(const llvm::CallBase& call) {
    llvm::Function& callee = *call.getCalledFunction();
    const llvm::Function& caller = *call.getFunction();
    if (recursive_.contains(&callee)) return Reason::recursive;
    if (recursive_.contains(&caller) && has_large_frame(callee)) return Reason::large_frame;
    if (call.isNoInline() || callee.hasFnAttribute(llvm::Attribute::NoInline))
      return Reason::noinline;
    if (callee.hasOptNone()) return Reason::callee_not_optimised;
    if (call.isMustTailCall() || call.hasOperandBundles()) return Reason::form_of_call;
    if (callee.getInstructionCount() > largest_callee) return Reason::callee_too_large;
    if (caller.getInstructionCount() > largest_caller) return Reason::caller_too_large;
    const auto& target =
        analyses_.getResult<llvm::TargetIRAnalysis>(*const_cast<llvm::Function*>(&caller));
    if (!llvm::isInlineViable(callee).isSuccess() || !knows_as_much(callee, caller) ||
        !llvm::AttributeFuncs::areInlineCompatible(caller, callee) ||
        (callee.nullPointerIsDefined() && !caller.nullPointerIsDefined()) ||
        !target.areInlineCompatible(&caller, &callee))
      return Reason::bound_to_its_place;
    return std::nullopt;
  }

  /// Whether each name that the caller treats as a C library function is one for the callee as
  /// well.
  bool knows_as_much(llvm::Function& callee, const llvm::Function& caller) {
    const auto library = analyses_.getResult<llvm::TargetLibraryAnalysis>(callee);
    return analyses_.getResult<llvm::TargetLibraryAnalysis>(*const_cast<llvm::Function*>(&caller))
        .areInlineCompatible(library, true);
  }

  bool take(llvm::CallBase& call, const Purpose& purpose, Calls& calls) {
    llvm::Function& caller = *call.getFunction();
    llvm::Function& callee = *call.getCalledFunction();
    const llvm::DebugLoc place = call.getDebugLoc();
    const auto assumptions = [&](llvm::Function& function) -> llvm::AssumptionCache& {
      return analyses_.getResult<llvm::AssumptionAnalysis>(function);
    };
    llvm::InlineFunctionInfo info(assumptions);
    taken_.insert(&callee);
    auto& aliases = analyses_.getResult<llvm::AAManager>(callee);
    if (!llvm::InlineFunction(call, info, true, &aliases).isSuccess()) return false;
    analyses_.invalidate(caller, llvm::PreservedAnalyses::none());
    const Calls made(info.InlinedCallSites.begin(), info.InlinedCallSites.end());
    lower_mpi_invokes(caller, analyses_);
    known_.erase(&caller);
    for (const llvm::WeakVH& one : made) {
      auto* inner = llvm::cast_if_present<llvm::CallBase>(static_cast<llvm::Value*>(one));
      if (inner != nullptr && is_open(inner->getCalledFunction()).any()) calls.push_back(inner);
    }
    llvm::OptimizationRemarkEmitter emitter(&caller);
    emitter.emit([&] {
      return llvm::OptimizationRemark(inlining_pass, "Inlined", place, &caller.getEntryBlock())
             << "'" << NV("Callee", callee.getName()) << "' became part of '"
             << NV("Caller", caller.getName()) << "': it " << purpose.callee << purpose.place;
    });
    std::string broken;
    llvm::raw_string_ostream text(broken);
    if (settings_of(caller, settings_).verify && llvm::verifyFunction(caller, &text))
      llvm::report_fatal_error(
          llvm::Twine("bamboo-overlap: inlining broke '") + caller.getName() + "': " + text.str(),
          false);
    return true;
  }

  static void remark_kept(const llvm::CallBase& call, Reason why, const Purpose& purpose) {
    llvm::OptimizationRemarkEmitter emitter(call.getFunction());
    emitter.emit([&] {
      return llvm::OptimizationRemarkMissed(inlining_pass, "NotInlined", &call)
             << "'" << NV("Callee", call.getCalledFunction()->getName()) << "' " << purpose.callee
             << purpose.place << ", but " << purpose.lost << ", because " << words_of(why)
             << llvm::ore::setExtraArgs() << NV("Reason", name_of(why));
    });
  }

  void erase_if_dead(llvm::Function& function) {
    if (!taken_.contains(&function) || !function.hasLocalLinkage() || !function.use_empty()) return;
    analyses_.clear(function, function.getName());
    function.eraseFromParent();
  }

  llvm::Module& module_;
  llvm::FunctionAnalysisManager& analyses_;
  const Settings& settings_;
  const Summaries summaries_;
  CostModel cost_;
  const CommunicationEnds ends_;
  llvm::SmallVector<llvm::Function*, 32> order_;
  llvm::SmallPtrSet<const llvm::Function*, 8> recursive_;
  llvm::SmallPtrSet<const llvm::Function*, 8> taken_;
  llvm::DenseMap<const llvm::Function*, OpenEnds> known_;
};

bool calls_own_functions(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    return callee != nullptr && !callee->isDeclaration();
  });
}

/// If a program's functions that call MPI are called from other modules, and call no function of
/// their own, they need no summaries here.
bool may_have_candidates(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& function) {
    if (!function.isDeclaration() || !is_mpi_function(function)) return false;
    return llvm::any_of(function.users(), [](const llvm::User* user) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      return call != nullptr &&
             (!call->getFunction()->use_empty() || calls_own_functions(*call->getFunction()));
    });
  });
}

}  // namespace

bool inline_communication(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                          const Settings& settings) {
  const bool is_wanted = llvm::any_of(module, [&](const llvm::Function& function) {
    const Settings own = settings_of(function, settings);
    return own.inlining && own.level == Level::Beyond && !function.isDeclaration();
  });
  return is_wanted && may_have_candidates(module) && Inliner(module, analyses, settings).run();
}

}  // namespace bamboo::overlap
