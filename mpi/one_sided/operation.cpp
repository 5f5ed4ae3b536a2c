// SPDX-License-Identifier: Apache-2.0
#include "one_sided/operation.h"

#include "one_sided/remote_operation.h"

namespace bamboo::mpi {

namespace {

/// Elements where the caller wants them, and packed as combine() needs them.
class PackedResult {
 public:
  explicit PackedResult(const TypedBuffer& buffer) : buffer_(buffer) {
    if (buffer.type && !buffer.type->contiguous) room_.resize(buffer.bytes());
  }
  std::byte* data() {
    if (!buffer_.type) return nullptr;
    return buffer_.type->contiguous ? static_cast<std::byte*>(buffer_.address) : room_.data();
  }
  void unpack() {
    if (!room_.empty())
      Unpacker(buffer_.address, buffer_.count, *buffer_.type).write(room_.data(), room_.size());
  }

 private:
  const TypedBuffer& buffer_;
  std::vector<std::byte> room_;
};

void accumulate(AccumulationOrder& order, const TypedBuffer& memory, const RmaOperation& o) {
  std::vector<std::byte> room;
  const std::byte* operand = o.origin.type ? packed(o.origin, room) : nullptr;
  PackedResult result(o.result);
  order.perform([&] {
    if (o.access == Access::CompareAndSwap)
      compare_and_swap(memory, static_cast<const std::byte*>(o.expected), operand, result.data());
    else
      combine(o.op, memory, operand, result.data());
  });
  result.unpack();
}

void carry_out(Exposure& target, const RmaOperation& o) {
  const TypedBuffer memory{target.memory.locate(o.displacement, o.count, *o.type), o.count, o.type};
  switch (o.access) {
    case Access::Put:
      return copy_typed(o.origin.address, o.origin.count, *o.origin.type, memory.address,
                        memory.count, *memory.type);
    case Access::Get:
      return copy_typed(memory.address, memory.count, *memory.type, o.result.address,
                        o.result.count, *o.result.type);
    default:
      return accumulate(target.accumulations, memory, o);
  }
}

}  // namespace

void begin(Window& window, Target& target, const RmaOperation& operation, Request* request) {
  if (!target.memory) return RemoteOperation::begin(window, target, operation, request);
  carry_out(*target.memory, operation);
  if (request) request->state.complete();
}

}  // namespace bamboo::mpi
