// SPDX-License-Identifier: Apache-2.0
// The algorithms of the installed MPIs that are candidates. An MPI takes one by itself, which need
// not be the fastest on this network; a variable of the MPI names another one (forcing/).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "bamboo/plans/algorithms.h"

namespace bamboo::plans::pmpi {

enum class Mpi : std::uint8_t { OpenMpi, Mpich };
/// "Open MPI", "MPICH".
const char* name_of(Mpi mpi);

enum class Processes : std::uint8_t { Any, Even, PowersOfTwo };

struct MpiAlgorithm {
  Algorithm algorithm;  ///< "alltoall/mpi-pairwise"; has no `make`
  bool is_in_open_mpi, is_in_mpich;
  Processes processes;    ///< for others the MPI would take another one
  int segment_bytes = 0;  ///< of Open MPI; 0: messages are not cut

  /// Its name in the MPI's variable: "pairwise".
  std::string_view item() const;
  bool is_in(Mpi mpi) const { return mpi == Mpi::OpenMpi ? is_in_open_mpi : is_in_mpich; }
  bool suits(int size) const;
};

/// Of all MPIs, for each operation in the order of their turns in trials.
std::span<const MpiAlgorithm> mpi_algorithms();
/// Null if it is none of them, or null.
const MpiAlgorithm* as_mpi_algorithm(const Algorithm* algorithm);

/// Some of mpi_algorithms().
class MpiAlgorithmSet {
 public:
  constexpr explicit MpiAlgorithmSet(std::uint64_t bits = 0) : bits_(bits) {}
  void add(const MpiAlgorithm& algorithm) { bits_ |= bit_of(algorithm); }
  bool contains(const MpiAlgorithm& algorithm) const { return (bits_ & bit_of(algorithm)) != 0; }
  std::uint64_t bits() const { return bits_; }

 private:
  static std::uint64_t bit_of(const MpiAlgorithm& algorithm) {
    return std::uint64_t{1} << (&algorithm - mpi_algorithms().data());
  }
  std::uint64_t bits_;
};

/// For people: "Open MPI's pairwise", or a plan's own name.
std::string shown_name(const Algorithm& algorithm, Mpi mpi);

}  // namespace bamboo::plans::pmpi
