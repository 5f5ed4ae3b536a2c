// SPDX-License-Identifier: Apache-2.0
// A collective of which the program gets a request: one that is under way, or a persistent one.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "arguments/call_bytes.h"
#include "arguments/exchange_part.h"
#include "arguments/kept_arguments.h"
#include "communicator/communicator.h"
#include "configuration/hints.h"
#include "dispatch/decide.h"
#include "dispatch/request_plan.h"
#include "dispatch/tried.h"

namespace bamboo::plans::pmpi {

/// Serves the call by that algorithm, or by the installed MPI if it is null or not possible here.
template <class Arguments>
int start_nonblocking(const Arguments& arguments, const Call& call, Communicator& communicator,
                      const Algorithm* algorithm, std::size_t bytes, MPI_Request* request) {
  if (algorithm)
    if (auto planned = plan_at_once(call, communicator, *algorithm, bytes,
                                    keep(arguments, communicator.member())))
      return start_once(std::make_unique<PlanServer>(std::move(*planned)), request);
  return count_native(arguments, call, bytes, [&] { return native(arguments, request); });
}

template <class Arguments>
int start_tried(const Arguments& arguments, const Call& call, Communicator& communicator,
                std::shared_ptr<Trial> trial, std::size_t bytes, MPI_Request* request) {
  const Member member = communicator.member();
  Ask ask;
  if (!trial->may_only_count())
    ask = [make_ready = keep(arguments, member), member,
           &any = select(call.operation, member.size, bytes)] {
      return make_ready(member, any).problem;
    };
  TriedCall tried(std::move(trial), communicator.shared_channel(), std::nullopt, std::move(ask));
  const int error =
      start_nonblocking(arguments, call, communicator, tried.server(), bytes, request);
  tried.begun(*request, error);
  return error;
}

/// Plans the call if a plan is known to be good, or to find that out. Does not wait for other
/// processes.
template <class Arguments>
int dispatch_nonblocking(const Arguments& arguments, const void* site, MPI_Request* request) {
  const Call call{Arguments::operation, arguments.comm, site, Form::Nonblocking};
  if (are_requests_under_way()) progress_requests();
  if (!is_enabled(call.operation) || !request) return native(arguments, request);
  Communicator* communicator = Communicator::find(call.comm);
  const Bytes bytes = communicator && may_combine(arguments) &&
                              may_be_behind_request(arguments, communicator->member())
                          ? call_bytes(arguments, communicator->member())
                          : std::nullopt;
  if (!bytes) return count_native(arguments, call, 0, [&] { return native(arguments, request); });
  const auto* said = algorithm_at_once(*communicator, call.operation, *bytes);
  if (!said)
    if (auto trial = trial_of_nonblocking(*communicator, call.operation, *bytes))
      return start_tried(arguments, call, *communicator, std::move(trial), *bytes, request);
  return start_nonblocking(arguments, call, *communicator, said, *bytes, request);
}

/// Whether a plan may serve the request: all processes must take part in making it, even if only
/// some of them pass keys.
inline bool is_wanted(const Call& call, MPI_Info info, Communicator& communicator) {
  if (communicator.choice().may_plan_behind_request(call.operation)) return true;
  int some_say = has_hints(info);
  PMPI_Allreduce(MPI_IN_PLACE, &some_say, 1, MPI_INT, MPI_MAX, call.comm);
  return some_say != 0;
}

/// The plan of an all-to-all with counts is made of all processes' counts, that of another
/// operation is chosen by its bytes, or tried beside the MPI's own.
template <class Arguments>
std::unique_ptr<RequestServer> plan_behind_request(const Arguments& arguments, const Call& call,
                                                   MPI_Info info, const Member& member) {
  if constexpr (Arguments::operation == Operation::Alltoallv) {
    const ExchangePart part = part_of(arguments, member.size);
    return plan_persistent(call, info, part,
                           part.is_plausible() ? keep(arguments, member) : Prepare());
  } else {
    const Bytes bytes = call_bytes(arguments, member);
    return plan_persistent(call, info, bytes, bytes ? keep(arguments, member) : Prepare(),
                           [&](MPI_Request* made) { return native(arguments, info, made); });
  }
}

template <class Arguments>
int dispatch_persistent(const Arguments& arguments, const void* site, MPI_Info info,
                        MPI_Request* request) {
  const Call call{Arguments::operation, arguments.comm, site, Form::Persistent};
  if (!request) return native(arguments, info, request);
  before_blocking();  // the processes speak with each other
  // Between two groups of processes counts and displacements are the other group's.
  Communicator* communicator = Communicator::find(call.comm);
  if constexpr (is_of_neighbours(Arguments::operation))
    if (communicator) communicator->learn_edge_orders();
  if (communicator && may_combine(arguments) &&
      may_be_behind_request(arguments, communicator->member()) &&
      is_wanted(call, info, *communicator))
    if (auto server = plan_behind_request(arguments, call, info, communicator->member()))
      return make_persistent(std::move(server), request);
  return count_native(arguments, call, 0, [&] { return native(arguments, info, request); });
}

}  // namespace bamboo::plans::pmpi
