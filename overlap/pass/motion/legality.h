// SPDX-License-Identifier: Apache-2.0
// Decides which statements a half of an operation may pass.
#pragma once

#include "effects/dependence.h"
#include "pass/operations/call_pair.h"
#include "pass/options/settings.h"
#include "regions/sese_regions.h"

namespace llvm {
class ScalarEvolution;
}

namespace bamboo::overlap {

/// A group that moves: a half, and the statements that move along with it.
using Group = llvm::SmallVector<llvm::Instruction*, 8>;

enum class Direction { Up, Down };

enum class Verdict {
  Cross,
  Compare,  ///< another operation that may be on the same memory: crossed when the program looks
  Attach,
  Stop
};

struct Judgement {
  Verdict verdict;
  std::optional<Refusal> why;  ///< of `attach` and `stop`
};

class Legality {
 public:
  Legality(const SeseRegions& statements, const Dependence& dependence, const Summaries& summaries,
           llvm::ScalarEvolution& evolution, const Settings& settings)
      : statements_(statements),
        dependence_(dependence),
        summaries_(summaries),
        evolution_(evolution),
        level_(settings.level),
        no_wildcards_(settings.no_wildcards),
        conditionals_(settings.conditionals && settings.level == Level::Beyond) {}

  /// Completions leave conditionals, and pass operations that start in others.
  bool conditionals() const { return conditionals_; }

  /// Decides whether the group, with a half of `pair`, may pass the statement.
  Judgement judge(const Statement& statement, const Group& group, const CallPair& pair,
                  Direction direction, llvm::ArrayRef<CallPair*> others) const;

  /// Returns why the structure may not end; nothing if it ends.
  std::optional<Refusal> why_endless(const Statement& structure) const;

  /// Whether the instruction may remain on another path of a conditional that the initiation
  /// leaves.
  bool may_stay(const llvm::Instruction& instruction, const CallPair& pair,
                llvm::ArrayRef<CallPair*> others) const;

 private:
  std::optional<Refusal> dependence(const llvm::Instruction& instruction, const Group& group,
                                    const CallPair& pair, Direction direction) const;
  bool may_attach(const llvm::Instruction& instruction) const;
  std::optional<Reason> why_not_pass(const CallPair& completing, const CallPair& starting,
                                     bool& is_compared) const;
  static const CallPair* other_half(const llvm::Instruction& call, const CallPair& pair,
                                    llvm::ArrayRef<CallPair*> others, Direction direction);

  const SeseRegions& statements_;
  const Dependence& dependence_;
  const Summaries& summaries_;
  llvm::ScalarEvolution& evolution_;
  Level level_;
  bool no_wildcards_;
  bool conditionals_;
};

}  // namespace bamboo::overlap
