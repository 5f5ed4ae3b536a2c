// SPDX-License-Identifier: Apache-2.0
// The user's memory as the installed MPI's datatypes describe it.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <memory>

namespace bamboo::plans::pmpi {

/// The layout of a datatype. The handle is the user's: it must live as long as this.
struct Type {
  MPI_Datatype handle = MPI_BYTE;
  std::size_t size = 1;  ///< packed bytes of one element
  MPI_Aint extent = 1, true_lb = 0, true_extent = 1;
  bool dense = true;  ///< elements are adjacent, without holes, in packing order

  static Type bytes() { return {}; }
  static Type of(MPI_Datatype handle);
};

/// `count` elements of a type, from `address` on as MPI counts (the first byte may lie elsewhere).
struct TypedRange {
  void* address = nullptr;
  std::size_t count = 0;
  Type type;

  std::size_t bytes() const { return count * type.size; }
};

/// `address` moved by bytes; as numbers, since MPI_BOTTOM is a null pointer and a type's lower
/// bound may lie before the buffer.
void* moved(const void* address, MPI_Aint bytes);
/// Moved by whole extents.
TypedRange shifted(const TypedRange& range, MPI_Aint elements);

/// Copies as many packed bytes as both ranges have. Returns an MPI error code.
int copy_typed(const TypedRange& from, const TypedRange& to);

/// The count and type by which MPI is given a range: more than INT_MAX elements need a type of
/// their own, which lives as long as this.
class Counted {
 public:
  explicit Counted(const TypedRange& range);
  ~Counted();
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  int count() const { return count_; }
  MPI_Datatype type() const { return type_; }

 private:
  int count_;
  MPI_Datatype type_;
  bool own_ = false;
};

/// Memory for `count` elements of a type, laid out as in the user's buffers, whatever its bounds.
class TypedMemory {
 public:
  TypedMemory() = default;
  TypedMemory(std::size_t count, const Type& type);
  void* base() const { return base_; }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  void* base_ = nullptr;
};

/// For messages of a process to itself; made at the first use, freed at the end of MPI.
void free_self_channel();

}  // namespace bamboo::plans::pmpi
