// SPDX-License-Identifier: Apache-2.0
// The only door to the installed MPI. A transport moves *pieces*: byte strings of at most
// piece_bytes(), which the MPI sends eagerly into receives that were posted beforehand, so that a
// piece never waits for a handshake (docs/developers/internals.md, life of a message). Everything
// else (messages, flow control, rendezvous, deadlock detection) is above it, in Messenger.
//
// Implementations live in modules (lib/bamboo/bamboo-transport-<mpi>.so), one for each MPI,
// compiled against its mpi.h, loaded by load_transport(). No function is thread-safe: Messenger
// holds a lock.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bamboo/taskgraph/internal/job_clock.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

class PieceReceiver {
 public:
  virtual ~PieceReceiver() = default;
  /// A piece has arrived; `data` is valid during the call only. Pieces of one source come in the
  /// order in which they were sent.
  virtual void piece(ProcessId source, const std::byte* data, std::size_t bytes) = 0;
};

/// Which threads may call the MPI, and when.
enum class MpiThreads {
  TakeTurns,      ///< the runtime's, while the program makes no calls
  AnyAtOnce,      ///< any, also while threads of the program do
  OnlyTheCaller,  ///< the one that has made the transport
};

class Transport {
 public:
  virtual ~Transport() = default;

  virtual ProcessId process() const = 0;
  virtual int processes() const = 0;
  /// How many processes of the job share this machine (for the choice of the service mode).
  virtual int local_processes() const = 0;
  /// The place of this process among them, from 0.
  virtual int local_process() const { return 0; }
  /// The largest piece that travels eagerly on this network (found out at start, not hard-coded).
  virtual std::size_t piece_bytes() const = 0;
  virtual MpiThreads mpi_threads() const { return MpiThreads::TakeTurns; }
  virtual std::string name() const = 0;  ///< "Open MPI 4.1.4", for doctor and reports
  /// Process 0's text, in every process. Collective, before the first piece is sent.
  virtual std::string broadcast_text(const std::string& mine) { return mine; }
  /// The texts of the processes that share this machine, this one's among them. Collective, before
  /// the first piece is sent.
  virtual std::vector<std::string> allgather_texts_on_host(const std::string& mine) {
    return {mine};
  }
  /// Compares the clocks of all processes. Collective, before the first piece is sent.
  virtual JobClock job_clock() { return {}; }

  /// A pooled buffer of piece_bytes().
  virtual std::byte* allocate() = 0;
  /// Sends the first `bytes` of a buffer from allocate(), which goes back to the pool when the MPI
  /// is done with it. Never blocks. Keeps order per destination.
  virtual void send(ProcessId destination, std::byte* piece, std::size_t bytes) = 0;
  /// Sent pieces that the installed MPI has not finished with.
  virtual std::size_t unsent() const = 0;
  /// Drives the MPI once and delivers what has arrived. Returns true if something happened.
  virtual bool poll(PieceReceiver& receiver) = 0;

  /// Starts the shutdown, after everything was sent. Once all processes have called it,
  /// shutdown_done() returns true on every process. The caller keeps polling meanwhile. When a
  /// process knows that all have called it, later sends (a late credit, for example) are dropped:
  /// no process reads them, and the others may have exited.
  virtual void shutdown_begin() = 0;
  virtual bool shutdown_done() = 0;
  /// Calls MPI_Finalize, unless the program has initialised the MPI. Collective. If the installed
  /// MPI is known to hang in it occasionally, the process exits with `exit_code` after a time
  /// limit: everything has been delivered by then.
  virtual void finalize() = 0;
  int exit_code = 0;
  /// Ends the whole job with this exit code.
  [[noreturn]] virtual void abort(int code) = 0;
};

/// Loads the module for the MPI that launched this process ("openmpi" or "mpich"; BAMBOO_MPI
/// overrides), initialises the MPI and returns its transport. Without a launcher and without
/// BAMBOO_MPI it returns a transport of one process that needs no MPI. On failure it prints a
/// message with a remedy and exits with code 1. `piece_bytes` of process 0 is the size of a piece;
/// 0 means to measure it.
std::unique_ptr<Transport> load_transport(const std::string& module_folder,
                                          std::size_t piece_bytes = 0);

/// Returns the reason why this process must not run as a job of one: a launcher or a batch system
/// announces several tasks, none of which the transport reaches. Each of them would be rank 0 of 1.
/// The text includes the remedy.
std::optional<std::string> why_not_alone(const Transport& transport);

}  // namespace bamboo
