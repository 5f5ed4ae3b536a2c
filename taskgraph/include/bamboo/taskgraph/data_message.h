// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/buffer.h"
#include "bamboo/taskgraph/message.h"
#include "bamboo/taskgraph/payload.h"

namespace bamboo {

class DataTask;

/// A message whose payload is all here.
class DataMessage final : public Message, public recycled::Object, private PayloadSink {
 public:
  TaskId source() const { return header.source; }
  int tag() const { return header.tag; }
  std::span<const std::byte> bytes() const { return {data_, bytes_}; }

  // The payload as values of the type that its sender gave. Throws std::logic_error, which names
  // the edge and both types, where it has given another one.
  template <Sendable T>
  std::span<const T> values() const {
    check(element_label<T>(), sizeof(T));
    return {reinterpret_cast<const T*>(data_), bytes_ / sizeof(T)};
  }
  template <SendableInVector T>
  std::vector<T> take_values() {
    check(element_label<T>(), sizeof(T));
    return take_buffer().release<T>();
  }
  /// One value of put_value(). An object is moved out of the message, or made from its bytes.
  template <MessageValue T>
  T take_value() {
    if constexpr (PackedObject<T>) {
      check_object(element_label<T>());
      return take_buffer().release_object<T>();
    } else {
      const std::span<const T> all = values<T>();
      if (all.empty()) refuse(element_label<T>());
      return all[0];
    }
  }
  /// The payload itself: where a task of this process has moved it into the message, in the same
  /// memory. Afterwards the message has none.
  Buffer take_buffer();

  // Towards tasks of other kinds in the same graph.
  void receive(PayloadSink& sink) override;
  void discard() override { delete this; }

 private:
  friend class DataTask;
  explicit DataMessage(const Header& header);
  DataMessage(const Header& header, Buffer&& payload);
  DataMessage(const Header& header, std::span<const std::byte> copied);
  /// A message from another process: receive() of its message writes the payload.
  DataMessage(const Header& header, DataTask& receiver);
  void make_room();
  void write(const std::byte* in, std::size_t n) override;
  std::span<std::byte> memory() override { return {data_, bytes_}; }
  void done() override;

  void check(std::uint32_t label, std::size_t size) const {
    if ((label != header.label || bytes_ % size != 0) && (bytes_ > 0 || payload_.has_object()))
        [[unlikely]]
      refuse(label);
  }
  void check_object(std::uint32_t label) const {
    if (label != header.label) refuse(label);
  }
  [[noreturn]] void refuse(std::uint32_t label) const;

  static constexpr std::size_t small_bytes = recycled::alignment;
  std::byte* data_ = nullptr;  ///< in small_ or payload_
  std::size_t bytes_;
  Buffer payload_;
  DataTask* receiver_ = nullptr;  ///< that waits for the rest of the payload
  std::size_t written_ = 0;
  bool complete_ = true;
  alignas(recycled::alignment) std::byte small_[small_bytes];
};

}  // namespace bamboo
