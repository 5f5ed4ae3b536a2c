// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which rows of a loop over rows may run before messages have arrived, where a row reads through
/// indices, as a sparse matrix's does. The program goes through a chunk of rows without executing
/// them and notes the lowest and the highest address that each row would read; then it executes
/// those that read nothing of what is still to be written.
///
/// Where an element is found by an index alone, the program notes the row's indices only, and they
/// are looked at here: those of a whole chunk at once, which mostly lie one behind the other.
///
/// The others run behind the messages, in their order. That may change places with the rows that
/// ran before only where no row reads what rows write: from the first row on that does, or that
/// reads an index which is still to be written, none runs before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "address_range.h"
#include "index_extremes.h"

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

/// Which rows ran before the messages and which behind them, each in their order.
struct FoundRows {
  std::vector<RowRange> before, behind;
};

class RowPlan {
 public:
  /// So many that their indices are still in the cache when they are executed.
  static constexpr int64_t kChunk = 256;

  /// The next access of a row that is not linear. Index: its value decides other addresses.
  void add_access(uint64_t bytes, bool is_index);
  /// The same, of which nothing is noted.
  void add_gather(uint64_t bytes, const RowGather& gather);
  bool is_used() const { return !accesses_.empty(); }
  /// All numbers that were told of them.
  void describe(std::vector<uint64_t>& numbers) const;

  /// All accesses are known. `coming`: what is written between the two parts; `own`: what the rows
  /// write themselves.
  void begin(int64_t rows, std::vector<AddressRange> coming, std::vector<AddressRange> own);

  /// The same where it is known already which rows run before; they outlive this. The program still
  /// goes through one row, of which nothing is used.
  void begin_with(const FoundRows& found) { known_ = &found; }

  /// The next rows to go through; false: there are none.
  bool next_chunk();
  /// Where the program notes what this access of the rows of the chunk would read, row by row.
  RowReach* noted(unsigned access) { return accesses_[access].noted.data(); }
  /// The next rows of the chunk to be executed; false: there are none.
  bool next_run();

  /// Rows `first` … `end` - 1 of what was found last.
  int64_t first() const { return first_; }
  int64_t end() const { return end_; }

  /// Behind the last chunk.
  const FoundRows& found() const { return known_ != nullptr ? *known_ : found_; }
  /// What the indices of all rows were read from; nothing where a large part of that is other data.
  /// Behind the last chunk; not of what was known.
  std::optional<std::vector<AddressRange>> indices() const;

 private:
  struct Access {
    uint64_t bytes;
    bool is_index;
    std::optional<RowGather> gather;
    std::vector<RowReach> noted;  ///< by the rows of the chunk
    RowReach read;                ///< by all rows that were gone through; only of indices
    uint64_t read_bytes = 0;
  };
  void sort_rows();
  void sort(const Access& access, int64_t first, int64_t end);
  void keep_back(const Access& access, int64_t row, const AddressRange& touched);
  AddressRange touched_by(const Access& access, int64_t first, int64_t end) const;
  IndexExtremes extremes(const RowGather& gather, int64_t first, int64_t end) const;
  void remember_indices();

  std::vector<Access> accesses_;
  std::vector<AddressRange> coming_, own_;  ///< ascending, apart from one another
  int64_t rows_ = 0;                        ///< those from here on do not run before
  int64_t all_ = 0;
  int64_t chunk_ = 0, chunk_end_ = 0;
  bool is_sorted_ = false;            ///< the chunk
  std::array<bool, kChunk> waits_{};  ///< rows of the chunk that do not run before
  int64_t at_ = 0;                    ///< the next row of the chunk
  int64_t first_ = 0, end_ = 0;
  FoundRows found_;
  const FoundRows* known_ = nullptr;
  size_t next_ = 0;  ///< of what is known
};

}  // namespace bamboo::overlap
