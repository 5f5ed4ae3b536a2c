// SPDX-License-Identifier: Apache-2.0
// A nest of loops as an index set: the number of iterations of each loop, and the address of each
// access as a linear function of the loops' iterations. Found by Scalar Evolution.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ScalarEvolution.h>

#include <optional>

#include "effects/summaries.h"
#include "mpi_calls/accesses.h"
#include "pass/operations/call_pair.h"
#include "pass/operations/index_type.h"
#include "pass/splitting/nest_results.h"
#include "regions/sese_regions.h"

namespace bamboo::overlap {

struct NestLoop {
  llvm::Loop* loop;
  const llvm::SCEV* last;  ///< its last iteration, from 0 on: the same each time the loop runs
  bool may_cut;            ///< else `last` is an upper bound, or null
  bool is_assumed;         ///< `last` holds only under the nest's assumptions
  /// For the inner loop of a blocked nest: an upper bound of its iterations plus `step` times those
  /// of the loop `outer`. Null if unknown.
  const llvm::SCEV* reach = nullptr;
  unsigned outer = 0;
  uint64_t step = 0;
};

/// A counter that is narrower than an address must not wrap around: its last value, computed with
/// 64 bits, is in these bounds.
struct NoWrap {
  /// The factors in `last`: none of their products overflows.
  llvm::SmallVector<const llvm::SCEV*, 4> factors;
  const llvm::SCEV* last;
  int64_t lowest, highest;
  bool operator==(const NoWrap&) const = default;
};

/// An address that is `base` plus `scale` times an index. The index is read in an inner loop, which
/// runs once for each row and goes from one to the next.
struct NestGather {
  const llvm::Instruction* index;
  IndexType type;
  const llvm::SCEV* base;
  const llvm::SCEV* scale;
};

struct NestAccess {
  llvm::Instruction* instruction;
  unsigned operand;  ///< that is the address
  llvm::MemoryLocation memory;
  const llvm::SCEV* address;  ///< in the first iteration of all loops
  const llvm::SCEV* bytes;
  bool written;
  llvm::SmallVector<std::pair<unsigned, const llvm::SCEV*>, 4> strides;  ///< loop, bytes
  /// A row has its own address for this access: `address` is null, and there are no strides.
  bool is_indirect = false;
  bool is_index = false;    ///< other addresses depend on the loaded value
  bool is_checked = false;  ///< an index that is read only where its memory is known to be final
  bool is_value = false;    ///< linear, and no control flow or address depends on it
  const llvm::Loop* ascends_in = nullptr;  ///< an inner loop whose last iteration reads highest
  std::optional<NestGather> gather = {};   ///< the address, where it is such a one

  /// The access in any iteration.
  Access anywhere() const {
    return {llvm::MemoryLocation::getBeforeOrAfter(memory.Ptr, memory.AATags), written,
            AccessRole::NestArray};
  }
};

struct LoopNest {
  Statement statement;                   ///< the whole structure, guards included
  llvm::SmallVector<NestLoop, 5> loops;  ///< the outermost one first
  llvm::SmallVector<NestAccess, 8> accesses;
  llvm::SmallVector<NoWrap, 4> assumptions;  ///< conditions that must hold when the nest begins
  llvm::SmallSetVector<llvm::Value*, 16> inputs;  ///< computed before it
  NestResults results;
  /// Loads that are executed again for the results, and the stores whose values they need.
  llvm::SmallVector<NestAccess, 4> read_again;

  /// Whether the nest is cut by rows, each of which is examined separately (row_reader.h).
  bool is_by_rows() const;
  /// Whether rows write at addresses of their own.
  bool scatters() const;

  /// The nesting depth of the loops.
  unsigned depth() const;

  /// All values that have to be computed before the nest runs.
  llvm::SmallVector<const llvm::SCEV*, 32> expressions() const;
};

/// Reads one structure; nothing, and where and why, when it is not such a nest.
class NestReader {
 public:
  NestReader(const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
             const Summaries& summaries)
      : loops_(loops), evolution_(evolution), summaries_(summaries) {}

  std::optional<LoopNest> read(const Statement& statement, Stop& stop);

  /// Returns the only outermost loop of the structure that touches memory; null if there is none,
  /// or if there are several.
  llvm::Loop* outermost(const Statement& statement) const;

 private:
  bool stays(const llvm::Value& value) const;
  bool has_results(const llvm::Loop& loop) const;
  bool read_results(const Statement& statement);
  void describe_results();
  void add_loops(llvm::Loop& loop, bool may_cut);
  bool is_cuttable(const llvm::Loop& loop) const;
  bool writes_outside(const llvm::Loop& loop, const llvm::Loop& inner) const;
  const llvm::SCEV* last_iteration(const llvm::Loop& loop, bool& is_assumed);
  struct Extremes {
    const llvm::SCEV *least = nullptr, *greatest = nullptr;
    llvm::SmallVector<const llvm::SCEV*, 4> factors;  ///< of products in them
  };
  bool assume(const llvm::SCEVPredicate& predicate, const llvm::SCEV& last);
  bool assume_between(const NoWrap& one);
  bool find_extremes(const llvm::SCEV& expression, Extremes& extremes);
  const NestLoop* loop_of(const llvm::SCEVAddRecExpr& recurrence) const;
  const llvm::SCEVAddRecExpr* as_recurrence(const llvm::SCEV& expression);
  void bound(NestLoop& loop);
  void find_reach(const llvm::SCEV& end, const llvm::SCEV& rest, NestLoop& loop);
  const llvm::SCEV* bound_with(const llvm::SCEV& end, const llvm::SCEV& rest);
  const llvm::SCEV* without_wrap(const llvm::SCEV& expression);
  bool add_instruction(llvm::Instruction& instruction);
  bool add_access(llvm::Instruction& instruction, llvm::Value& pointer, const llvm::SCEV& bytes,
                  bool written, const llvm::MemoryLocation& memory);
  NestAccess access_by(llvm::Instruction& instruction, llvm::Value& pointer,
                       const llvm::SCEV& bytes, bool written, const llvm::MemoryLocation& memory);
  bool ends(const Statement& statement);
  bool refuse(const llvm::Instruction& instruction, Reason why);

  const llvm::LoopInfo& loops_;
  llvm::ScalarEvolution& evolution_;
  const Summaries& summaries_;
  llvm::Loop* outermost_ = nullptr;
  LoopNest nest_;
  llvm::SmallVector<std::pair<const llvm::Loop*, const llvm::SCEVPredicate*>, 4> predicates_;
  Stop stop_;
};

}  // namespace bamboo::overlap
