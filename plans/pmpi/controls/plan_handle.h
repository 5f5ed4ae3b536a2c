// SPDX-License-Identifier: Apache-2.0
/// \file
/// The object behind a Bamboo_Plan.
#pragma once

#include <functional>
#include <utility>

#include "arguments/call_bytes.h"
#include "bamboo_plans.h"
#include "communicator/communicator.h"

struct Bamboo_Plan_s {
  using Native = std::function<int(const void* sendbuf, void* recvbuf)>;
  using Prepare = std::function<bamboo::plans::pmpi::PreparedCall(
      const bamboo::plans::Algorithm&, const void* sendbuf, void* recvbuf)>;

  bamboo::plans::pmpi::Communicator* communicator = nullptr;  ///< null: not planned
  const bamboo::plans::Algorithm* algorithm = nullptr;
  Native native;    ///< the installed MPI's collective
  Prepare prepare;  ///< the planned one
  /// Made by the control part; null: the communicator keeps the plan.
  bamboo::plans::ScheduleRef schedule;
};

namespace bamboo::plans::pmpi {

template <class Arguments>
Arguments with_buffers(Arguments a, const void* sendbuf, void* recvbuf) {
  if constexpr (requires { a.buffer; }) {
    a.buffer = recvbuf;
  } else if constexpr (requires { a.sendbuf; }) {
    a.sendbuf = sendbuf;
    a.recvbuf = recvbuf;
  }
  return a;
}

/// As if the call were in place wherever it may be: the control part does not know the buffers, and
/// of a side that may be left out it believes nothing.
template <class Arguments>
Arguments in_place(Arguments a, const Member& member) {
  if constexpr (Arguments::operation == Operation::Scatter) {
    if (member.rank == a.root) a.recvbuf = MPI_IN_PLACE;
  } else if constexpr (Arguments::operation == Operation::Gather) {
    if (member.rank == a.root) a.sendbuf = MPI_IN_PLACE;
  } else if constexpr (requires { a.sendtype; }) {
    a.sendbuf = MPI_IN_PLACE;
  }
  return a;
}

/// `arguments` without buffers. Where the MPI shall find the fault in them, it does when data
/// moves.
template <class Arguments>
int make_plan(const Arguments& arguments, Bamboo_Plan* plan) {
  *plan = new Bamboo_Plan_s;
  (*plan)->native = [=](const void* s, void* r) { return native(with_buffers(arguments, s, r)); };
  Communicator* communicator = Communicator::find(arguments.comm);
  if (!communicator) return MPI_SUCCESS;
  const Member member = communicator->member();
  (*plan)->prepare = [=](const Algorithm& algorithm, const void* s, void* r) {
    return prepare(with_buffers(arguments, s, r), member, algorithm);
  };
  const Bytes bytes = call_bytes(in_place(arguments, member), member);
  if (!bytes) return MPI_SUCCESS;
  const auto* chosen = communicator->choice().decide_now(Arguments::operation, *bytes);
  if (!chosen || !communicator->open_channel()) return MPI_SUCCESS;
  (*plan)->communicator = communicator;
  (*plan)->algorithm = chosen;
  return MPI_SUCCESS;
}

}  // namespace bamboo::plans::pmpi
