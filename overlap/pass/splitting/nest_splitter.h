// SPDX-License-Identifier: Apache-2.0
// Splits a loop nest after receives into a core, whose iterations need no received data and run
// before the wait, and the rest. The program finds these iterations at run time
// (overlap/runtime/splitting/split_plan.h): it runs through the statements in between without
// executing them, and reports the memory that they would touch.
#pragma once

#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "pass/operations/split_nest.h"
#include "pass/splitting/core_hoist.h"
#include "pass/splitting/posted_messages.h"
#include "pass/splitting/result_detacher.h"
#include "shared/nest_shape.h"

namespace bamboo::overlap {

class NestSplitter {
 public:
  NestSplitter(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
               PointsTo& points_to, PostedMessages& posted);

  /// Returns nothing if an expression cannot be computed early enough. The function's analyses are
  /// no longer valid afterwards.
  std::optional<SplitNest> split(const LoopNest& nest, const CoreHoist& hoist);

 private:
  /// The bounds of one loop that is cut, as the core and as the rest compute them.
  struct Bounds {
    const NestLoop* loop;
    unsigned number;
    llvm::Value* count;  ///< null: only assumed, or not known in front of the nest
    llvm::SmallVector<llvm::Value*, 4> steps;  ///< of the header's phis
    llvm::SmallVector<bool, 4> stay_positive;  ///< the phis, as long as the loop runs
  };
  using BlockList = llvm::SmallVector<llvm::BasicBlock*, 16>;

  void part_blocks();
  void begin_plan();
  void recompute();
  void report_kept(llvm::LoadInst& late, llvm::Instruction& early);
  llvm::SCEVExpander expander() const;
  bool is_computable() const;
  const llvm::SCEV* at_start(const llvm::SCEV* expression) const;
  llvm::Value* expand(const llvm::SCEV* expression, llvm::Instruction* before);
  void describe_loops();
  void describe_accesses();
  unsigned describe(const NestAccess& access, AccessKind kind);
  void add_to_row(const llvm::SCEV* number, bool is_signed = false);
  llvm::Value* assumptions();
  llvm::SmallVector<Bounds, 4> bounds(bool early);
  void clamp(const Bounds& bounds, llvm::Value* first, llvm::Value* end);
  void clamp_loops();
  void make_rest(ResultDetacher* results);
  void make_core();
  llvm::BasicBlock* make_decision();
  llvm::CallInst* take_plan();

  llvm::Function& function_;
  llvm::DominatorTree& dominators_;
  llvm::LoopInfo& loops_;
  llvm::ScalarEvolution& evolution_;
  PointsTo& points_to_;
  PostedMessages& posted_;
  const LoopNest* nest_ = nullptr;
  const CoreHoist* hoist_ = nullptr;
  SplitNest done_;
  llvm::BasicBlock* head_ = nullptr;    ///< ends where the core is inserted
  llvm::BasicBlock* tail_ = nullptr;    ///< begins with the passed statements
  llvm::BasicBlock* before_ = nullptr;  ///< ends the passed statements, before the nest
  llvm::BasicBlock* entry_ = nullptr;   ///< the nest's first branch
  BlockList passed_;                    ///< from tail_ to the nest
  llvm::AllocaInst* slot_ = nullptr;    ///< the plan, if other paths lead to the nest
  NestShape shape_;                     ///< of the description
  llvm::SmallVector<llvm::Value*, 32> row_;
  llvm::ValueToValueMapTy early_;  ///< values of the nest, and the core's values in their place
};

}  // namespace bamboo::overlap
