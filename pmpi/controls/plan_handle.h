// SPDX-License-Identifier: Apache-2.0
// The object behind a Bamboo_Plan.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "arguments/call_bytes.h"
#include "arguments/prepare.h"
#include "bamboo_plans.h"
#include "communicator/communicator.h"
#include "configuration/planned_algorithms.h"
#include "controls/copied_arrays.h"
#include "dispatch/decide.h"
#include "requests/active_requests.h"

struct Bamboo_Plan_s {
  using Native = std::function<int(const void* sendbuf, void* recvbuf)>;
  using Prepare = std::function<bamboo::plans::pmpi::PreparedCall(
      const bamboo::plans::Algorithm&, const void* sendbuf, void* recvbuf)>;

  Native native;    ///< the installed MPI's collective
  Prepare prepare;  ///< the planned one
  bamboo::plans::pmpi::Communicator* communicator = nullptr;
  std::optional<bamboo::plans::pmpi::Decision> decision;  ///< nothing: not planned
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

/// Plans as if each call that may be in place were in place: the control part does not know the
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

/// Returns the decision for calls with these arguments, which have no buffers; nothing if the MPI
/// serves the calls, which also reports errors in the arguments when data are moved. `pattern`:
/// null, or the same on all processes (agreed_pattern.h).
template <class Arguments>
std::optional<Decision> decide_by_hand(const Arguments& arguments, const MPI_Count* pattern,
                                       Communicator& communicator) {
  constexpr Operation operation = Arguments::operation;
  if constexpr (may_keep_plans<Arguments>) {
    if (!communicator.open_channel()) return std::nullopt;
    auto agreed = agreed_pattern(arguments, pattern, communicator);
    if (!agreed) return std::nullopt;
    Decision decision{&phased_of(operation).by_hand};
    decision.schedule = [phases = std::make_shared<PhasedPattern>(*std::move(agreed))](
                            const Problem& problem) { return phases->schedule_for(problem); };
    return decision;
  } else {
    const Member member = communicator.member();
    const Bytes bytes = call_bytes(in_place(arguments, member), member);
    if (!bytes) return std::nullopt;
    const Algorithm* chosen = communicator.choice().decide_now(operation, *bytes);
    if (!chosen || !communicator.open_channel()) return std::nullopt;
    return Decision{chosen};
  }
}

template <class Arguments>
int make_plan(const Arguments& given, const MPI_Count* pattern, Bamboo_Plan* plan) {
  if (is_irregular(Arguments::operation)) before_blocking();
  const auto own = std::make_shared<const CopiedArrays<Arguments>>(given);
  const Arguments& arguments = own->arguments();
  *plan = new Bamboo_Plan_s;
  (*plan)->native = [own](const void* s, void* r) {
    return native(with_buffers(own->arguments(), s, r));
  };
  Communicator* communicator = Communicator::find(arguments.comm);
  if (!communicator || !may_combine(arguments)) return MPI_SUCCESS;
  (*plan)->prepare = [own, member = communicator->member()](const Algorithm& algorithm,
                                                            const void* s, void* r) {
    return prepare(with_buffers(own->arguments(), s, r), member, algorithm);
  };
  (*plan)->communicator = communicator;
  (*plan)->decision = decide_by_hand(arguments, pattern, *communicator);
  return MPI_SUCCESS;
}

}  // namespace bamboo::plans::pmpi
