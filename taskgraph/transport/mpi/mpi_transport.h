// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "transport/mpi/finalize_watch.h"
#include "transport/mpi/measurements.h"
#include "transport/transport.h"

namespace bamboo {

/// Who has initialised the MPI, and finalises it.
enum class MpiOwner { Program, Transport };

/// Pieces over an installed MPI. Receives from any process are posted beforehand, in a ring of
/// persistent requests: matching follows the order of posting and messages of a pair do not
/// overtake, so that looking at the head of the ring alone yields every pair's pieces in order.
class MpiTransport final : public Transport {
 public:
  /// The messages travel on `pieces`, which no one else uses, and which finalize() frees.
  /// Collective over it: measures the eager size unless it is given.
  MpiTransport(MPI_Comm pieces, std::size_t piece_bytes, MpiOwner owner, MpiThreads threads);
  ~MpiTransport() override;

  ProcessId process() const override { return process_; }
  int processes() const override { return processes_; }
  int local_processes() const override { return local_processes_; }
  int local_process() const override { return local_process_; }
  std::size_t piece_bytes() const override { return piece_bytes_; }
  MpiThreads mpi_threads() const override { return threads_; }
  std::string name() const override;
  std::string broadcast_text(const std::string& mine) override;
  std::vector<std::string> allgather_texts_on_host(const std::string& mine) override;
  JobClock job_clock() override { return compare_clocks(control_); }

  std::byte* allocate() override;
  void send(ProcessId destination, std::byte* piece, std::size_t bytes) override;
  std::size_t unsent() const override { return sending_.size(); }
  bool poll(PieceReceiver& receiver) override;

  void shutdown_begin() override;
  bool shutdown_done() override;
  void finalize() override;
  [[noreturn]] void abort(int code) override;

 private:
  struct Posted {
    std::unique_ptr<std::byte[]> memory;
    MPI_Request request;
  };
  struct Sending {
    MPI_Request request;
    std::byte* piece;
  };
  /// The steps of the shutdown: all processes have entered it; all know how many pieces to expect;
  /// all have received them.
  enum class End { None, Entering, Counting, Draining, Leaving, Done };

  /// Posts `count` receives more.
  void post(std::size_t count);
  void cancel_receives();
  bool finish_sends();
  bool complete(MPI_Request& request);

  const MpiOwner owner_;
  const MpiThreads threads_;
  std::optional<FinalizeWatch> finalize_watch_;
  MPI_Comm pieces_;
  MPI_Comm control_ = MPI_COMM_NULL;
  MPI_Comm here_ = MPI_COMM_NULL;  // the processes on this machine
  int process_ = 0, processes_ = 1, local_processes_ = 1, local_process_ = 0;
  std::size_t piece_bytes_ = 0;

  std::vector<Posted> posted_;  // the ring, at most slots_limit_ of them
  std::size_t slots_limit_ = 0;
  std::size_t head_ = 0;   // the one that is matched first
  std::size_t burst_ = 0;  // pieces received since a check of the ring's head found none

  std::vector<std::byte*> free_;
  std::deque<Sending> sending_;  // in the order of sending

  End end_ = End::None;
  MPI_Request end_request_ = MPI_REQUEST_NULL;
  std::vector<std::uint64_t> sent_, received_, expected_;  // pieces, by process
};

}  // namespace bamboo
