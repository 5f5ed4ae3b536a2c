// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <memory>

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

/// An operation of one task. A receive is also the sink of the arriving payload, a send also the
/// object that the messenger notifies when the buffer is free. All members but `state` belong to
/// the owner.
struct Request final : PayloadSink, SendCompletion {
  enum class Kind : unsigned char { Send, Receive, Collective, Generalized, OneSided };
  enum class Use : unsigned char {
    Once,
    Persistent,  ///< started again and again
    Step,        ///< of a pending operation: invisible to the program
  };

  explicit Request(MessagingTask& its_owner) : owner(&its_owner) {}
  void write(const std::byte* in, std::size_t n) override {
    const ActiveReceive scope(*this);
    unpacker.write(in, n);
  }
  bool is_step() const { return use == Use::Step; }
  /// The communicator exists as long as the request does.
  void keep_comm() { comm_use = CommunicatorUse(*comm); }
  void done() override;
  void sent() override;
  /// The receive takes the message with this header.
  void matched(const Header& header) {
    source = header.source;
    received_tag = header.tag;
    number = header.number;
    bytes = header.bytes;
    label = header.label;
  }
  /// The receive represents another one, which has taken its message.
  void matched_as(const Request& other) {
    source = other.source;
    received_tag = other.received_tag;
    number = other.number;
    bytes = other.bytes;
    label = other.label;
  }
  /// Sets the data to send, or the destination of the message.
  void set_data(void* data, std::size_t elements, const Datatype& of_type) {
    buffer = data;
    count = elements;
    type = &of_type;
    if (of_type.combiner != MPI_COMBINER_NAMED) type_keeper = of_type.weak_from_this().lock();
  }

  Kind kind = Kind::Send;
  SendMode mode = SendMode::Standard;
  SendMode declared_mode = SendMode::Standard;  ///< of a persistent send, wherever it is started
  Use use = Use::Once;
  bool ready = false;  ///< a send that says that its receive is posted
  RequestState state;

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
  TaskId source = -1;                 ///< world rank of the message received
  int received_tag = 0;
  std::uint32_t number = 0;  ///< of the message received, at its source
  CollectiveCall call;       ///< that it is a step of, if any
  std::uint32_t label = 0;   ///< of the message received
  std::uint64_t bytes = 0;   ///< of the message; may exceed the buffer (truncation)
  CallSite started_by;       ///< for reports
  std::unique_ptr<GeneralizedRequest> generalized;

  Unpacker unpacker;                 ///< receives
  std::unique_ptr<Packer> packer;    ///< sends to other processes that are pending
  LocalMessage* borrowed = nullptr;  ///< sends: the message that still points at our buffer

  std::shared_ptr<PendingOperation> operation;  ///< of a persistent request that is no one message

  std::uint64_t listed = 0;  ///< the last of the rank's lists that named it
  Request* next = nullptr;   ///< receives: in the mailbox; sends: in the owner's LentSends
  Request* previous = nullptr;
};

inline constexpr TaskId no_peer = -3;

}  // namespace bamboo::mpi
