// SPDX-License-Identifier: Apache-2.0
// The order of rows that write at addresses of their own, as `u[i][j] = …` does where the program
// loads the address of each row u[i].
//
// Rows that run before the messages keep their order among themselves, and so do the rows behind
// them. A row must not run before an earlier row that waits if one of the two writes memory that
// the other one touches. Rows are read before they are executed, so a row must not write memory
// from which the addresses of later rows are read.
#pragma once

#include <cstdint>
#include <vector>

#include "address_range.h"
#include "shared/nest_shape.h"

namespace bamboo::overlap {

/// Memory that a row touches.
struct RowTouch {
  AddressRange memory;
  AccessKind kind;

  bool is_index() const { return kind == AccessKind::Index || kind == AccessKind::Checked; }
};

enum class RowPlace : uint8_t {
  Before,            ///< the messages
  Behind,            ///< the messages
  WithAllLaterOnes,  ///< behind the messages
};

class RowOrder {
 public:
  /// `held` is memory that is read between the two parts, `linear` memory of linear accesses.
  RowOrder(std::vector<AddressRange> held, std::vector<AddressRange> linear);

  /// The rows before have been executed, or wait.
  void begin_chunk() { written_in_chunk_.clear(); }
  /// The place of the next row. `waits` states that it needs a message.
  RowPlace place_of(const std::vector<RowTouch>& row, bool waits);

 private:
  /// Ranges in the order of the rows. Beyond `most`, they are merged, then replaced by one range.
  class Touched {
   public:
    void add(const AddressRange& range);
    bool meets(const AddressRange& range) const;
    void clear() { ranges_.clear(); }

   private:
    static constexpr size_t most = 64;
    std::vector<AddressRange> ranges_;
  };

  std::vector<AddressRange> held_, linear_;  ///< merged
  Touched written_in_chunk_;                 ///< by all of its rows so far
  Touched read_behind_, written_behind_;     ///< by the rows that wait
};

}  // namespace bamboo::overlap
