// SPDX-License-Identifier: Apache-2.0
// How a message leaves a task.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "bamboo/taskgraph/data_task.h"
#include "bamboo/taskgraph/task_graph.h"
#include "tasks/span_source.h"

namespace bamboo {
namespace {

/// Owns a payload until its last piece has left.
class LeavingBuffer final : public recycled::Object, public PayloadSource, public SendCompletion {
 public:
  explicit LeavingBuffer(Buffer&& payload) : payload_(std::move(payload)) {}
  void read(std::byte* out, std::size_t n) override {
    std::memcpy(out, payload_.data() + at_, n);
    at_ += n;
  }
  const std::byte* memory() const override { return payload_.data(); }
  void sent() override { delete this; }

 private:
  const Buffer payload_;
  std::size_t at_ = 0;
};

}  // namespace

/// The graph searches for a task's list of targets, so the task caches it. For a target that is not
/// in a short list, the graph decides.
void DataTask::check_edge(TaskId destination) {
  constexpr std::size_t few = 8;
  if (targets_.empty()) targets_ = graph().targets(id());
  if (targets_.size() <= few && std::ranges::find(targets_, destination) != targets_.end()) return;
  graph().check_edge(id(), destination);
}

Header DataTask::header_of(TaskId destination, int tag, std::size_t bytes, std::uint32_t label) {
  if (tag < 0) throw std::invalid_argument(fmt::format("the tag {} is negative", tag));
  check_edge(destination);
  Header header;
  header.source = id();
  header.destination = destination;
  header.tag = tag;
  header.bytes = bytes;
  header.number = ++messages_sent;
  header.label = label;
  return header;
}

void DataTask::put(TaskId destination, int tag, Buffer&& payload) {
  Header header = header_of(destination, tag, payload.bytes(), payload.label());
  const Channel to = graph().channel(destination);
  if (to.local != nullptr)
    return graph().hand_over(*to.local, new DataMessage(header, std::move(payload)), 0);
  if (payload.has_object()) {
    payload = payload.packed();
    header.bytes = payload.bytes();
  }
  auto* leaving = new LeavingBuffer(std::move(payload));
  if (graph().send(to.process, header, *leaving, SendMode::Standard, leaving)) leaving->sent();
}

void DataTask::put_copy(TaskId destination, int tag, std::span<const std::byte> bytes,
                        std::uint32_t label) {
  const Header header = header_of(destination, tag, bytes.size(), label);
  const Channel to = graph().channel(destination);
  if (to.local != nullptr) return graph().hand_over(*to.local, new DataMessage(header, bytes), 1);
  SpanSource source(bytes);
  graph().send(to.process, header, source, SendMode::Put, nullptr);
}

}  // namespace bamboo
