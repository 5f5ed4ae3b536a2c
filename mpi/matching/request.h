// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include "bamboo/taskgraph/internal/send.h"
#include "bamboo/taskgraph/message.h"
#include "bamboo/taskgraph/task.h"
#include "errors/errors.h"
#include "matching/active_receive.h"
#include "matching/collective_call.h"
#include "matching/generalized_request.h"
#include "matching/in_use.h"
#include "matching/request_state.h"
#include "types/datatype.h"

namespace bamboo::mpi {

class LocalMessage;
class MessagingTask;
class PendingOperation;

// What the kinds of requests have besides what all have; generalized_request.h has another one.

struct SendRequest {
  SendMode mode = SendMode::Standard;
  SendMode declared_mode = SendMode::Standard;  ///< of a persistent one, wherever it is started
  bool ready = false;                           ///< it says that its receive is posted
  std::unique_ptr<Packer> packer;               ///< of a pending one to another process
  LocalMessage* borrowed = nullptr;             ///< the message that still points at our buffer
};

/// A receive, and the message that it has taken.
struct ReceiveRequest {
  Unpacker unpacker;
  TaskId source = -1;  ///< world rank
  int tag = 0;
  std::uint32_t number = 0;  ///< at its source
  std::uint32_t label = 0;
};

struct CollectiveRequest {};
struct OneSidedRequest {};

/// An operation of one task. A receive is also the sink of the arriving payload, a send also the
/// object that the messenger notifies when the buffer is free. All members but `state` belong to
/// the owner.
struct Request final : PayloadSink, SendCompletion {
  using Kind = std::variant<SendRequest, ReceiveRequest, CollectiveRequest, GeneralizedRequest,
                            OneSidedRequest>;
  enum class Use : unsigned char {
    Once,
    Persistent,  ///< started again and again
    Step,        ///< of a pending operation: invisible to the program
  };

  /// The kind does not change later.
  template <class Of, class... Arguments>
  Request(MessagingTask& its_owner, std::in_place_type_t<Of> its_kind, Arguments... arguments)
      : kind(its_kind, arguments...), sends(std::is_same_v<Of, SendRequest>), owner(&its_owner) {}
  void write(const std::byte* in, std::size_t n) override {
    const ActiveReceive scope(*this);
    as<ReceiveRequest>().unpacker.write(in, n);
  }
  std::span<std::byte> memory() override { return as<ReceiveRequest>().unpacker.memory(); }
  template <class Of>
  bool is() const {
    return std::holds_alternative<Of>(kind);
  }
  template <class Of>
  Of& as() {
    return std::get<Of>(kind);
  }
  template <class Of>
  const Of& as() const {
    return std::get<Of>(kind);
  }
  bool is_step() const { return use == Use::Step; }
  /// The communicator exists as long as the request does.
  void keep_comm() { comm_use = CommunicatorUse(*comm); }
  void done() override;
  void sent() override;
  /// The receive takes the message with this header.
  void matched(const Header& header) {
    set_message(header.source, header.tag, header.number, header.label, header.bytes);
  }
  /// The receive represents another one, which has taken its message.
  void matched_as(const Request& other) {
    const auto& its = other.as<ReceiveRequest>();
    set_message(its.source, its.tag, its.number, its.label, other.bytes);
  }
  /// Sets the data to send, or the destination of the message.
  void set_data(void* data, std::size_t elements, const Datatype& of_type) {
    buffer = data;
    count = elements;
    type = &of_type;
    if (of_type.combiner != MPI_COMBINER_NAMED) type_keeper = of_type.weak_from_this().lock();
  }

  Kind kind;
  Use use = Use::Once;
  RequestState state;
  const bool sends;  ///< for debuggers, which cannot read `kind`

  MessagingTask* owner;
  InUse* comm = nullptr;
  CommunicatorUse comm_use;  ///< of a request that may outlive the call

  // The operation's arguments. `peer` is a world rank or any_source, no_peer for MPI_PROC_NULL.
  void* buffer = nullptr;
  std::size_t count = 0;
  const Datatype* type = nullptr;
  DatatypeRef type_keeper;  ///< empty for predefined types, which live forever
  TaskId peer = -1;
  std::uint32_t context = 0;
  int tag = 0;

  // The result.
  bool cancelled = false;
  std::unique_ptr<MpiError> failure;  ///< a collective's, until the rank asks for it
  CollectiveCall call;                ///< that it is a step of, if any
  std::uint64_t bytes = 0;            ///< of the message; may exceed the buffer (truncation)
  CallSite started_by;                ///< for reports

  std::shared_ptr<PendingOperation> operation;  ///< of a persistent request that is no one message

  std::uint64_t listed = 0;  ///< the last of the rank's lists that named it
  Request* next = nullptr;   ///< receives: in the mailbox; sends: in the owner's LentSends
  Request* previous = nullptr;

 private:
  void set_message(TaskId source, int its_tag, std::uint32_t number, std::uint32_t label,
                   std::uint64_t its_bytes) {
    auto& receive = as<ReceiveRequest>();
    receive.source = source;
    receive.tag = its_tag;
    receive.number = number;
    receive.label = label;
    bytes = its_bytes;
  }
};

inline constexpr TaskId no_peer = -3;

}  // namespace bamboo::mpi
