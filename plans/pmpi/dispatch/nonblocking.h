// SPDX-License-Identifier: Apache-2.0
// A collective of which the program gets a request that is under way.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "arguments/call_bytes.h"
#include "arguments/kept_arguments.h"
#include "communicator/communicator.h"
#include "dispatch/call_origin.h"
#include "dispatch/request_plan.h"
#include "dispatch/same_bits.h"
#include "dispatch/tried_call.h"

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

/// Planned where it is known that a plan serves well, or to find that out. Does not wait for other
/// processes.
template <class Arguments>
int dispatch_nonblocking(const Arguments& arguments, const void* site, MPI_Request* request) {
  const Call call{Arguments::operation, arguments.comm, site, Form::Nonblocking};
  if (are_requests_under_way()) progress_requests();
  if (!is_enabled(call.operation) || !request) return native(arguments, request);
  Communicator* communicator = Communicator::find(call.comm);
  const Bytes bytes = communicator && may_combine(arguments) &&
                              may_stand_behind_request(arguments, communicator->member())
                          ? call_bytes(arguments, communicator->member())
                          : std::nullopt;
  if (!bytes) return count_native(arguments, call, 0, [&] { return native(arguments, request); });
  const auto* said = algorithm_at_once(*communicator, call.operation, *bytes);
  if (!said)
    if (auto trial = trial_of_nonblocking(*communicator, call.operation, *bytes))
      return start_tried(arguments, call, *communicator, std::move(trial), *bytes, request);
  return start_nonblocking(arguments, call, *communicator, said, *bytes, request);
}

}  // namespace bamboo::plans::pmpi
