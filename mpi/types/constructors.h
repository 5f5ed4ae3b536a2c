// SPDX-License-Identifier: Apache-2.0
// How datatypes are made from others. Arguments are correct here; the MPI functions check them.
#pragma once

#include <span>

#include "types/datatype.h"

namespace bamboo::mpi {

/// Collects copies of types at displacements; finish() gives the type with the bounds that MPI
/// defines.
class TypeBuilder {
 public:
  TypeBuilder() : result_(std::make_shared<Datatype>()) { result_->leaves = 0; }
  /// `repeat` copies, the first at `offset`, `stride` bytes apart.
  void place(const DatatypeRef& type, MPI_Aint offset, std::size_t repeat, MPI_Aint stride);
  std::shared_ptr<Datatype> finish();

 private:
  void push(Segment segment);
  void widen(const Datatype& type, MPI_Aint offset);

  std::shared_ptr<Datatype> result_;
  bool empty_ = true;  // nothing that has bounds yet
  bool mixed_ = false;
  MPI_Aint lb_ = 0, ub_ = 0;
};

using NewType = std::shared_ptr<Datatype>;

NewType make_contiguous(std::size_t count, const DatatypeRef& type);
/// Stride in bytes.
NewType make_vector(std::size_t count, std::size_t block, MPI_Aint stride, const DatatypeRef& type);
/// Displacements in multiples of `unit` bytes.
NewType make_indexed(std::span<const MPI_Count> blocks, std::span<const MPI_Aint> displacements,
                     MPI_Aint unit, const DatatypeRef& type);
NewType make_struct(std::span<const MPI_Count> blocks, std::span<const MPI_Aint> displacements,
                    std::span<const DatatypeRef> types);
NewType make_subarray(std::span<const MPI_Count> sizes, std::span<const MPI_Count> subsizes,
                      std::span<const MPI_Count> starts, int order, const DatatypeRef& type);
NewType make_resized(const DatatypeRef& type, MPI_Aint lb, MPI_Aint extent);
NewType make_duplicate(const DatatypeRef& type);

}  // namespace bamboo::mpi
