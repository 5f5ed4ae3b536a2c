// SPDX-License-Identifier: Apache-2.0
// The buffers of a collective, as the struct of its arguments describes them. The struct has MPI's
// names and the plans' `operation`.
#pragma once

#include <mpi.h>

#include <type_traits>

#include "bamboo/plans/problem.h"

namespace bamboo::plans::collectives {

struct NoPlaces {};

/// A buffer of the program: `count` elements, or blocks with counts and places, in elements of one
/// type or in bytes where each block has a type.
template <class Counts, class Places, class Types>
struct Described {
  const void* buffer;
  Counts count;
  Types type;
  const char* name;
  Places places;
  const char* name_of_places;

  static constexpr bool has_blocks = !std::is_same_v<Places, NoPlaces>;
  static constexpr bool has_types = std::is_same_v<Types, const MPI_Datatype*>;
};

template <class Arguments>
auto send_side(const Arguments& a) {
  if constexpr (requires { a.sendtypes; })
    return Described{a.sendbuf, a.sendcounts, a.sendtypes, "sendbuf", a.sdispls, "sdispls"};
  else if constexpr (requires { a.sdispls; })
    return Described{a.sendbuf, a.sendcounts, a.sendtype, "sendbuf", a.sdispls, "sdispls"};
  else if constexpr (requires { a.sendcounts; })
    return Described{a.sendbuf, a.sendcounts, a.sendtype, "sendbuf", a.displs, "displs"};
  else
    return Described{a.sendbuf, a.sendcount, a.sendtype, "sendbuf", NoPlaces{}, ""};
}

template <class Arguments>
auto receive_side(const Arguments& a) {
  if constexpr (requires { a.recvtypes; })
    return Described{a.recvbuf, a.recvcounts, a.recvtypes, "recvbuf", a.rdispls, "rdispls"};
  else if constexpr (requires { a.rdispls; })
    return Described{a.recvbuf, a.recvcounts, a.recvtype, "recvbuf", a.rdispls, "rdispls"};
  else if constexpr (requires { a.recvcounts; })
    return Described{a.recvbuf, a.recvcounts, a.recvtype, "recvbuf", a.displs, "displs"};
  else
    return Described{a.recvbuf, a.recvcount, a.recvtype, "recvbuf", NoPlaces{}, ""};
}

constexpr bool is_scatter(Operation operation) {
  return operation == Operation::Scatter || operation == Operation::Scatterv;
}

/// The side that may be MPI_IN_PLACE.
template <class Arguments>
auto own_side(const Arguments& a) {
  if constexpr (is_scatter(Arguments::operation))
    return receive_side(a);
  else
    return send_side(a);
}
/// The other side, which has a block for each process; of an operation with a root, it is the
/// root's.
template <class Arguments>
auto side_of_all(const Arguments& a) {
  if constexpr (is_scatter(Arguments::operation))
    return send_side(a);
  else
    return receive_side(a);
}

}  // namespace bamboo::plans::collectives
