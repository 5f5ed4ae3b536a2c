// SPDX-License-Identifier: Apache-2.0
// Decides whether a function begins or ends with communication, so that a half of it could leave
// the function, and whether there is computation next to a call that the half could pass.
#pragma once

#include "effects/summaries.h"
#include "regions/cost_model.h"

namespace bamboo::overlap {

/// The halves that are stopped only by the borders of the function.
struct OpenEnds {
  bool first = false;  ///< an initiation could go up into the caller
  bool last = false;   ///< a completion could go down into the caller

  bool any() const { return first || last; }
};

class CommunicationEnds {
 public:
  CommunicationEnds(llvm::FunctionAnalysisManager& analyses, const Summaries& summaries,
                    CostModel& cost)
      : analyses_(analyses), summaries_(summaries), cost_(cost) {}

  /// `callee_ends` gives the same property of called functions. With `conditionals`, completions
  /// may leave them.
  using CalleeEnds = llvm::function_ref<OpenEnds(llvm::Function*)>;
  OpenEnds of(llvm::Function& function, bool conditionals, CalleeEnds callee_ends) const;

  /// The cycles of computation that a half could pass before or after the call, counted up to the
  /// cost of a request. With `is_rotated`, the next iteration follows the last call of an iteration
  /// if the callee receives.
  double computation_above(llvm::CallBase& call) const;
  double computation_below(llvm::CallBase& call, bool conditionals, bool is_rotated) const;

  /// Returns the first call behind the completion, also in the next iteration, if its body unpacks
  /// or computes, and if nothing in between would stop a core of loops. Returns null if computation
  /// of the function itself comes first, or if there is no such call.
  llvm::CallBase* computing_call_behind(llvm::Instruction& completion) const;

  static bool is_completion(const llvm::Instruction& instruction);

 private:
  SeseRegions statements_of(llvm::Function& function) const;
  bool is_passed(const Statement& statement) const;
  llvm::CallBase* computing_call_in(const Statement& statement) const;
  bool is_passed_with_halves(const Statement& statement) const;

  using Predicate = llvm::function_ref<bool(const llvm::Instruction&)>;
  bool ends_with(llvm::Instruction& end, const SeseRegions& statements, bool conditionals,
                 Predicate completes) const;
  bool is_left(const Statement& statement, const SeseRegions& statements,
               Predicate completes) const;

  llvm::FunctionAnalysisManager& analyses_;
  const Summaries& summaries_;
  CostModel& cost_;
};

}  // namespace bamboo::overlap
