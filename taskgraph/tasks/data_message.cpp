// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/data_message.h"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>

#include "bamboo/taskgraph/data_task.h"

namespace bamboo {

DataMessage::DataMessage(const Header& from, Buffer&& payload) : payload_(std::move(payload)) {
  header = from;
  local = true;
}

DataMessage::DataMessage(const Header& from, DataTask& receiver)
    : payload_(from.bytes, from.label), receiver_(&receiver), complete_(false) {
  header = from;
}

void DataMessage::receive(PayloadSink& sink) {
  sink.write(payload_.data(), payload_.bytes());
  sink.done();
  delete this;
}

void DataMessage::write(const std::byte* in, std::size_t n) {
  std::memcpy(payload_.data() + written_, in, n);
  written_ += n;
}

void DataMessage::done() {
  receiver_->completed(*this);
}

void DataMessage::refuse(std::uint32_t label) const {
  throw std::logic_error(
      fmt::format("the message of tag {} from task {} to task {}, {} bytes long, has elements of "
                  "type {}, and is read as {}",
                  header.tag, header.source, header.destination, payload_.bytes(),
                  ElementType::describe(header.label), ElementType::describe(label)));
}

}  // namespace bamboo
