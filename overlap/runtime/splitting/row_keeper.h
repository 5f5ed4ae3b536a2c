// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which rows ran before the messages, kept from one execution of a nest to the next as long as
/// nothing changes of what they were found by. To look at the indices of a sparse matrix takes a
/// third to two thirds of its product.
///
/// A first look finds out which memory is read by looking; a second one is made while that is
/// watched, and holds until it is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "memory_watch.h"
#include "row_plan.h"

namespace bamboo::overlap {

/// All that an execution tells: with the same numbers and the same memory the same rows are found.
struct RowQuestion {
  std::vector<uint64_t> told;        ///< by the program, in its order
  std::vector<AddressRange> coming;  ///< what is written between the two parts
  std::vector<AddressRange> linear;  ///< what a look reads without indices, if it does
  bool operator==(const RowQuestion&) const = default;
};

/// Of one nest. Not for several threads at a time.
class RowKeeper {
 public:
  /// As a level of a grid, or a pair of vectors, each with messages of its own. A new one takes the
  /// place of that which was asked longest ago.
  static constexpr size_t kMostQuestions = 8;
  /// Where questions take the place of others more often, nothing is expected of them.
  static constexpr uint32_t kMostReplaced = 32;
  /// Where memory changes again and again, it is watched less and less: looks in between.
  static constexpr uint32_t kFirstLooks = 4, kMostLooks = 1 << 12;
  /// What is written behind a watch costs a fault for each page: so many uses repay them.
  static constexpr uint32_t kGoodUses = 8;
  /// Looks of one question whose times say nothing about later executions.
  static constexpr uint32_t kLearning = 3;
  /// Of rows that ran before or behind; more would take more memory than many matrices.
  static constexpr size_t kMostRuns = 1 << 20;

  struct Answer {
    std::shared_ptr<const FoundRows>
        rows;             ///< null: the program looks, and tells what it has found
    uint64_t look = 0;    ///< its number
    bool learns = false;  ///< later executions do without such a look
  };
  Answer ask(const RowQuestion& question);
  /// What this look has found, and the memory that the indices were read from; nothing: that is not
  /// to be watched. A look that is left half-way tells nothing.
  void found(const RowQuestion& question, uint64_t look, const FoundRows& rows,
             const std::optional<std::vector<AddressRange>>& indices);

 private:
  enum class State {
    seen,     ///< `memory` is what a look reads, if one has ended
    watched,  ///< while look number `look` is made
    kept,     ///< `rows` hold as long as nothing is written
    looked,   ///< its memory cannot be watched: it is looked at each time
  };
  struct Entry {
    RowQuestion question;
    State state = State::seen;
    std::optional<std::vector<AddressRange>> memory;
    std::unique_ptr<MemoryWatch> watch;  ///< null where no memory is read
    std::shared_ptr<const FoundRows> rows;
    uint64_t look = 0;
    uint32_t changes = 0;  ///< of what was watched, until it has been of use
    uint32_t uses = 0;     ///< since it was found last
    uint32_t looks = 0;    ///< without a watch, before there is one again
    uint32_t made = 0;     ///< looks that were

    void change();
    void watch_memory();
  };
  Entry* find(const RowQuestion& question);
  Entry& add(const RowQuestion& question);

  std::vector<Entry> entries_;  ///< the one that was asked last comes first
  uint32_t replaced_ = 0;
  uint64_t looks_ = 0;
};

}  // namespace bamboo::overlap
