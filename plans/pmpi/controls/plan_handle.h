// SPDX-License-Identifier: Apache-2.0
// The object behind a Bamboo_Plan.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "arguments/call_bytes.h"
#include "bamboo_plans.h"
#include "communicator/communicator.h"
#include "configuration/planned_algorithms.h"
#include "controls/kept_arrays.h"
#include "dispatch/irregular_traffic.h"
#include "dispatch/same_bits.h"
#include "patterns/exchange_pattern.h"
#include "requests/active_requests.h"

struct Bamboo_Plan_s {
  using Native = std::function<int(const void* sendbuf, void* recvbuf)>;
  using Prepare = std::function<bamboo::plans::pmpi::PreparedCall(
      const bamboo::plans::Algorithm&, const void* sendbuf, void* recvbuf)>;

  bamboo::plans::pmpi::Communicator* communicator = nullptr;  ///< null: not planned
  const bamboo::plans::Algorithm* algorithm = nullptr;
  Native native;    ///< the installed MPI's collective
  Prepare prepare;  ///< the planned one
  /// For an irregular operation; for others the communicator keeps the plan.
  std::optional<bamboo::plans::pmpi::PhasedPattern> pattern;
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

/// Plans as if the call were in place wherever it may be: the control part does not know the
/// buffers, and does not rely on a side that may be omitted.
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

/// `arguments` has no buffers. The MPI reports errors in the arguments when data are moved.
/// `pattern` is null, or the same on all processes (irregular_traffic.h).
template <class Arguments>
int make_phased_plan(const Arguments& given, const MPI_Count* pattern, Bamboo_Plan* plan) {
  before_blocking();
  const auto own = std::make_shared<const KeptArrays<Arguments>>(given);
  const Arguments& arguments = own->arguments();
  *plan = new Bamboo_Plan_s;
  (*plan)->native = [own](const void* s, void* r) {
    return native(with_buffers(own->arguments(), s, r));
  };
  Communicator* communicator = Communicator::find(arguments.comm);
  if (!communicator || !may_combine(arguments) || !communicator->open_channel()) return MPI_SUCCESS;
  (*plan)->prepare = [own, member = communicator->member()](const Algorithm& algorithm,
                                                            const void* s, void* r) {
    return prepare(with_buffers(own->arguments(), s, r), member, algorithm);
  };
  const std::optional<IrregularTraffic> traffic = agreed_traffic(arguments, pattern, *communicator);
  if (!traffic) return MPI_SUCCESS;
  (*plan)->pattern.emplace(traffic->messages, communicator->choice().network(),
                           communicator->scheduler(), traffic->unit);
  (*plan)->communicator = communicator;
  (*plan)->algorithm = &phased_of(Arguments::operation).by_hand;
  return MPI_SUCCESS;
}

template <class Arguments>
  requires(is_irregular(Arguments::operation))
int make_plan(const Arguments& arguments, Bamboo_Plan* plan) {
  return make_phased_plan(arguments, nullptr, plan);
}

/// Like above, for regular operations.
template <class Arguments>
int make_plan(const Arguments& arguments, Bamboo_Plan* plan) {
  *plan = new Bamboo_Plan_s;
  (*plan)->native = [=](const void* s, void* r) { return native(with_buffers(arguments, s, r)); };
  Communicator* communicator = Communicator::find(arguments.comm);
  if (!communicator || !may_combine(arguments)) return MPI_SUCCESS;
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
