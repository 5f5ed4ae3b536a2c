// SPDX-License-Identifier: Apache-2.0
// The statements between a nest of loops and the place above it where its core may run: receives'
// completions and the statements that unpack messages. The core passes them as a whole; where
// it cannot be shown now that they touch other memory than the core, the program looks when it
// runs.
#pragma once

#include <llvm/ADT/SmallBitVector.h>

#include <optional>

#include "effects/dependence.h"
#include "pass/operations/split_nest.h"
#include "pass/splitting/loop_nest.h"
#include "regions/failure_ways.h"

namespace bamboo::overlap {

/// An access that is compared with the accesses of the nest at run time.
struct RuntimeCheck {
  llvm::Instruction* where = nullptr;  ///< a half of an operation: its memory until it is complete
  llvm::Value* pointer = nullptr;
  llvm::Value* count = nullptr;  ///< null: 1
  uint64_t element = 0;          ///< bytes, each
  llvm::Value* type = nullptr;   ///< element type if only MPI knows it; else null
  bool written = false;
  /// The status of a completion about whose `count` requests at `pointer` the library is asked;
  /// else null.
  llvm::Value* status = nullptr;
  /// The plan of an earlier nest, whose rest begins at `where`. The library knows its accesses;
  /// else null.
  llvm::CallInst* passed = nullptr;
};

struct CoreHoist {
  llvm::Instruction* start = nullptr;                   ///< the core is inserted before it
  bool is_conditional = false;                          ///< the nest may be reached on other paths
  bool is_staged = false;                               ///< sends start between core and nest
  unsigned completions = 0;                             ///< of receives and collectives
  llvm::SmallVector<llvm::Instruction*, 32> members;    ///< all of it
  llvm::SmallVector<llvm::Instruction*, 8> recomputed;  ///< values that the core needs earlier
  llvm::SmallVector<RuntimeCheck, 8> touches;
  llvm::SmallSetVector<llvm::Instruction*, 32> slice;  ///< touches and branches depend on it
  /// The loads of recomputed values and of the slice. Received data must not change their memory;
  /// the program checks that at run time.
  llvm::SmallSetVector<llvm::LoadInst*, 8> kept;
  /// Paths that are ignored: failure paths of completions after `start`, and those into the rests
  /// of earlier nests.
  FailureWays failures;
  llvm::SmallVector<const SplitNest*, 2> rests;  ///< earlier nests, whose rests the core passes
  llvm::SmallVector<llvm::Instruction*, 32> in_rests;  ///< the instructions of these
};

class CoreHoistFinder {
 public:
  /// `earlier`: the nests that are split already. `effort` is the remaining budget for the
  /// function, in examined blocks and instructions.
  CoreHoistFinder(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                  const Dependence& dependence, const Summaries& summaries,
                  llvm::ArrayRef<CallPair*> pairs, llvm::ArrayRef<SplitNest> earlier,
                  const LoopNest& nest, size_t& effort);

  /// Returns the place from which the most completions are passed, or nothing; `stop` then has the
  /// obstacle to the nearest one.
  std::optional<CoreHoist> find(Stop& stop);

  /// Whether data of another rank is available after its completion.
  static bool brings_data(const CallPair& pair);

 private:
  unsigned fewest() const;
  bool spend(size_t steps);
  bool may_go_on() const { return effort_ > 0 && left_ > 0; }
  llvm::SmallBitVector completions_in(const llvm::BasicBlock& block) const;
  const llvm::BasicBlock* next_iteration() const;
  void try_from(llvm::BasicBlock& block, bool from_its_end);
  void try_from(llvm::Instruction& start);
  bool may_pass(llvm::ArrayRef<llvm::BasicBlock*> blocks);
  bool collect_blocks(llvm::BasicBlock& from, llvm::SmallVectorImpl<llvm::BasicBlock*>& blocks);
  void leave_out_rests();
  bool pass_rests(llvm::ArrayRef<llvm::BasicBlock*> blocks);
  bool ends(const llvm::BasicBlock& block);
  bool include(llvm::Instruction& instruction);
  bool include_half(llvm::Instruction& call, const CallPair& pair);
  bool may_start_behind(const llvm::Instruction& call, const CallPair& pair);
  bool include_asked(llvm::Instruction& call);
  bool requests_stay();
  bool add_flight(llvm::Instruction& call, const Access& access, bool completes);
  bool add_touches(llvm::Instruction& instruction);
  bool meets_nest(const llvm::Instruction& instruction);
  bool computes_as_much(const llvm::Instruction& instruction) const;
  bool find_recomputed();
  bool recompute(llvm::Value& value);
  bool always_behind(const llvm::Instruction& later, const llvm::Instruction& earlier) const;
  bool find_slice();
  bool is_unchanged(llvm::Instruction& load);
  bool misleads_none(llvm::function_ref<bool(const llvm::Instruction&)> is_executed);
  bool is_completion(const llvm::Instruction& instruction) const;
  const CallPair* pair_of(const llvm::Instruction& call) const;
  bool refuse(const llvm::Instruction& instruction, Refusal why);

  llvm::Function& function_;
  const llvm::DominatorTree& dominators_;
  const llvm::ArrayRef<CallPair*> pairs_;
  const llvm::ArrayRef<SplitNest> earlier_;
  const llvm::PostDominatorTree& post_dominators_;
  const PostDominance behind_;  ///< without failure paths
  const llvm::LoopInfo& loops_;
  llvm::ScalarEvolution& evolution_;
  const Dependence& dependence_;
  const Summaries& summaries_;
  const LoopNest& nest_;
  size_t& effort_;
  size_t left_;
  llvm::DenseMap<const llvm::Instruction*, const CallPair*> halves_;
  llvm::DenseMap<const llvm::Instruction*, unsigned> completions_;  ///< that bring data, numbered
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> completing_;        ///< their blocks
  llvm::DenseMap<const llvm::Instruction*, bool> meetings_;  ///< cached results of meets_nest
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> blocked_;   ///< none can be passed as a whole
  CoreHoist now_;
  std::optional<CoreHoist> best_;
  llvm::SmallPtrSet<const llvm::Value*, 32> members_;
  llvm::SmallPtrSet<const llvm::Value*, 16> done_;  ///< none can be passed as a whole
  Stop stop_;                                       ///< the obstacle of the current attempt
  Stop nearest_;                                    ///< the obstacle nearest to the nest so far
  size_t distance_ = SIZE_MAX;
};

}  // namespace bamboo::overlap
