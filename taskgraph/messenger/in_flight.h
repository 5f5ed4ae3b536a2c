// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>

namespace bamboo {

/// What is in flight and needs polls to advance. Any thread may use it.
class InFlight {
 public:
  /// A send that is not over when Messenger::send() returns.
  void send_begins() { sends_.fetch_add(1); }
  void send_ends() { sends_.fetch_sub(1); }
  /// A receive whose payload has arrived in part, or was requested.
  void receive_begins() { receives_.fetch_add(1); }
  void receive_ends() { receives_.fetch_sub(1); }
  void set_unsent_pieces(bool some) { unsent_pieces_.store(some); }

  bool sends() const { return unsent_pieces_.load() || sends_.load() > 0; }
  bool needs_polls() const { return receives_.load() > 0 || sends(); }
  /// See Messenger::on_polling_needed().
  std::function<void()> on_polling_needed;
  void report() const {
    if (on_polling_needed && needs_polls()) on_polling_needed();
  }

 private:
  std::atomic<int> sends_{0}, receives_{0};
  std::atomic<bool> unsent_pieces_{false};
};

}  // namespace bamboo
