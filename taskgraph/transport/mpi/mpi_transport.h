// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "transport/mpi/job_clock.h"
#include "transport/transport.h"

namespace bamboo {

/// Pieces over an installed MPI. Receives from any process are posted beforehand, in a ring of
/// persistent requests: matching follows the order of posting and messages of a pair do not
/// overtake, so that looking at the head of the ring alone yields every pair's pieces in order.
class MpiTransport final : public Transport {
 public:
  /// Call it after MPI_Init_thread. Collective: measures the eager size unless it is given. With
  /// `finalizes`, finalize() ends the MPI, which was initialised for this object.
  MpiTransport(std::size_t piece_bytes, bool finalizes);
  ~MpiTransport() override;

  ProcessId process() const override { return process_; }
  int processes() const override { return processes_; }
  int local_processes() const override { return local_processes_; }
  std::size_t piece_bytes() const override { return piece_bytes_; }
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
  /// The steps of the shutdown: all have entered; all know how many pieces to expect; all have got
  /// them.
  enum class End { None, Entering, Counting, Draining, Leaving, Done };

  /// Posts `count` receives more.
  void post(std::size_t count);
  bool finish_sends();
  bool complete(MPI_Request& request);

  const bool finalizes_;
  MPI_Comm pieces_ = MPI_COMM_NULL;
  MPI_Comm control_ = MPI_COMM_NULL;
  MPI_Comm here_ = MPI_COMM_NULL;  // the processes on this machine
  int process_ = 0, processes_ = 1, local_processes_ = 1;
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
