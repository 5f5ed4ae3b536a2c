// SPDX-License-Identifier: Apache-2.0
#include "one_sided/messages.h"

#include <cstring>

#include "matching/pattern.h"
#include "objects/process_handles.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {

namespace {

class PayloadBytes final : public PayloadSource {
 public:
  explicit PayloadBytes(std::span<const std::byte> bytes) : left_(bytes) {}
  void read(std::byte* out, std::size_t n) override {
    std::memcpy(out, left_.data(), n);
    left_ = left_.subspan(n);
  }

 private:
  std::span<const std::byte> left_;
};

}  // namespace

TypeHead describe(const Datatype& type) {
  return {type.size,
          type.extent,
          type.true_lb,
          type.true_extent,
          static_cast<std::uint32_t>(handle_value(type.uniform)),
          type.contiguous ? 0 : static_cast<std::uint32_t>(type.segments.size()),
          type.contiguous};
}

std::span<const std::byte> segments_of(const Datatype& type) {
  if (type.contiguous) return {};
  return std::as_bytes(std::span(type.segments));
}

void rebuild(Datatype& type, const TypeHead& head, std::span<const std::byte> segments) {
  type.size = head.size;
  type.extent = head.extent;
  type.true_lb = head.true_lb;
  type.true_extent = head.true_extent;
  type.uniform = reinterpret_cast<MPI_Datatype>(std::uintptr_t{head.uniform});
  type.contiguous = head.contiguous != 0;
  type.segments.resize(head.segments);
  if (!segments.empty()) std::memcpy(type.segments.data(), segments.data(), segments.size());
}

void send_notice(MessagingTask& from, TaskId to, std::uint32_t context, MessageKind kind,
                 std::uint32_t question, std::span<const std::byte> payload) {
  PayloadBytes source(payload);
  const Header header{
      from.id(), to, context | active_context, static_cast<std::int32_t>(kind), payload.size(),
      0,  // not counted: it may leave while the rank itself sends
      question};
  TaskGraph& graph = from.graph();
  graph.send(graph.channel(to).process, header, source, SendMode::Put, nullptr);
}

}  // namespace bamboo::mpi
