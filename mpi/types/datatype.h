// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/payload.h"

namespace bamboo::mpi {

/// `count` blocks of `bytes` bytes each, `stride` bytes apart, the first at `offset` from the
/// buffer.
struct Segment {
  MPI_Aint offset = 0;
  std::size_t bytes = 0;
  std::size_t count = 1;
  MPI_Aint stride = 0;
};

struct Datatype;

/// Holds the type as long as a pending operation uses it (MPI_Type_free may come earlier).
using DatatypeRef = std::shared_ptr<const Datatype>;

/// A datatype: what one element looks like in memory. Immutable after construction but for
/// `committed` and the name; shared (a derived type keeps its parts alive).
struct Datatype : std::enable_shared_from_this<Datatype> {
  std::size_t size = 0;  ///< packed bytes of one element
  MPI_Aint lb = 0, extent = 0, true_lb = 0, true_extent = 0;
  /// Elements are adjacent from offset 0 without holes, so memcpy is sufficient.
  bool contiguous = false;
  bool committed = false;
  std::vector<Segment> segments;  ///< in type-map order
  /// The predefined type of all leaves when there is only one (reductions), else MPI_DATATYPE_NULL.
  MPI_Datatype uniform = MPI_DATATYPE_NULL;
  std::string name;

  /// The parts in type-map order, for counting basic elements. Empty for basic types.
  struct Part {
    DatatypeRef type;
    std::size_t count;
  };
  std::vector<Part> parts;
  std::size_t leaves = 1;  ///< basic elements in one element

  // For the bounds of types made from this one: MPI's lb and ub markers (resized types) override
  // the bounds of the data, and the extent of a structure is rounded up to its members' alignment.
  bool lb_marked = false, ub_marked = false;
  std::size_t alignment = 1;

  // For MPI_Type_get_envelope and _contents.
  int combiner = MPI_COMBINER_NAMED;
  std::vector<int> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<MPI_Count> counts;  ///< of a constructor with large counts
  std::vector<DatatypeRef> types;

  MPI_Aint ub() const { return lb + extent; }
};

/// The object behind a handle. Throws MpiError(MPI_ERR_TYPE) for null, freed or unknown handles;
/// `must_be_committed` also for uncommitted ones.
const Datatype& datatype(MPI_Datatype handle, bool must_be_committed = true);

DatatypeRef datatype_ref(MPI_Datatype handle);

/// A handle of one's own to a type (a predefined type has only its constant).
MPI_Datatype new_handle(DatatypeRef type);
void free_handle(MPI_Datatype handle);

/// Keeps a handle valid that the program may free while an operation uses it.
class TypeHandle {
 public:
  explicit TypeHandle(MPI_Datatype handle);
  explicit TypeHandle(DatatypeRef type);
  TypeHandle(TypeHandle&& other) noexcept
      : handle_(std::exchange(other.handle_, MPI_DATATYPE_NULL)) {}
  TypeHandle& operator=(TypeHandle&&) = delete;
  ~TypeHandle() {
    if (handle_ != MPI_DATATYPE_NULL) free_handle(handle_);
  }
  MPI_Datatype get() const { return handle_; }

 private:
  MPI_Datatype handle_;
};

/// The predefined type behind an MPI constant, null if it is none.
const DatatypeRef& predefined(MPI_Datatype handle);

/// An iterator over the bytes of a typed buffer in packed order, which can stop after any byte.
class Cursor {
 public:
  /// Blocks of equal size at equal distances.
  struct Run {
    std::byte* data;
    std::size_t bytes, count;
    MPI_Aint stride;
    std::size_t total() const { return bytes * count; }
  };

  Cursor() = default;
  Cursor(const void* buffer, std::size_t count, const Datatype& type);
  /// The next run of at most `n` bytes, n > 0; `total()` is 0 at the end of the buffer.
  Run take(std::size_t n);
  /// Returns the rest of the buffer if it is one block; an empty span if it has gaps.
  std::span<std::byte> rest() const;

 private:
  void skip_blocks(std::size_t count);

  std::uintptr_t base_ = 0;  // an integer: MPI_BOTTOM is a null pointer with offsets
  const Datatype* type_ = nullptr;
  std::size_t elements_ = 0, segment_ = 0, block_ = 0, within_ = 0;
};

/// Packs `count` elements of a buffer piece by piece.
class Packer final : public PayloadSource {
 public:
  Packer(const void* buffer, std::size_t count, const Datatype& type)
      : cursor_(buffer, count, type) {}
  void read(std::byte* out, std::size_t n) override;
  const std::byte* memory() const override { return cursor_.rest().data(); }

 private:
  Cursor cursor_;
};

/// The reverse: not itself a sink, so that a receive can add completion. `truncate` to `count`
/// elements.
class Unpacker {
 public:
  Unpacker() = default;
  Unpacker(void* buffer, std::size_t count, const Datatype& type) : cursor_(buffer, count, type) {}
  /// Takes the next n packed bytes; what exceeds the buffer is dropped (the caller reports
  /// truncation).
  void write(const std::byte* in, std::size_t n);
  /// Where write() would copy its bytes to, if that is one block; else empty.
  std::span<std::byte> memory() const { return cursor_.rest(); }
  /// They stay as they are in the buffer.
  void skip(std::size_t n);

 private:
  Cursor cursor_;
};

/// Memory to memory between two typed buffers; the packed sizes must fit (the smaller one counts).
void copy_typed(const void* from, std::size_t from_count, const Datatype& from_type,  //
                void* to, std::size_t to_count, const Datatype& to_type);

/// MPI_Get_elements: how many basic elements `bytes` packed bytes hold; MPI_UNDEFINED when they end
/// inside one.
MPI_Count elements_in(const Datatype& type, std::size_t bytes);
/// The reverse: how many packed bytes the first `elements` basic elements of a buffer take.
std::size_t bytes_of_elements(const Datatype& type, std::size_t elements);

}  // namespace bamboo::mpi
