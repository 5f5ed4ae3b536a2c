// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>

namespace bamboo {

/// Puts one thread to sleep until another wakes it or time is up:
///
///     parker.prepare();                      // from here on a wake() is not lost
///     if (nothing to do after all?) parker.park(50us); else parker.cancel();
class Parker {
 public:
  void prepare() { state_.store(sleeping); }
  void cancel() { state_.store(awake); }
  void park(std::chrono::nanoseconds at_most) {
    const timespec timeout{static_cast<time_t>(at_most.count() / 1'000'000'000),
                           static_cast<long>(at_most.count() % 1'000'000'000)};
    syscall(SYS_futex, &state_, FUTEX_WAIT_PRIVATE, sleeping, &timeout, nullptr, 0);
    state_.store(awake);
  }
  /// Returns true if this call ended a sleep (or the preparation of one).
  bool wake() {
    if (state_.load() != sleeping || state_.exchange(awake) != sleeping) return false;
    syscall(SYS_futex, &state_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
    return true;
  }

 private:
  static constexpr std::uint32_t awake = 0, sleeping = 1;
  std::atomic<std::uint32_t> state_{awake};
};

}  // namespace bamboo
