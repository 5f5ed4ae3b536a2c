// SPDX-License-Identifier: Apache-2.0
// Keeps, from one execution of a nest to the next, the rows that ran before the messages, as long
// as the memory that determined them does not change. Inspecting the indices of a sparse matrix
// takes a third to two thirds of the time of its product.
//
// A first inspection finds the memory that it reads. A second one is made while that memory is
// watched; its result is valid until the memory is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "memory_watch.h"
#include "row_plan.h"

namespace bamboo::overlap {

/// Everything that determines the rows of an execution: equal numbers and equal memory give equal
/// rows. Memory that the rows were not compared with may differ: many programs allocate their
/// requests anew for each exchange.
struct RowQuestion {
  std::vector<uint64_t> row;         ///< of the description (shared/nest_shape.h)
  std::vector<AddressRange> coming;  ///< memory that is written between the two parts
  std::vector<AddressRange> held;    ///< memory that is read there, if rows may write it
  std::vector<AddressRange> linear;  ///< memory that an inspection reads without indices
  bool operator==(const RowQuestion&) const = default;

  /// Whether the other question has the same answer, whose rows were compared with this memory.
  bool is_like(const RowQuestion& other, const std::vector<AddressRange>& compared) const;
};

/// The rows of one nest. Not thread-safe.
class RowCache {
 public:
  /// A question is, for example, a level of a grid, or a pair of vectors, each of which has its own
  /// messages. A new question replaces the least recently used one.
  static constexpr size_t most_questions = 8;
  /// A nest that replaces questions more often than this is assumed to gain nothing.
  static constexpr uint32_t most_replaced = 32;
  /// Memory that changes repeatedly is watched less and less often. This is the number of
  /// inspections between two watches.
  static constexpr uint32_t first_looks = 4, most_looks = 1 << 12;
  /// A write to watched memory causes a page fault for each page. This number of uses outweighs the
  /// faults.
  static constexpr uint32_t good_uses = 8;
  /// The inspections of one question whose times do not count.
  static constexpr uint32_t learning_executions = 3;
  /// The limit of runs of rows; more would take more memory than many matrices.
  static constexpr size_t most_runs = 1 << 20;

  struct Answer {
    std::shared_ptr<const FoundRows>
        rows;             ///< null: the program inspects the rows and reports their memory
    uint64_t look = 0;    ///< its number
    bool learns = false;  ///< later executions do without such an inspection
  };
  Answer ask(const RowQuestion& question);
  /// Stores the result of this inspection and the memory of the indices; nothing if that cannot be
  /// watched. An abandoned inspection reports nothing.
  void found(const RowQuestion& question, uint64_t look, const FoundRows& rows,
             const std::optional<std::vector<AddressRange>>& indices);

 private:
  enum class State {
    Seen,     ///< `memory`: the memory that an inspection reads, if one has ended
    Watched,  ///< while inspection number `look` is made
    Kept,     ///< `rows` hold as long as nothing is written
    Looked,   ///< its memory cannot be watched: it is inspected each time
  };
  struct Entry {
    RowQuestion question;                               ///< that was answered last
    std::optional<std::vector<AddressRange>> compared;  ///< by its answer
    State state = State::Seen;
    std::optional<std::vector<AddressRange>> memory;
    std::unique_ptr<MemoryWatch> watch;  ///< null where no memory is read
    std::shared_ptr<const FoundRows> rows;
    uint64_t look = 0;
    uint32_t changes = 0;  ///< changes of watched memory before it was used
    uint32_t uses = 0;     ///< since it was found last
    uint32_t looks = 0;    ///< inspections without a watch until the next watch
    uint32_t made = 0;     ///< inspections that were watched

    bool answers(const RowQuestion& other) const;
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
