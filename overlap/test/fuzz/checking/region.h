// SPDX-License-Identifier: Apache-2.0
// A buffer of an MPI operation: the places of its elements, and other memory of the same shape that
// MPI works on instead of it.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace checking {

/// Elements of one type, `offset` bytes behind the address that the program gave.
struct Block {
  MPI_Aint offset;
  int count;
  MPI_Datatype type;
};

using Blocks = std::vector<Block>;
using Bytes = std::vector<std::byte>;

class Region {
 public:
  Region(void* address, Blocks blocks);
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;
  ~Region();

  /// The bytes of the elements, without the gaps between them, which belong to the program.
  Bytes contents() const { return pack(address_); }
  void set_contents(const Bytes& bytes) { unpack(bytes, address_); }

  /// The memory that MPI gets in place of the program's; it holds the program's data at first.
  void* shadow() const { return shadow_; }
  Bytes shadow_contents() const { return pack(shadow_); }

 private:
  void allocate_shadow();
  Bytes pack(const void* base) const;
  void unpack(const Bytes& bytes, void* base) const;

  std::byte* address_;
  Blocks blocks_;
  std::unique_ptr<std::byte[]> storage_;
  std::byte* shadow_ = nullptr;
};

}  // namespace checking
