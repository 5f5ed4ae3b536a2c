// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "debugger/table.h"
#include "rank/rank.h"

namespace bamboo::mpi {

/// What debuggers read of private members.
struct DebuggerAccess {
  static DebuggedQueues queues_of(Rank& rank) {
    const auto in = rank.inbox.lock();
    return {&in->mailbox.posted_,     &in->mailbox.unexpected_,    &*rank.lent.sends_.lock(),
            &rank.requests.slots_,    &rank.waited_for.requests,   &rank.communicators.world,
            &rank.communicators.self, &rank.communicators.derived_};
  }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"  // no class here has a virtual base
  static constexpr QueueLayout layout() {
    return {
        .request = {offsetof(Request, next), offsetof(Request, sends), offsetof(Request, state),
                    offsetof(Request, use), offsetof(Request, peer), offsetof(Request, context),
                    offsetof(Request, tag), offsetof(Request, buffer), offsetof(Request, count),
                    offsetof(Request, type),
                    offsetof(Request, started_by) + offsetof(CallSite, function)},
        .value = {static_cast<std::uint64_t>(RequestState::Pending),
                  static_cast<std::uint64_t>(RequestState::Awaited),
                  static_cast<std::uint64_t>(Request::Use::Step)},
        .slot = {offsetof(Requests::Slot, object), offsetof(Requests::Slot, handle),
                 sizeof(Requests::Slot)},
        .message = {offsetof(Message, next), offsetof(Message, header) + offsetof(Header, source),
                    offsetof(Message, header) + offsetof(Header, context),
                    offsetof(Message, header) + offsetof(Header, tag),
                    offsetof(Message, header) + offsetof(Header, bytes)},
        .communicator = {offsetof(Communicator, context), offsetof(Communicator, rank),
                         offsetof(Communicator, group), offsetof(Communicator, remote_group),
                         offsetof(Communicator, name), offsetof(Communicator, freed)},
        .group = {offsetof(Group, size_), offsetof(Group, members_)},
        .type_size = offsetof(Datatype, size),
    };
  }
#pragma GCC diagnostic pop
};

}  // namespace bamboo::mpi
