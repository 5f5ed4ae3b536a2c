// SPDX-License-Identifier: Apache-2.0
#include "configuration/mpi_algorithms.h"

#include <algorithm>
#include <limits>

namespace bamboo::plans::pmpi {
namespace {

constexpr std::string_view mark = "/mpi-";

constexpr Algorithm named(const char* name, Operation operation) {
  return {name,
          operation,
          false,
          std::numeric_limits<int>::max(),
          std::numeric_limits<std::size_t>::max(),
          nullptr};
}

constexpr bool open_mpi = true, mpich = true, not_open_mpi = false, not_mpich = false;
using enum Processes;

/// A pipeline without segments would be a chain of whole messages. Open MPI's default is so.
constexpr int segment = 32 << 10;

// Names: `ompi_info --param coll tuned --level 9` of Open MPI 4.1 and 5.0, and
// src/mpi/coll/cvars.txt of MPICH 4.0 to 5.0. Left out: what is only for short calls (Bruck), for
// two processes, or sends all from one process.
constexpr MpiAlgorithm table[] = {
    {named("alltoall/mpi-pairwise", Operation::Alltoall), open_mpi, mpich, Any},
    {named("alltoall/mpi-linear_sync", Operation::Alltoall), open_mpi, not_mpich, Any},
    {named("alltoall/mpi-linear", Operation::Alltoall), open_mpi, not_mpich, Any},
    {named("alltoall/mpi-scattered", Operation::Alltoall), not_open_mpi, mpich, Any},
    {named("alltoallv/mpi-pairwise", Operation::Alltoallv), open_mpi, not_mpich, Any},
    {named("alltoallv/mpi-basic_linear", Operation::Alltoallv), open_mpi, not_mpich, Any},
    {named("allgather/mpi-ring", Operation::Allgather), open_mpi, mpich, Any},
    {named("allgather/mpi-neighbor", Operation::Allgather), open_mpi, not_mpich, Even},
    {named("allgather/mpi-recursive_doubling", Operation::Allgather), open_mpi, mpich, PowersOfTwo},
    {named("allgatherv/mpi-ring", Operation::Allgatherv), open_mpi, mpich, Any},
    {named("allgatherv/mpi-neighbor", Operation::Allgatherv), open_mpi, not_mpich, Even},
    {named("bcast/mpi-pipeline", Operation::Bcast), open_mpi, not_mpich, Any, segment},
    {named("bcast/mpi-pipelined_tree", Operation::Bcast), not_open_mpi, mpich, Any},
    {named("bcast/mpi-scatter_allgather_ring", Operation::Bcast), open_mpi, not_mpich, Any},
    {named("bcast/mpi-scatter_ring_allgather", Operation::Bcast), not_open_mpi, mpich, Any},
    {named("bcast/mpi-binomial", Operation::Bcast), open_mpi, mpich, Any},
    {named("allreduce/mpi-ring", Operation::Allreduce), open_mpi, mpich, Any},
    {named("allreduce/mpi-rabenseifner", Operation::Allreduce), open_mpi, not_mpich, Any},
    {named("allreduce/mpi-reduce_scatter_allgather", Operation::Allreduce), not_open_mpi, mpich,
     Any},
    {named("allreduce/mpi-recursive_doubling", Operation::Allreduce), open_mpi, mpich, Any},
    {named("reduce_scatter/mpi-ring", Operation::ReduceScatter), open_mpi, not_mpich, Any},
    {named("reduce_scatter/mpi-pairwise", Operation::ReduceScatter), not_open_mpi, mpich, Any},
    {named("reduce_scatter/mpi-recursive_halving", Operation::ReduceScatter), open_mpi, mpich, Any},
};
static_assert(std::size(table) <= std::numeric_limits<std::uint64_t>::digits);

}  // namespace

const char* name_of(Mpi mpi) {
  return mpi == Mpi::OpenMpi ? "Open MPI" : "MPICH";
}

std::string_view MpiAlgorithm::item() const {
  const std::string_view name = algorithm.name;
  return name.substr(name.find(mark) + mark.size());
}

bool MpiAlgorithm::suits(int size) const {
  switch (processes) {
    case Any:
      return true;
    case Even:
      return size % 2 == 0;
    case PowersOfTwo:
      return (size & (size - 1)) == 0;
  }
  return false;
}

std::span<const MpiAlgorithm> mpi_algorithms() {
  return table;
}

const MpiAlgorithm* as_mpi_algorithm(const Algorithm* algorithm) {
  const auto found = std::ranges::find_if(
      table, [=](const MpiAlgorithm& each) { return &each.algorithm == algorithm; });
  return found == std::end(table) ? nullptr : found;
}

std::string shown_name(const Algorithm& algorithm, Mpi mpi) {
  const MpiAlgorithm* own = as_mpi_algorithm(&algorithm);
  return own ? std::string(name_of(mpi)) + "'s " + std::string(own->item()) : algorithm.name;
}

}  // namespace bamboo::plans::pmpi
