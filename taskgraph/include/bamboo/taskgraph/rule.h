// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "bamboo/taskgraph/internal/few.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

/// The messages that a task needs before it runs. A firing rule is data: the runtime evaluates it
/// as messages arrive and reports what is missing.
///
///     needs(Rule::count(3));                          // any three
///     needs(Rule::all_of(neighbours, step));          // one of each neighbour, of this step
///     needs(Rule::all_of(left, panel_a) && Rule::all_of(above, panel_b));
///
/// For a rule by iteration use the step as tag: messages of a neighbour that is a step ahead then
/// do not count. The parts of a rule are independent: a message counts in each part that accepts
/// it. Throws std::invalid_argument for a rule that cannot be met.
class Rule {
 public:
  static constexpr int any = -1;  ///< every tag

  /// Needs at least `n` messages.
  static Rule count(int n, int tag = any);
  /// Needs at least one message from each of these tasks.
  static Rule all_of(std::span<const TaskId> sources, int tag = any);
  /// Needs at least one message from any of these tasks.
  static Rule any_of(std::span<const TaskId> sources, int tag = any);
  friend Rule operator&&(Rule first, Rule second);

  /// "messages of tag 5 from tasks 1, 3 and 2 messages"
  std::string to_string() const;
  /// Whether a message with this source and tag counts in any part.
  bool accepts(TaskId source, int tag) const;

  // Evaluation.

  /// No message is here.
  void restart();
  /// One more message is here.
  void add(TaskId source, int tag);
  /// The result of this collective call is here.
  void add_result(std::uint32_t call) { add(-1, tag_of(call)); }
  /// The results of all calls but these are here.
  void add_results_except(std::span<const std::uint32_t> calls);
  bool met() const { return unmet_ == 0; }
  /// "task 3 is missing", "2 more messages of tag 4 are missing"; empty when the rule is met.
  std::string missing() const;

 private:
  friend class AnyFuture;
  enum class Kind : unsigned char { Count, AllOf, AnyOf };
  struct Source {
    TaskId task;
    bool here;
  };
  struct Part {
    Kind kind;
    int tag;
    int needed;
    int missing;
    std::uint32_t first, last;  ///< its tasks in sources_
  };

  Rule(Kind kind, int needed, std::span<const TaskId> sources, int tag);
  /// Needs the result of the task's n-th collective call, from 1, which the task has made.
  static Rule result(std::uint32_t call);
  /// Results have tags of their own, below `any`. A rule for any tag does not accept them.
  static int tag_of(std::uint32_t call) { return any - static_cast<int>(call); }
  static bool fits(const Part& part, int tag) {
    return part.tag == tag || (part.tag == any && tag >= 0);
  }
  static bool is_result(const Part& part) { return part.tag < any; }
  Source* find(const Part& part, TaskId task);
  std::string names(const Part& part, bool only_missing) const;
  std::span<Part> parts() { return parts_.all(); }
  std::span<const Part> parts() const { return parts_.all(); }
  std::span<Source> sources() { return sources_.all(); }
  std::span<const Source> sources() const { return sources_.all(); }

  Few<Part, 1> parts_;
  Few<Source, 4> sources_;  ///< of each part: ascending, each once
  int unmet_ = 0;           ///< parts
};

}  // namespace bamboo
