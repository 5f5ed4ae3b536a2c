// SPDX-License-Identifier: Apache-2.0
// Decisions of plan files and kept plans for blocking calls. The communicator's choice makes the
// others.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>

#include "arguments/call_bytes.h"
#include "arguments/prepare.h"
#include "communicator/communicator.h"
#include "configuration/world.h"
#include "datatypes/reducible.h"
#include "dispatch/agreed_pattern.h"

namespace bamboo::plans::pmpi {

/// Whether a plan, which has its own order of operands, may serve a call with these arguments:
/// results have the bits that the installed MPI gives them. All processes of the call get the same
/// result.
template <class Arguments>
bool may_combine(const Arguments& arguments) {
  if constexpr (reduces(Arguments::operation))
    return !world()->settings.same_bits || is_exact(arguments.op, arguments.datatype);
  return true;
}

/// Whether calls with such arguments may keep a plan (bamboo_controls.h).
template <class Arguments>
constexpr bool may_keep_plans =
    requires(const Arguments& a, Communicator& c) { agreed_pattern(a, nullptr, c); };

/// Bytes in an element of a reduction.
template <class Arguments>
std::size_t element_bytes(const Arguments& arguments) {
  if constexpr (requires { arguments.op; }) return bytes_of(1, arguments.datatype).value_or(0);
  return 1;
}

/// In place, the send counts of an all-to-all have no meaning.
template <class Arguments>
bool says_pattern(const Arguments& a) {
  if constexpr (requires { a.sdispls; }) return a.sendbuf != MPI_IN_PLACE && a.sdispls != nullptr;
  return true;
}

/// Returns nothing if no file serves the call; all processes get the same result.
template <class Arguments>
std::optional<Decision> decide_filed(const Arguments& arguments, const Bytes& bytes,
                                     Communicator& communicator) {
  FiledPlans& filed = communicator.filed_plans();
  if (!filed.concern(Arguments::operation) || !may_combine(arguments) ||
      !communicator.open_channel())
    return std::nullopt;
  const auto ask = [&](const Algorithm& algorithm) -> std::optional<AskedOfFile> {
    if (!bytes) return std::nullopt;
    return AskedOfFile{prepare(arguments, communicator.member(), algorithm).problem, *bytes,
                       element_bytes(arguments)};
  };
  return filed.decide(Arguments::operation, ask, communicator.channel());
}

/// Returns nothing if no plan is kept for the call, which must be served like any other; all
/// processes get the same result. `control`: null for a call without one.
template <class Arguments>
std::optional<Decision> decide_kept(const Arguments& arguments, const Bytes& bytes,
                                    std::uint64_t* control, Communicator& communicator) {
  if (!may_combine(arguments)) return std::nullopt;
  ControlPlans& plans = communicator.control_plans(Arguments::operation);
  if (plans.is_closed() || !communicator.open_channel()) return std::nullopt;
  if (!bytes || !says_pattern(arguments)) control = nullptr;
  return plans.decide(control, communicator.size(), communicator.channel(),
                      [&] { return agreed_pattern(arguments, nullptr, communicator); });
}

}  // namespace bamboo::plans::pmpi
