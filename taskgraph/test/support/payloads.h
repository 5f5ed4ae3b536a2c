// SPDX-License-Identifier: Apache-2.0
// Payloads for tests: every byte follows from a seed and its place, so that any mix-up shows.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "messenger/messenger.h"

namespace bamboo::test {

inline std::byte pattern(std::uint64_t seed, std::uint64_t at) {
  const std::uint64_t mixed = (seed * 0x9e3779b97f4a7c15u) ^ ((at + 1) * 0xd6e8feb86659fd93u);
  return static_cast<std::byte>(mixed >> 40);
}

class PatternSource final : public PayloadSource {
 public:
  explicit PatternSource(std::uint64_t seed) : seed_(seed) {}
  void read(std::byte* out, std::size_t n) override {
    for (std::size_t i = 0; i < n; ++i) out[i] = pattern(seed_, at_++);
  }
  std::uint64_t bytes_read() const { return at_; }

 private:
  std::uint64_t seed_, at_ = 0;
};

/// Counts what differs from the pattern; done() may come on another thread.
class PatternSink final : public PayloadSink {
 public:
  explicit PatternSink(std::uint64_t seed) : seed_(seed) {}
  void write(const std::byte* in, std::size_t n) override {
    for (std::size_t i = 0; i < n; ++i) wrong_ += in[i] != pattern(seed_, at_++);
  }
  void done() override { done_.fetch_add(1, std::memory_order_release); }

  int times_done() const { return done_.load(std::memory_order_acquire); }
  bool is_done() const { return times_done() > 0; }
  std::uint64_t bytes() const { return at_; }
  std::uint64_t wrong() const { return wrong_; }

 private:
  std::uint64_t seed_, at_ = 0, wrong_ = 0;
  std::atomic<int> done_{0};
};

class Completion final : public SendCompletion {
 public:
  void sent() override { sent_.fetch_add(1, std::memory_order_release); }
  int times() const { return sent_.load(std::memory_order_acquire); }

 private:
  std::atomic<int> sent_{0};
};

}  // namespace bamboo::test
