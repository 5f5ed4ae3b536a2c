// SPDX-License-Identifier: Apache-2.0
/** \file
    The ranks of a process and their message queues, as debuggers find them in the memory of a
    process or of a core file: `bamboo debug` (driver/commands/debug_ranks.py) and
    libbamboo_msgq.so, which TotalView and DDT load. They find the symbol `bamboo_debugger_table`.
    The layout is that of libstdc++: a vector begins with the addresses of its first element and of
    its end, a string with the address of its characters and their number, a span likewise. */
#pragma once

#include <cstdint>

namespace bamboo::mpi {

inline constexpr std::uint64_t debugger_table_version = 2;

/// The addresses of a rank's queues. A list holds the address of its first element.
struct DebuggedQueues {
  const void* posted = nullptr;      ///< list of requests: receives that no message has met
  const void* unexpected = nullptr;  ///< list of messages that no receive has taken
  const void* lent = nullptr;        ///< list of requests: sends of unexpected messages
  const void* handles = nullptr;     ///< vector of slots: the program's requests
  const void* waited_for = nullptr;  ///< span of the addresses of requests
  const void* world = nullptr;       ///< communicator
  const void* self = nullptr;        ///< communicator
  const void* derived = nullptr;     ///< vector of the addresses of communicators
};

struct DebuggedRank {
  DebuggedRank* next = nullptr;
  std::int64_t rank = 0;
  const void* registers = nullptr;  ///< StackView
  const void* bottom = nullptr;
  const void* top = nullptr;
  DebuggedQueues queues;
};

/// Where the members of objects are, in bytes from their beginning.
struct QueueLayout {
  struct {
    std::uint64_t next, sends, state, use, peer, context, tag, buffer, count, type, function;
  } request;
  /// Values of a request's `state` and `use`.
  struct {
    std::uint64_t pending, awaited, step;
  } value;
  struct {
    std::uint64_t object, handle, bytes;
  } slot;
  struct {
    std::uint64_t next, source, context, tag, bytes;
  } message;
  struct {
    std::uint64_t context, rank, group, remote_group, name, freed;
  } communicator;
  struct {
    std::uint64_t size, members;  ///< no members: all ranks of the job, in their order
  } group;
  std::uint64_t type_size;
};

struct DebuggerTable {
  std::uint64_t version;
  DebuggedRank* first;
  QueueLayout layout;
};

}  // namespace bamboo::mpi
