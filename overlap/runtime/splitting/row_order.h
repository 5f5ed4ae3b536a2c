// SPDX-License-Identifier: Apache-2.0
// The order of rows that write at addresses of their own, as `u[i][j] = …` does where the program
// loads the address of each row u[i].
//
// Rows that run before the messages keep their order among themselves, and so do the rows behind
// them. A row must not run before an earlier row that waits if one of the two writes memory that
// the other one touches. No row writes memory from which the addresses of rows are read: the
// compiler shows that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "address_range.h"

namespace bamboo::overlap {

/// Memory that a row touches.
struct RowTouch {
  AddressRange memory;
  bool written;
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

  /// Returns the place of the next row. `waits`: the row needs a message.
  RowPlace place_of(const std::vector<RowTouch>& row, bool waits);

 private:
  /// Ranges in the order of the rows. Beyond `most`, they are merged, then replaced by one range.
  class Touched {
   public:
    void add(const AddressRange& range);
    bool meets(const AddressRange& range) const;

   private:
    static constexpr size_t most = 64;
    std::vector<AddressRange> ranges_;
  };

  std::vector<AddressRange> held_, linear_;  ///< merged
  Touched read_behind_, written_behind_;     ///< touched by the rows that wait
};

}  // namespace bamboo::overlap
