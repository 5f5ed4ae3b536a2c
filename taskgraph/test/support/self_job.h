// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>

#include "engine/progress_gate.h"
#include "messenger/messenger.h"
#include "test/support/payloads.h"
#include "transport/loopback_transport.h"

namespace bamboo::test {

/// A process that sends to itself, through a transport that keeps everything until it is polled.
struct Self {
  Self() {
    messenger.set_deliver([this](Message* message) {
      message->discard();
      ++delivered;
    });
  }
  void send() {
    PatternSource source(1);
    messenger.send(0, {0, 0, 0, 1, 8}, source, SendMode::Put, nullptr);
  }
  Messenger messenger{std::make_unique<LoopbackTransport>(), 1 << 20};
  ProgressGate gate{&messenger};
  std::atomic<int> delivered{0};
};

}  // namespace bamboo::test
