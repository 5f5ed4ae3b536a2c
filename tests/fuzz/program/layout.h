// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <vector>

#include "dice.h"

namespace fuzz {

/// A random datatype that holds a given count of integers, with memory for one element.
class Layout {
 public:
  Layout(Dice& dice, int integers);
  ~Layout() { MPI_Type_free(&type_); }
  Layout(const Layout&) = delete;
  Layout& operator=(const Layout&) = delete;

  MPI_Datatype type() const { return type_; }
  /// Gaps included.
  std::size_t span() const { return span_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  std::size_t span_ = 0;  ///< integers from the first to the last
};

/// Memory in which a Layout lies.
struct Buffer {
  Buffer(Dice& dice, int integers, Dice content);
  Layout layout;
  std::vector<int> memory;
};

}  // namespace fuzz
