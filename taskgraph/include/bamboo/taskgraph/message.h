// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bamboo/taskgraph/payload.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

/// A message at its destination process, from the arrival of its header until a task took its
/// payload. The payload may still be on its way, or still at the sender (rendezvous).
///
/// Ownership: the task that gets a Message by inject() owns it until it calls receive() or
/// discard(), exactly one of them, which gives it back to the runtime.
class Message {
 public:
  virtual ~Message() = default;

  Header header;
  Message* next = nullptr;  ///< free for the owner's lists
  Message* previous = nullptr;
  bool local = false;  ///< the sender is a task of this process; the owner knows the concrete class

  /// Writes the payload into `sink`: the part that has arrived before this call returns, the rest
  /// as it arrives; then calls sink.done(), possibly before this call returns. Any thread may call
  /// it.
  virtual void receive(PayloadSink& sink) = 0;
  /// Discards the payload, including parts that have not arrived yet.
  virtual void discard() = 0;
};

}  // namespace bamboo
