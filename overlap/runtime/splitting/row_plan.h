// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which rows of a loop over rows may run before messages have arrived, where a row reads through
/// indices, as a sparse matrix's does. The program goes through a chunk of rows without executing
/// them and tells the lowest and the highest address that each row would read; then it executes
/// those that read nothing of what is still to be written.
///
/// The others run behind the messages, in their order. That may change places with the rows that
/// ran before only where no row reads what rows write: from the first row on that does, or that
/// reads an index which is still to be written, none runs before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bamboo::overlap {

/// Addresses first … end - 1.
struct AddressRange {
  uint64_t first = 0, end = 0;
};

class RowPlan {
 public:
  /// So many that their indices are still in the cache when they are executed.
  static constexpr int64_t kChunk = 256;

  /// The next access of a row that is not linear. Index: its value decides other addresses.
  void add_access(uint64_t bytes, bool is_index);
  bool is_used() const { return !accesses_.empty(); }

  /// All accesses are known. `coming`: what is written between the two parts; `own`: what the rows
  /// write themselves.
  void begin(int64_t rows, std::vector<AddressRange> coming, std::vector<AddressRange> own);

  /// The next rows to go through; false: there are none.
  bool next_chunk();
  /// Addresses at which this access may begin without being told: from the first one up to the
  /// other one, inclusive.
  uint64_t lowest_free(unsigned access) const { return accesses_[access].lowest_free; }
  uint64_t highest_free(unsigned access) const { return accesses_[access].highest_free; }
  /// The row's access begins between these addresses, inclusive; it does not exist if `lowest` is
  /// the greater one.
  void tell(int64_t row, unsigned access, uint64_t lowest, uint64_t highest);
  /// The next rows of the chunk to be executed; false: there are none.
  bool next_run();

  /// Rows `first` … `end` - 1 of what was found last.
  int64_t first() const { return first_; }
  int64_t end() const { return end_; }

  struct Rows {
    int64_t first, end;
  };
  /// Those that did not run before, in their order. Behind the last chunk.
  const std::vector<Rows>& left() const { return left_; }

 private:
  struct Access {
    uint64_t bytes;
    bool is_index;
    uint64_t lowest_free = UINT64_MAX, highest_free = 0;  ///< nothing, until a row is told
  };
  void leave(int64_t first, int64_t end);
  void find_free(Access& access, uint64_t lowest) const;

  std::vector<Access> accesses_;
  std::vector<AddressRange> coming_, own_;  ///< ascending, apart from one another
  int64_t rows_ = 0;                        ///< those from here on do not run before
  int64_t all_ = 0;
  int64_t chunk_end_ = 0;
  int64_t at_ = 0;  ///< the next row of the chunk
  int64_t first_ = 0, end_ = 0;
  std::vector<int64_t> waiting_;  ///< rows of this chunk that do not run before, ascending
  size_t next_waiting_ = 0;
  std::vector<Rows> left_;
};

}  // namespace bamboo::overlap
