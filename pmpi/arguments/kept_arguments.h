// SPDX-License-Identifier: Apache-2.0
// The arguments of collectives behind requests, kept: the program may change its arrays and free
// its datatypes when the call has returned. The arguments must be plausible.
#pragma once

#include <mpi.h>

#include <forward_list>
#include <functional>
#include <memory>
#include <vector>

#include "arguments/neighbour_calls.h"
#include "arguments/prepare.h"
#include "datatypes/handle_lifetime.h"

namespace bamboo::plans::pmpi {

/// Makes the call ready from the program's arguments.
using Prepare = std::function<PreparedCall(const Member&, const Algorithm&)>;

/// Copies of the objects that arguments refer to.
class CopiedReferences {
 public:
  /// Lets the arguments refer to copies, as far as this process looks at them.
  template <class Arguments>
  void keep(Arguments& a, const Member& member) {
    if constexpr (requires { a.op; }) {
      // The user's function gets the handles that the program has passed.
      handles_.push_back(hold_datatype(a.datatype));
      handles_.push_back(hold_op(a.op));
      if constexpr (requires { a.recvcounts; }) copy(a.recvcounts, member.size);
    } else if constexpr (requires { a.datatype; }) {
      a.datatype = types_.keep(a.datatype);
    } else if constexpr (requires { a.sendbuf; }) {
      if (is_send_side_read(a, member)) keep_send_side(a, blocks_sent(a, member));
      if (is_receive_side_read(a, member)) keep_receive_side(a, blocks_received(a, member));
    }
  }

 private:
  static constexpr bool is_gather(Operation operation) {
    return operation == Operation::Gather || operation == Operation::Gatherv;
  }
  static constexpr bool is_scatter(Operation operation) {
    return operation == Operation::Scatter || operation == Operation::Scatterv;
  }
  template <class Arguments>
  static bool is_send_side_read(const Arguments& a, const Member& member) {
    if constexpr (is_scatter(Arguments::operation))
      if (member.rank != a.root) return false;
    return a.sendbuf != MPI_IN_PLACE;
  }
  template <class Arguments>
  static bool is_receive_side_read(const Arguments& a, const Member& member) {
    if constexpr (is_gather(Arguments::operation))
      if (member.rank != a.root) return false;
    return a.recvbuf != MPI_IN_PLACE;
  }
  template <class Arguments>
  void keep_send_side(Arguments& a, int size) {
    if constexpr (requires { a.sendcounts; }) copy(a.sendcounts, size);
    if constexpr (requires { a.sdispls; }) copy(a.sdispls, size);
    if constexpr (requires { a.sendcounts, a.displs; }) copy(a.displs, size);
    if constexpr (requires { a.sendtypes; })
      a.sendtypes = types_arrays_.emplace_front(types_.keep(a.sendtypes, size)).data();
    else if (a.sendtype != MPI_DATATYPE_NULL)  // a side without blocks may have none
      a.sendtype = types_.keep(a.sendtype);
  }
  template <class Arguments>
  void keep_receive_side(Arguments& a, int size) {
    if constexpr (requires { a.recvcounts; }) copy(a.recvcounts, size);
    if constexpr (requires { a.rdispls; }) copy(a.rdispls, size);
    if constexpr (requires { a.recvcounts, a.displs; }) copy(a.displs, size);
    if constexpr (requires { a.recvtypes; })
      a.recvtypes = types_arrays_.emplace_front(types_.keep(a.recvtypes, size)).data();
    else if (a.recvtype != MPI_DATATYPE_NULL)
      a.recvtype = types_.keep(a.recvtype);
  }
  void copy(const int*& numbers, int size) {
    numbers = numbers_.emplace_front(numbers, numbers + size).data();
  }
  void copy(const MPI_Aint*& numbers, int size) {
    numbers = places_.emplace_front(numbers, numbers + size).data();
  }

  HeldTypes types_;
  std::forward_list<std::vector<int>> numbers_;
  std::forward_list<std::vector<MPI_Aint>> places_;
  std::forward_list<std::vector<MPI_Datatype>> types_arrays_;
  std::vector<std::shared_ptr<const void>> handles_;
};

template <class Arguments>
Prepare keep(const Arguments& given, const Member& member) {
  struct Copy {
    Arguments arguments;
    CopiedReferences references;
  };
  const auto copy = std::make_shared<Copy>(given);
  copy->references.keep(copy->arguments, member);
  return [copy](const Member& m, const Algorithm& algorithm) {
    PreparedCall prepared = prepare(copy->arguments, m, algorithm);
    prepared.arguments = copy;
    return prepared;
  };
}

}  // namespace bamboo::plans::pmpi
