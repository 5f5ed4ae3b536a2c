// SPDX-License-Identifier: Apache-2.0
// Finds the rows of a loop over rows that may run before messages have arrived, if a row reads
// through indices, as a sparse matrix does. The program runs through a chunk of rows without
// executing them and records the lowest and the highest address that each row would read. It then
// executes the rows that read no memory that is still to be written.
//
// If an index alone determines an element's address, the program records only the row's indices.
// They are examined here, for a whole chunk at once, because they are mostly adjacent.
//
// Where other reads of a row, or its way, depend on an index, the program asks before it reads that
// index. If its memory is still to be written, or is written by rows, no more rows are read.
//
// The other rows run after the messages, in their order. This is correct only if no row reads
// memory that linear accesses of rows write: from the first row that does, or that reads an index
// which is still to be written, no row runs early. Rows that write at addresses of their own keep
// their order with the rows behind the messages (row_order.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "address_range.h"
#include "close_ranges.h"
#include "index_extremes.h"
#include "row_order.h"
#include "shared/nest_shape.h"

namespace bamboo::overlap {

/// An access of a row begins between these addresses, inclusive; it does not exist if `lowest` is
/// the greater one.
struct RowReach {
  uint64_t lowest, highest;
};

/// An access at `base` + `scale` * index. Its indices are all that another access of the row
/// reads, one behind the other.
struct RowGather {
  unsigned indices;  ///< the number of that access, which is a lower one
  IndexType type;
  int64_t base;  ///< no address itself where the least index is far from 0
  int64_t scale;
};

/// Rows first … end - 1.
struct RowRange {
  int64_t first, end;
};

/// The rows that ran before the messages, and those that ran after them, each in their order.
struct FoundRows {
  std::vector<RowRange> before, behind;
  /// The memory of the rows that was compared with the messages. The rows are the same whatever
  /// other memory is written between the two parts.
  std::vector<AddressRange> compared;
};

class RowPlan {
 public:
  /// The chunk is small enough that its indices are still in the cache when it is executed.
  static constexpr int64_t chunk_rows = 256;

  /// The next access of a row that is not linear: `Indirect`, `Index`, `Checked` or `Scattered`.
  void add_access(uint64_t bytes, AccessKind kind);
  /// Like above, for an access that is not recorded.
  void add_gather(uint64_t bytes, const RowGather& gather);
  bool is_used() const { return !accesses_.empty(); }

  /// Begins when all accesses are known. `coming` is memory that is written between the two parts,
  /// `own` memory that the rows write.
  void begin(int64_t rows, std::vector<AddressRange> coming, std::vector<AddressRange> own);

  /// Like above, for rows with `Scattered` accesses and without gathers. `held` is memory that is
  /// read between the two parts, `linear` memory of the nest's linear accesses.
  void begin(int64_t rows, std::vector<AddressRange> coming, std::vector<AddressRange> own,
             std::vector<AddressRange> held, std::vector<AddressRange> linear);

  /// Like above, if the rows that run early are already known; `found` outlives this object. The
  /// program still runs through one row, whose records are ignored.
  void begin_with(const FoundRows& found) { known_ = &found; }
  bool has_begun() const { return all_ > 0 || known_ != nullptr; }

  /// Finds the next rows to read, below `limit`; returns false if there are none.
  bool next_chunk(int64_t limit = INT64_MAX);
  /// No further rows are read. All of them run after the messages have arrived.
  void end_search();
  /// The place where the program records, row by row, the memory that this access of the chunk's
  /// rows would read.
  RowReach* noted(unsigned access) { return accesses_[access].noted.data(); }
  /// Whether this row of the chunk may read a checked index here. If not, no row from here on runs
  /// early, and the chunk ends.
  bool may_read(int64_t row, uint64_t address, uint64_t bytes);
  /// The next rows of the chunk to be executed; false: there are none.
  bool next_run();

  /// The rows `first` … `end` - 1 that were found last.
  int64_t first() const { return first_; }
  int64_t end() const { return end_; }

  /// The result when the search has ended.
  const FoundRows& found() const { return known_ != nullptr ? *known_ : found_; }
  /// The memory that the indices of all rows were read from; nothing if a large part of it is other
  /// data. Valid when the search has ended, and not for known rows.
  std::optional<std::vector<AddressRange>> indices() const;

 private:
  struct Access {
    uint64_t bytes;
    AccessKind kind;
    std::optional<RowGather> gather;
    std::vector<RowReach> noted;  ///< by the rows of the chunk
    CloseRanges read;             ///< by all inspected rows; for indices only
    AddressRange compared;        ///< from the lowest to the highest byte of all inspected rows

    bool is_index() const { return kind == AccessKind::Index || kind == AccessKind::Checked; }
  };
  void sort_rows();
  void sort(Access& access, int64_t first, int64_t end);
  void keep_order();
  void keep_back(const Access& access, int64_t row, const AddressRange& touched);
  AddressRange touched_by(const Access& access, int64_t first, int64_t end) const;
  IndexExtremes extremes(const RowGather& gather, int64_t first, int64_t end) const;
  void remember_indices();
  std::vector<AddressRange> compared() const;

  std::vector<Access> accesses_;
  std::vector<AddressRange> coming_, own_;  ///< ascending, apart from one another
  std::optional<RowOrder> order_;           ///< of rows with `Scattered` accesses
  int64_t rows_ = 0;                        ///< those from here on do not run before
  int64_t all_ = 0;
  int64_t chunk_ = 0, chunk_end_ = 0;
  AddressRange stopped_by_;               ///< the memory of indices that may not be read
  bool is_sorted_ = false;                ///< the chunk
  std::array<bool, chunk_rows> waits_{};  ///< rows of the chunk that do not run before
  int64_t at_ = 0;                        ///< the next row of the chunk
  int64_t first_ = 0, end_ = 0;
  FoundRows found_;
  const FoundRows* known_ = nullptr;
  size_t next_ = 0;  ///< position in the known rows
};

}  // namespace bamboo::overlap
