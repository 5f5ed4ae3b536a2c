// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which rows ran before the messages, kept from one execution of a nest to the next as long as
/// nothing changes of what they were found by. To look at the indices of a sparse matrix takes
/// about as long as a third of its product.
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
  std::vector<AddressRange> linear;  ///< what each look reads, whatever stands there
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
  /// Where memory is written again and again, it is watched less and less: looks in between.
  static constexpr uint32_t kMostLooks = 1 << 10;

  /// The rows, if they are known; else the program looks, and `found` has to follow.
  std::shared_ptr<const FoundRows> ask(const RowQuestion& question);
  /// What the look has found, and the memory that the indices were read from; nothing: that is not
  /// to be watched.
  void found(const RowQuestion& question, const FoundRows& rows,
             const std::optional<std::vector<AddressRange>>& indices);
  /// True while looks are made that later executions do without: their times say nothing.
  bool learns(const RowQuestion& question) const;

 private:
  enum class State {
    seen,     ///< once, or its memory changed: `memory` is what a look reads
    watched,  ///< while a look is made
    kept,     ///< `rows` hold as long as nothing is written
    looked,   ///< its memory cannot be watched: it is looked at each time
  };
  struct Entry {
    RowQuestion question;
    State state = State::seen;
    std::vector<AddressRange> memory;
    std::unique_ptr<MemoryWatch> watch;
    std::shared_ptr<const FoundRows> rows;
    uint32_t changes = 0;  ///< in a row, of memory that was watched
    uint32_t looks = 0;    ///< without a watch, before there is one again
  };
  std::vector<Entry>::const_iterator find(const RowQuestion& question) const;
  /// Null: it is new.
  Entry* recent(const RowQuestion& question);

  std::vector<Entry> entries_;  ///< the one that was asked last comes first
  uint32_t replaced_ = 0;
};

}  // namespace bamboo::overlap
