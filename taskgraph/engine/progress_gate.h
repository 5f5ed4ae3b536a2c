// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace bamboo {

class Messenger;

/// Decides how often the transport is polled between slices of tasks. Polling costs a system call
/// in most MPIs: after a round that found nothing the next is due when the tasks have run for
/// several times as long as the round took; after one that found something, at once.
class ProgressGate {
 public:
  /// `messenger` null: there is nothing to poll.
  explicit ProgressGate(Messenger* messenger);

  bool active() const { return messenger_ != nullptr; }
  /// Polls now. Returns true if something happened.
  bool poll();
  /// Polls when it is due.
  void poll_if_due();
  /// See Messenger::polled_without_success().
  void polled_without_success();
  bool needs_polling() const;
  void on_polling_needed(std::function<void()> call);
  /// Whether no thread has polled for this time.
  bool unpolled_for(std::uint64_t ticks) const;

 private:
  Messenger* const messenger_;
  const std::uint64_t shortest_, longest_;
  std::atomic<std::uint64_t> last_{0}, due_{0};
};

}  // namespace bamboo
