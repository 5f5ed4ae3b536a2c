// SPDX-License-Identifier: Apache-2.0
// Datatypes of one signature, two ints, in many layouts; memory to try them on.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <random>
#include <vector>

namespace conformance {

using Random = std::mt19937;

inline int below(Random& random, int end) {
  return static_cast<int>(random() % static_cast<unsigned>(end));
}

struct Layouts {
  std::vector<MPI_Datatype> types;

  Layouts() {
    types.resize(6);
    PMPI_Type_contiguous(2, MPI_INT, &types[0]);
    PMPI_Type_vector(2, 1, 3, MPI_INT, &types[1]);
    const int ones[] = {1, 1};
    const MPI_Aint backwards[] = {4, 0};
    PMPI_Type_create_hindexed(2, ones, backwards, MPI_INT, &types[2]);
    const MPI_Aint around[] = {-8, 4};  // the first int is before the buffer's address
    MPI_Datatype inner;
    PMPI_Type_create_hindexed(2, ones, around, MPI_INT, &inner);
    PMPI_Type_create_resized(inner, -8, 20, &types[3]);
    PMPI_Type_free(&inner);
    const MPI_Aint places[] = {0, 12};
    const MPI_Datatype ints[] = {MPI_INT, MPI_INT};
    PMPI_Type_create_struct(2, ones, places, ints, &types[4]);
    PMPI_Type_create_resized(types[0], 0, 12, &types[5]);
    for (MPI_Datatype& type : types) PMPI_Type_commit(&type);
  }
  ~Layouts() {
    for (MPI_Datatype& type : types) PMPI_Type_free(&type);
  }
  MPI_Datatype any(Random& random) const { return types[below(random, 6)]; }
};

/// Memory for `elements` of any of the layouts, with room on both sides.
class Arena {
 public:
  explicit Arena(std::size_t elements) : bytes_(elements * 20 + 2 * margin) {}
  void fill(unsigned seed) {
    Random random(seed);
    for (unsigned char& byte : bytes_) byte = static_cast<unsigned char>(random());
  }
  void* base() { return bytes_.data() + margin; }
  bool operator==(const Arena& other) const = default;
  std::size_t difference(const Arena& other) const {
    std::size_t i = 0;
    while (i < bytes_.size() && bytes_[i] == other.bytes_[i]) ++i;
    return i - margin;
  }

 private:
  static constexpr std::size_t margin = 64;
  std::vector<unsigned char> bytes_;
};

}  // namespace conformance
