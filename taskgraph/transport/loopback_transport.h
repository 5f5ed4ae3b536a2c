// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "transport/transport.h"

namespace bamboo {

/// A job of one process needs no MPI: it sends messages to itself.
class LoopbackTransport final : public Transport {
 public:
  ~LoopbackTransport() override;

  ProcessId process() const override { return 0; }
  int processes() const override { return 1; }
  int local_processes() const override { return 1; }
  std::size_t piece_bytes() const override { return 8192; }
  std::string name() const override { return "no MPI (one process, started without a launcher)"; }

  std::byte* allocate() override;
  void send(ProcessId destination, std::byte* piece, std::size_t bytes) override;
  std::size_t unsent() const override { return queue_.size(); }
  bool poll(PieceReceiver& receiver) override;

  void shutdown_begin() override {}
  bool shutdown_done() override { return queue_.empty(); }
  void finalize() override {}
  [[noreturn]] void abort(int code) override;

 private:
  struct Sent {
    std::byte* piece;
    std::size_t bytes;
  };
  std::deque<Sent> queue_;
  std::vector<std::byte*> free_;
};

}  // namespace bamboo
