// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/data_message.h"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>

#include "bamboo/taskgraph/data_task.h"

namespace bamboo {

DataMessage::DataMessage(const Header& from) : bytes_(from.bytes) {
  header = from;
}

DataMessage::DataMessage(const Header& from, Buffer&& payload)
    : data_(payload.data()), bytes_(payload.bytes()), payload_(std::move(payload)) {
  header = from;
  local = true;
}

DataMessage::DataMessage(const Header& from, std::span<const std::byte> copied)
    : DataMessage(from) {
  local = true;
  make_room();
  if (bytes_ == sizeof(double))
    std::memcpy(data_, copied.data(), sizeof(double));  // without a call
  else if (bytes_ > 0)
    std::memcpy(data_, copied.data(), bytes_);
}

DataMessage::DataMessage(const Header& from, DataTask& receiver) : DataMessage(from) {
  make_room();
  receiver_ = &receiver;
  complete_ = false;
}

void DataMessage::make_room() {
  if (bytes_ <= small_bytes) {
    data_ = small_;
  } else {
    payload_ = Buffer(bytes_, header.label);
    data_ = payload_.data();
  }
}

Buffer DataMessage::take_buffer() {
  Buffer taken = std::move(payload_);
  if (data_ == small_) {
    taken = Buffer(bytes_, header.label);
    if (bytes_ > 0) std::memcpy(taken.data(), small_, bytes_);
  }
  data_ = nullptr;
  bytes_ = 0;
  return taken;
}

void DataMessage::receive(PayloadSink& sink) {
  if (payload_.has_object()) {
    throw std::logic_error(fmt::format(
        "the message of tag {} from task {} to task {} is an object of type {}, which "
        "only a DataTask can take",
        header.tag, header.source, header.destination, ElementType::describe(header.label)));
  }
  sink.write(data_, bytes_);
  sink.done();
  delete this;
}

void DataMessage::write(const std::byte* in, std::size_t n) {
  std::memcpy(data_ + written_, in, n);
  written_ += n;
}

void DataMessage::done() {
  receiver_->completed(*this);
}

void DataMessage::refuse(std::uint32_t label) const {
  throw std::logic_error(
      fmt::format("the message of tag {} from task {} to task {}, {} bytes long, has elements of "
                  "type {}, and is read as {}",
                  header.tag, header.source, header.destination, bytes_,
                  ElementType::describe(header.label), ElementType::describe(label)));
}

}  // namespace bamboo
