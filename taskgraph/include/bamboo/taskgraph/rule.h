// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "bamboo/taskgraph/internal/few.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

/// Which messages must be here before a task runs. A firing rule is data: a task hands it to the
/// runtime, which evaluates it as messages arrive and says in reports what is missing.
///
///     needs(Rule::count(3));                          // any three
///     needs(Rule::all_of(neighbours, step));          // one of each neighbour, of this step
///     needs(Rule::all_of(left, panel_a) && Rule::all_of(above, panel_b));
///
/// A rule by iteration is one by tag: with the step as tag, messages of a neighbour that is a step
/// ahead do not count. The parts of a rule are independent: a message counts in each one that
/// accepts it. Throws std::invalid_argument for what can never be met or meant.
class Rule {
 public:
  static constexpr int any = -1;  ///< every tag

  /// At least `n` messages.
  static Rule count(int n, int tag = any);
  /// At least one message of each of these tasks.
  static Rule all_of(std::span<const TaskId> sources, int tag = any);
  /// At least one message of one of these tasks.
  static Rule any_of(std::span<const TaskId> sources, int tag = any);
  friend Rule operator&&(Rule first, Rule second);

  /// "messages of tag 5 from tasks 1, 3 and 2 messages"
  std::string to_string() const;
  /// Whether such a message counts, in any part.
  bool accepts(TaskId source, int tag) const;

  // Evaluation.

  /// No message is here.
  void restart();
  /// One more message is here.
  void add(TaskId source, int tag);
  bool met() const { return unmet_ == 0; }
  /// "task 3 is missing", "2 more messages of tag 4 are missing"; empty when the rule is met.
  std::string missing() const;

 private:
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
