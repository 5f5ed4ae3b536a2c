// SPDX-License-Identifier: Apache-2.0
// Messages between processes, made of a transport's pieces.
//
// Small: header and payload in one piece. Large: as many pieces as it takes, sent at once, each
// copied from the arriving piece straight to where the receive wants it (or to pooled memory while
// no task has asked for it yet). Flow control: per pair of processes at most `eager_budget` bytes
// may be unreceived; what goes beyond sends only its header and the payload follows when the
// receiver asks for it (rendezvous), or a standard send of a small one is complete when a receiver
// that only waits lends the bytes (loans.h). The number of unreceived headers is bounded as well
// (one for each KB of the budget); further messages wait at the sender, in order, until some were
// received, or until the receiver has nothing else to run: then it lends credit, as it may need one
// of those.
#pragma once

#include <functional>
#include <memory>

#include "bamboo/taskgraph/internal/send.h"
#include "bamboo/taskgraph/internal/threads.h"
#include "bamboo/taskgraph/message.h"
#include "bamboo/taskgraph/payload.h"
#include "bamboo/taskgraph/statistics.h"
#include "machine/now.h"
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
            Threads threads = Threads::Several, Now now = std::chrono::steady_clock::now);
  ~Messenger();

  void set_deliver(Deliver deliver);
  Transport& transport();

  /// Sends to a task of another process. True: complete, `source` and `completion` are no longer
  /// needed. False: both must stay valid until completion.sent() was called. `pooled` false
  /// allocates and frees buffers for this message instead of recycling them (NO_BUFFER_REUSE).
  /// Any thread; waits for the transport, but never for the receiver.
  bool send(ProcessId destination, const Header& header, PayloadSource& source, SendMode mode,
            SendCompletion* completion, bool pooled = true);

  /// Ends the job with this exit code. Any thread, at any time: the first one calls `last_words`
  /// and ends the job, those that come later never return. Nothing is destroyed, as other threads
  /// still run.
  [[noreturn]] void abort(int code, const std::function<void()>& last_words = {});

  /// Polls the transport once unless another thread is at it. True when something happened.
  bool progress();
  /// A task of this process has looked in vain for a message: it may come behind sends that wait at
  /// their senders. Any thread.
  void polled_in_vain();
  /// Whether messages are under way that do not get on without polls: pieces that the installed MPI
  /// could not hand over yet, a payload of which only a part has come, a message whose receiver has
  /// to say something first. As of the last call of anything else here. Any thread, no lock.
  bool needs_polling() const;
  /// Called again and again while that is so, by the thread that has just used the transport. Set
  /// while only one thread uses this.
  void on_polling_needed(std::function<void()> call);

  /// Looks for deadlocks over all processes.
  DeadlockDetector& detector();

  /// Drains and finishes the job together with every other process, up to MPI_Finalize. Serves
  /// those that still receive meanwhile; drops what no task has received when all are here.
  /// `at_the_end` runs when no process needs this one any more, before MPI_Finalize.
  void shutdown(const std::function<void()>& at_the_end = {});

  TrafficStatistics statistics() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bamboo
