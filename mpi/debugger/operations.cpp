// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <algorithm>
#include <cstdio>

#include "debugger/queues.h"

namespace bamboo::mpi {
namespace {

constexpr std::size_t longest_queue = 1 << 20;

/// The elements of a list whose first one `head` holds.
std::vector<Address> list_at(const Target& target, const void* head, Address next) {
  std::vector<Address> found;
  for (Address at = target.address(in_target(head)); at != 0 && found.size() < longest_queue;
       at = target.address(at + next))
    found.push_back(at);
  return found;
}

/// Requests of the program, and those that a rank waits for.
std::vector<Address> requests_of(const Target& target, const QueueLayout& layout,
                                 const DebuggedQueues& queues) {
  const Address slots = in_target(queues.handles), waited = in_target(queues.waited_for);
  std::vector<Address> found;
  const Address end = target.address(slots + sizeof(Address));
  for (Address slot = target.address(slots); slot < end; slot += layout.slot.bytes)
    if (target.address(slot + layout.slot.handle) != 0)
      found.push_back(target.address(slot + layout.slot.object));
  const Address first = target.address(waited), number = target.address(waited + sizeof(Address));
  for (const Address one : target.numbers<Address>(first, first + number * sizeof(Address)))
    if (one != 0) found.push_back(one);
  return found;
}

std::vector<Address> pending_sends(const Target& target, const QueueLayout& layout,
                                   const DebuggedQueues& queues) {
  std::vector<Address> found = list_at(target, queues.lent, layout.request.next);
  for (const Address request : requests_of(target, layout, queues)) {
    const auto state = target.number<unsigned char>(request + layout.request.state);
    const bool pending = state == layout.value.pending || state == layout.value.awaited;
    if (pending && target.number<bool>(request + layout.request.sends) &&
        std::find(found.begin(), found.end(), request) == found.end())
      found.push_back(request);
  }
  return found;
}

/// Returns "MPI_Isend", for example, and for a step of a collective that it is one.
void describe_start(const Target& target, const QueueLayout& layout, Address request,
                    mqs_pending_operation& shown) {
  char function[48] = "";
  const Address text = target.address(request + layout.request.function);
  for (std::size_t i = 0; text != 0 && i + 1 < sizeof function; ++i) {
    function[i] = target.number<char>(text + i);
    if (function[i] == 0) break;
  }
  const bool step = target.number<unsigned char>(request + layout.request.use) == layout.value.step;
  std::snprintf(shown.extra_text[0], sizeof shown.extra_text[0], "%s%s", step ? "a step of " : "",
                function);
}

mqs_pending_operation show_request(const Target& target, const QueueLayout& layout,
                                   const CommunicatorView& comm, Address request) {
  const auto& at = layout.request;
  mqs_pending_operation shown{};
  const int peer = target.number<std::int32_t>(request + at.peer);
  const bool anyone = peer < 0;
  shown.status = mqs_st_pending;
  shown.desired_global_rank = anyone ? -1 : peer;
  shown.desired_local_rank = anyone ? -1 : comm.peers.rank_of(peer);
  shown.desired_tag = target.number<std::int32_t>(request + at.tag);
  shown.tag_wild = shown.desired_tag == MPI_ANY_TAG;
  const Address type = target.address(request + at.type);
  const auto bytes = target.number<std::uint64_t>(type + layout.type_size);
  shown.desired_length =
      static_cast<mqs_tword_t>(target.number<std::uint64_t>(request + at.count) * bytes);
  shown.buffer = target.address(request + at.buffer);
  if (target.number<bool>(request + at.sends)) {
    shown.actual_global_rank = shown.desired_global_rank;
    shown.actual_local_rank = shown.desired_local_rank;
    shown.actual_tag = shown.desired_tag;
    shown.actual_length = shown.desired_length;
  }
  describe_start(target, layout, request, shown);
  return shown;
}

/// The message has met no receive, so both halves of the entry describe the message.
mqs_pending_operation show_message(const Target& target, const QueueLayout& layout,
                                   const CommunicatorView& comm, Address message) {
  const auto& at = layout.message;
  mqs_pending_operation shown{};
  shown.status = mqs_st_pending;
  shown.system_buffer = 1;
  shown.actual_global_rank = target.number<std::int32_t>(message + at.source);
  shown.actual_local_rank = comm.peers.rank_of(static_cast<int>(shown.actual_global_rank));
  shown.actual_tag = target.number<std::int32_t>(message + at.tag);
  shown.actual_length = static_cast<mqs_tword_t>(target.number<std::uint64_t>(message + at.bytes));
  shown.desired_global_rank = shown.actual_global_rank;
  shown.desired_local_rank = shown.actual_local_rank;
  shown.desired_tag = shown.actual_tag;
  shown.desired_length = shown.actual_length;
  return shown;
}

}  // namespace

std::vector<mqs_pending_operation> operations_of(const Target& target, const QueueLayout& layout,
                                                 const CommunicatorView& comm, mqs_op_class which) {
  std::vector<mqs_pending_operation> found;
  if (which == mqs_unexpected_messages) {
    for (const Address at : list_at(target, comm.queues.unexpected, layout.message.next))
      if (comm.has(target.number<std::uint32_t>(at + layout.message.context)))
        found.push_back(show_message(target, layout, comm, at));
    return found;
  }
  for (const Address at : which == mqs_pending_sends
                              ? pending_sends(target, layout, comm.queues)
                              : list_at(target, comm.queues.posted, layout.request.next))
    if (comm.has(target.number<std::uint32_t>(at + layout.request.context)))
      found.push_back(show_request(target, layout, comm, at));
  return found;
}

}  // namespace bamboo::mpi
