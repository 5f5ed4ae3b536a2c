// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <vector>

#include "transport/transport.h"

namespace bamboo::test {

/// The exception that a transport's abort() throws here, so that a test can go on.
struct Aborted {
  int code;
};

/// Several "processes" in one process. Pieces of one pair keep their order; pieces of different
/// sources arrive in any order and after random delays (counted in polls).
class MemoryNetwork {
 public:
  MemoryNetwork(int processes, std::size_t piece_bytes, unsigned seed);

  std::unique_ptr<Transport> transport(ProcessId process);
  /// Pieces sent and not delivered.
  std::size_t on_the_way() const { return on_the_way_; }
  /// While `now` is true, nothing from one process is delivered to the other.
  void hold(ProcessId from, ProcessId to, bool now) { link(from, to).held = now; }
  /// Buffers that transports have given out and not got back.
  long outstanding_pieces() const { return outstanding_; }

 private:
  friend class MemoryTransport;
  struct Piece {
    std::vector<std::byte> bytes;
    int delay;
  };
  struct Link {
    std::mutex mutex;
    std::deque<Piece> pieces;
    std::atomic<bool> held{false};
  };
  Link& link(ProcessId from, ProcessId to) { return links_[from * processes_ + to]; }

  const int processes_;
  const std::size_t piece_bytes_;
  const unsigned seed_;
  std::vector<Link> links_;
  std::atomic<std::size_t> on_the_way_{0};
  std::atomic<long> outstanding_{0};
  std::atomic<int> leaving_{0};
  std::atomic<int> silent_{0};  // processes that know that all have left, and send nothing more
};

class MemoryTransport final : public Transport {
 public:
  MemoryTransport(MemoryNetwork& network, ProcessId process)
      : network_(network), process_(process), random_(network.seed_ + 7919u * process) {}

  ProcessId process() const override { return process_; }
  int processes() const override { return network_.processes_; }
  int local_processes() const override { return network_.processes_; }
  std::size_t piece_bytes() const override { return network_.piece_bytes_; }
  std::string name() const override { return "memory"; }

  std::byte* allocate() override {
    ++network_.outstanding_;
    return new std::byte[network_.piece_bytes_];
  }

  void send(ProcessId destination, std::byte* piece, std::size_t bytes) override {
    if (!all_leave_) {
      MemoryNetwork::Link& link = network_.link(process_, destination);
      const std::lock_guard guard(link.mutex);
      link.pieces.push_back({{piece, piece + bytes}, static_cast<int>(random_() % 4)});
      ++network_.on_the_way_;
    }
    delete[] piece;
    --network_.outstanding_;
  }

  std::size_t unsent() const override { return 0; }

  bool poll(PieceReceiver& receiver) override {
    std::vector<ProcessId> sources(processes());
    std::iota(sources.begin(), sources.end(), 0);
    std::shuffle(sources.begin(), sources.end(), random_);
    bool something = false;
    for (const ProcessId source : sources) {
      for (unsigned n = random_() % 4; n > 0; --n) {
        MemoryNetwork::Link& link = network_.link(source, process_);
        if (link.held) break;
        std::vector<std::byte> bytes;
        {
          const std::lock_guard guard(link.mutex);
          if (link.pieces.empty() || link.pieces.front().delay-- > 0) break;
          bytes = std::move(link.pieces.front().bytes);
          link.pieces.pop_front();
        }
        receiver.piece(source, bytes.data(), bytes.size());
        --network_.on_the_way_;
        something = true;
      }
    }
    return something;
  }

  void shutdown_begin() override { ++network_.leaving_; }
  bool shutdown_done() override {
    if (!all_leave_ && network_.leaving_ == network_.processes_) {
      all_leave_ = true;
      ++network_.silent_;
    }
    return network_.silent_ == network_.processes_ && network_.on_the_way_ == 0;
  }
  void finalize() override {}
  [[noreturn]] void abort(int code) override { throw Aborted{code}; }

 private:
  MemoryNetwork& network_;
  const ProcessId process_;
  bool all_leave_ = false;
  std::minstd_rand random_;
};

inline MemoryNetwork::MemoryNetwork(int processes, std::size_t piece_bytes, unsigned seed)
    : processes_(processes),
      piece_bytes_(piece_bytes),
      seed_(seed),
      links_(static_cast<std::size_t>(processes) * processes) {}

inline std::unique_ptr<Transport> MemoryNetwork::transport(ProcessId process) {
  return std::make_unique<MemoryTransport>(*this, process);
}

}  // namespace bamboo::test
