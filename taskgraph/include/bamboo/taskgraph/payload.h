// SPDX-License-Identifier: Apache-2.0
// Where a message's bytes come from and where they go. Both sides are callbacks so that a derived
// datatype is packed straight into what travels and unpacked straight out of it: one copy each.
#pragma once

#include <cstddef>
#include <span>

namespace bamboo {

/// The sending side: yields the packed payload in order.
class PayloadSource {
 public:
  virtual ~PayloadSource() = default;
  /// Writes the next `n` packed bytes to `out`. Called with consecutive ranges, each byte once.
  virtual void read(std::byte* out, std::size_t n) = 0;
  /// Where the payload is in memory, packed, before the first read(). Null: it is not.
  virtual const std::byte* memory() const { return nullptr; }
};

/// The receiving side: takes the packed payload in order.
class PayloadSink {
 public:
  virtual ~PayloadSink() = default;
  /// Takes the next `n` packed bytes. Called with consecutive ranges, each byte once.
  virtual void write(const std::byte* in, std::size_t n) = 0;
  /// Where the packed payload may be put instead of the first write(), without what exceeds the
  /// memory. Empty: nowhere.
  virtual std::span<std::byte> memory() { return {}; }
  /// The last byte has been written (also called for an empty payload). Exactly once; afterwards
  /// the runtime does not touch the sink. Runs on the thread that delivered the last piece.
  virtual void done() = 0;
};

}  // namespace bamboo
