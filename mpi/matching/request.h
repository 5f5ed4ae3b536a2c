// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstddef>
#include <memory>

#include "bamboo/taskgraph/message.h"
#include "bamboo/taskgraph/messenger.h"
#include "comm/communicator.h"
#include "errors/errors.h"
#include "matching/active_receive.h"
#include "matching/collective_call.h"
#include "types/datatype.h"

namespace bamboo::mpi {

class Rank;
class LocalMessage;
class PendingCollective;

/// A pending operation of one rank; for receives also the sink of the arriving payload, for sends
/// also what the messenger tells when the buffer is free.
///
/// `complete` is written under the owner's mailbox lock by whoever delivers; all else belongs to
/// the owner. Lives in the owner's pool from allocation to release().
struct Request final : PayloadSink, SendCompletion {
  enum class Kind : unsigned char { Send, Receive, Collective };

  explicit Request(Rank& owner) : rank(&owner) {}
  void write(const std::byte* in, std::size_t n) override {
    const Filling filling(*this);
    unpacker.write(in, n);
  }
  void done() override;
  void sent() override;

  Kind kind = Kind::Send;
  SendMode mode = SendMode::Standard;
  SendMode declared_mode = SendMode::Standard;  ///< of a persistent send, wherever it is started
  bool ready = false;                           ///< a send that says that its receive is posted
  bool persistent = false;
  bool active = false;  ///< started and not yet waited for
  bool cancelled = false;
  bool internal = false;  ///< a step of a collective: never seen by the user
  bool orphan = false;    ///< MPI_Request_free came before completion: released by the deliverer
  bool waited = false;    ///< counts in the owner's firing rule (under the mailbox lock)
  std::atomic<bool> complete{false};

  Rank* rank;
  Communicator* comm = nullptr;

  // The operation's arguments. `peer` is a world rank or any_source, no_peer for MPI_PROC_NULL.
  void* buffer = nullptr;
  std::size_t count = 0;
  const Datatype* type = nullptr;
  DatatypeRef type_keeper;  ///< empty for predefined types, which live forever
  TaskId peer = -1;
  std::uint32_t context = 0;
  int tag = 0;

  // What came of it.
  std::unique_ptr<MpiError> failure;  ///< a collective's, until the rank asks for it
  TaskId source = -1;                 ///< world rank of the message received
  int received_tag = 0;
  std::uint32_t number = 0;        ///< of the message received, at its source
  CollectiveCall call;             ///< that it is a step of
  std::uint32_t label = 0;         ///< of the message received
  std::uint64_t bytes = 0;         ///< of the message; may exceed the buffer (truncation)
  const char* function = nullptr;  ///< that started it, with its call site: for reports
  void* call_site = nullptr;

  Unpacker unpacker;                 ///< receives
  std::unique_ptr<Packer> packer;    ///< sends to other processes that are pending
  LocalMessage* borrowed = nullptr;  ///< sends: the message that still points at our buffer
  PendingCollective* collective = nullptr;

  std::uint64_t listed = 0;  ///< the last of the rank's lists that named it
  Request* next = nullptr;   ///< mailbox list, free list
  Request* previous = nullptr;
};

inline constexpr TaskId no_peer = -3;

}  // namespace bamboo::mpi
