// SPDX-License-Identifier: Apache-2.0
// Sends messages between processes as pieces of a transport.
//
// A small message is one piece with header and payload. A large message is a sequence of pieces
// that are sent at once; each arriving piece is copied to the receive buffer, or to pooled memory
// while no task has posted a receive. Flow control: a pair of processes has at most `eager_budget`
// unreceived bytes. Beyond that only the header is sent, and the payload follows when the receiver
// asks for it (rendezvous); a small standard send may also complete when a receiver that only waits
// lends the bytes (loans.h). A process of the same host reads a large payload from the sender's
// memory instead (peer_memory.h). The number of unreceived headers is bounded as well (one per KB
// of the budget). Further messages wait at the sender, in order, until some headers were received,
// or until the receiver has nothing else to run: it then lends credit, because it may need one of
// those messages.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "bamboo/taskgraph/internal/send.h"
#include "bamboo/taskgraph/internal/threads.h"
#include "bamboo/taskgraph/message.h"
#include "bamboo/taskgraph/payload.h"
#include "bamboo/taskgraph/statistics.h"
#include "machine/ticks.h"
#include "messenger/peer_memory.h"
#include "transport/transport.h"

namespace bamboo {

class DeadlockDetector;

class Messenger {
 public:
  /// Hands each message to its task the moment its first piece arrives, in order per source
  /// process. Runs while the transport is locked: it may call send() and a message's receive() and
  /// discard(), but must not wait for a lock under which another thread calls send().
  using Deliver = std::function<void(Message*)>;

  Messenger(std::unique_ptr<Transport> transport, std::size_t eager_budget,
            Threads threads = Threads::Several, PeerMemory memory = {},
            Now now = std::chrono::steady_clock::now);
  ~Messenger();

  void set_deliver(Deliver deliver);
  Transport& transport();

  /// Sends to a task of another process. Returns true if the send is complete and `source` and
  /// `completion` are no longer needed. Otherwise both must stay valid until completion.sent() was
  /// called. `pooled` false allocates and frees buffers for this message instead of recycling them
  /// (NO_BUFFER_REUSE). Any thread may call it. It waits for the transport, but never for the
  /// receiver.
  bool send(ProcessId destination, const Header& header, PayloadSource& source, SendMode mode,
            SendCompletion* completion, bool pooled = true);

  /// Ends the job with this exit code. Any thread may call it at any time: the first call runs
  /// `last_words` and ends the job; later calls never return. Nothing is destroyed, because other
  /// threads still run.
  [[noreturn]] void abort(int code, const std::function<void()>& last_words = {});

  /// Polls the transport once unless another thread is polling. Returns true if something happened.
  bool progress();
  /// A task of this process polled for a message and found none: the message may be behind sends
  /// that wait at their senders. Any thread may call it.
  void polled_without_success();
  /// Whether messages are in flight that need polls to advance: pieces that the installed MPI could
  /// not send yet, a payload that arrived in part, a message that waits for an answer of its
  /// receiver. The value is as of the last call of another function here. Any thread may call it;
  /// it takes no lock.
  bool needs_polling() const;
  /// Called repeatedly while messages need polls, by the thread that has just used the transport.
  /// Set it while only one thread uses this object.
  void on_polling_needed(std::function<void()> call);

  /// Polls until everything that was sent is over. Calls `too_long` once after that time, unless it
  /// is 0.
  void settle(std::chrono::duration<double> patience, const std::function<void()>& too_long);

  /// Looks for deadlocks over all processes.
  DeadlockDetector& detector();

  /// Drains and finishes the job together with all other processes, up to MPI_Finalize. Serves
  /// processes that still receive; discards messages that no task has received when all processes
  /// are here. `at_the_end` runs when no process needs this one any more, before MPI_Finalize.
  void shutdown(const std::function<void()>& at_the_end = {});

  TrafficStatistics statistics() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bamboo
