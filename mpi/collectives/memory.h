// SPDX-License-Identifier: Apache-2.0
// Bamboo's datatypes as bamboo/plans/collectives/memory.h takes them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bamboo/plans/collectives/memory.h"
#include "types/datatype.h"
#include "types/element_label.h"

namespace bamboo::mpi {

namespace collectives = plans::collectives;

struct ElementType {
  const Datatype* object = nullptr;  ///< something else owns the memory
  std::uint32_t label = 0;           ///< see label_of(); for packed data that of the elements
  std::size_t size = 0;
  MPI_Aint extent = 0, true_lb = 0, true_extent = 0;
  bool dense = true;

  static ElementType of(const Datatype& type, std::uint32_t label) {
    return {&type, label, type.size, type.extent, type.true_lb, type.true_extent, type.contiguous};
  }
  static ElementType of(const Datatype& type) { return of(type, label_of(type)); }
  ElementType packed() const { return of(datatype(MPI_BYTE), label); }
};

using TypedRange = collectives::TypedRange<ElementType>;
using Buffer = collectives::Buffer<ElementType>;
using Prepared = collectives::Prepared<ElementType>;

}  // namespace bamboo::mpi
