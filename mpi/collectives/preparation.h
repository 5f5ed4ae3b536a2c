// SPDX-License-Identifier: Apache-2.0
// A rank's side of bamboo/plans/collectives/prepare.h.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "bamboo/plans/collectives/prepare.h"
#include "collectives/arguments.h"
#include "collectives/collective.h"
#include "errors/checks.h"
#include "types/counts.h"

namespace bamboo::mpi {

using CollectiveRef = std::unique_ptr<Collective>;

/// Made by the first collective.
PlanCache& plan_cache(Communicator& comm);

/// Checks the arguments of one collective and makes it. The checks throw MpiError.
class Preparation {
 public:
  using Type = ElementType;

  /// Without `fixed`, the number of bytes decides on the algorithm.
  explicit Preparation(Communicator& on, const plans::Algorithm* fixed = nullptr)
      : comm(on),
        rank(on.party()),
        size(on.parties().size()),
        peers(on.peers().size()),
        selected_{fixed} {}

  Communicator& comm;
  const int rank, size;  ///< among the parties
  const int peers;
  bool cuts_blocks = false;
  Collective::Parts prepared;

  /// The type lives as long as the collective.
  ElementType type(MPI_Datatype handle);
  /// If there are no elements, the program may leave their type undefined.
  ElementType type_of_block(MPI_Count count, MPI_Datatype handle) {
    return type(count == 0 && handle == MPI_DATATYPE_NULL ? MPI_BYTE : handle);
  }
  TypedRange range(const void* buffer, MPI_Count count, const ElementType& type,
                   const char* name) const;
  ElementType reduction(MPI_Op op, MPI_Datatype handle);
  /// For blocks of this number of bytes.
  void choose(std::size_t bytes);
  /// MPI forbids overlapping blocks of `recvbuf`, but programs have them. Such blocks are received
  /// into separate memory. At the end of the run, their data are copied to `recvbuf` in the order
  /// of ranks. So the final data are the same as for messages that arrive in this order, and a plan
  /// may forward what it has received.
  void receive_apart(std::vector<TypedRange>& blocks, const void* recvbuf, bool in_place);
  /// The blocks by number among the parties: in an inter-communicator the own group has no blocks.
  std::vector<TypedRange> by_party(std::vector<TypedRange> blocks) const;

  void check_count(MPI_Count count, const char* name) const { mpi::check_count(count, name); }
  void check_root(int root) const { mpi::check_root(comm, root); }
  void check_pointer(const Counts& counts, const char* name) const {
    mpi::check_pointer(counts, name);
  }
  template <class Described>
  void check_blocks(const Described& of, int blocks, const char* in_place) const;
  void check_distinct(const TypedRange& sent, const TypedRange& received) const {
    mpi::check_distinct(sent, received);
  }
  void check_exchange(std::span<const TypedRange> sent, std::span<const TypedRange> received) const;
  /// Checks that the rank sends itself what it receives. If the program handles errors, the ranks
  /// from which a gather's root `awaits` blocks continue after sending them. So the root first
  /// receives these blocks, and fails afterwards; this function then returns false.
  bool check_own_block(std::size_t sent, std::size_t received, bool awaits);
  template <class... Counts>
  void refuse_in_place(const void* buffer, const char* name, const char* where,
                       const Counts&... counts) const {
    mpi::refuse_in_place(buffer, name, where, counts...);
  }

  CollectiveRef take();

 private:
  plans::Selected selected_;
};

/// Broadcasts the data of the first of all parties, without a distinction of sides. `buffer`, of a
/// predefined type, changes only while the task itself waits or tests.
CollectiveRef give_to_all(void* buffer, MPI_Count count, MPI_Datatype type, Communicator& comm);

/// The names of the arrays beside sendbuf and recvbuf.
constexpr const char* name_of_counts(const char* buffer) {
  return *buffer == 's' ? "sendcounts" : "recvcounts";
}
constexpr const char* name_of_types(const char* buffer) {
  return *buffer == 's' ? "sendtypes" : "recvtypes";
}

template <class Described>
void Preparation::check_blocks(const Described& of, int blocks, const char* in_place) const {
  if constexpr (Described::has_blocks) {
    mpi::check_pointer(of.count, name_of_counts(of.name));
    mpi::refuse_in_place(of.buffer, of.name, in_place, of.count, blocks);
    mpi::check_pointer(of.places, of.name_of_places);
  }
  if constexpr (Described::has_types) mpi::check_pointer(of.type, name_of_types(of.name));
}

}  // namespace bamboo::mpi
