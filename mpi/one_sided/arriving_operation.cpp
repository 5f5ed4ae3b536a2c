// SPDX-License-Identifier: Apache-2.0
#include "one_sided/arriving_operation.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "matching/pattern.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {

namespace {

/// Data on their way back. Exists until they have left.
class Reply final : public PayloadSource, public SendCompletion {
 public:
  /// Reads them from the window's memory as they leave.
  Reply(Datatype&& type, const TypedBuffer& memory)
      : type_(std::move(type)), packer_(memory.address, memory.count, type_) {}
  explicit Reply(std::vector<std::byte>&& bytes)
      : bytes_(std::move(bytes)), packer_(bytes_.data(), bytes_.size(), *predefined(MPI_BYTE)) {}

  static void send(std::unique_ptr<Reply> reply, TaskGraph& graph, const Header& header) {
    const ProcessId process = graph.channel(header.destination).process;
    Reply& source = *reply.release();
    if (graph.send(process, header, source, SendMode::Standard, &source)) source.sent();
  }

  void read(std::byte* out, std::size_t n) override { packer_.read(out, n); }
  void sent() override { delete this; }

 private:
  const Datatype type_;  // of memory that is not packed
  const std::vector<std::byte> bytes_;
  Packer packer_;
};

}  // namespace

ArrivingOperation::ArrivingOperation(MessagingTask& target, Exposure& exposure,
                                     const Header& header)
    : target_(target), exposure_(exposure), header_(header) {
  if (static_cast<MessageKind>(header.tag) == MessageKind::OrderedOperation)
    exposure.accumulations.begin(*this);
}

void ArrivingOperation::write(const std::byte* in, std::size_t n) {
  while (n > 0 && stage_ != Stage::Data) {
    const std::size_t part = std::min(n, description_bytes_ - description_.size());
    description_.insert(description_.end(), in, in + part);
    in += part;
    n -= part;
    if (description_.size() == description_bytes_) described();
  }
  if (n == 0 || failure_) return;
  if (head_.access == Access::Put)
    unpacker_.write(in, n);
  else
    operand_.insert(operand_.end(), in, in + n);
}

void ArrivingOperation::described() {
  if (stage_ == Stage::Head) {
    std::memcpy(&head_, description_.data(), sizeof head_);
    description_bytes_ += head_.type.segments * sizeof(Segment);
    stage_ = Stage::Segments;
    if (head_.type.segments > 0) return;
  }
  rebuild(type_, head_.type, std::span(description_).subspan(sizeof head_));
  stage_ = Stage::Data;
  begin();
}

void ArrivingOperation::begin() {
  try {
    memory_ = {exposure_.memory.locate(head_.displacement, head_.count, type_), head_.count,
               &type_};
  } catch (const MpiError& error) {
    failure_ = std::make_unique<MpiError>(error);
    return;
  }
  if (head_.access == Access::Put) unpacker_ = Unpacker(memory_.address, memory_.count, type_);
}

void ArrivingOperation::done() {
  if (!is_ordered(head_.access)) return answer();
  for (ArrivingOperation* each : exposure_.accumulations.complete(*this)) each->answer();
}

void ArrivingOperation::carry_out() {
  if (failure_) return;
  if (head_.access != Access::Accumulate) result_.resize(memory_.bytes());
  if (head_.access == Access::CompareAndSwap) {
    compare_and_swap(memory_, operand_.data(), operand_.data() + memory_.bytes(), result_.data());
  } else {
    combine(reinterpret_cast<MPI_Op>(std::uintptr_t{head_.op}), memory_, operand_.data(),
            result_.empty() ? nullptr : result_.data());
  }
}

void ArrivingOperation::answer() {
  const std::unique_ptr<ArrivingOperation> owner(this);
  Header reply = header_;
  std::swap(reply.source, reply.destination);
  reply.number = 0;
  reply.tag = static_cast<std::int32_t>(MessageKind::Answer);
  if (failure_) {
    const auto* text = reinterpret_cast<const std::byte*>(failure_->what());
    result_.resize(sizeof failure_->error_class);
    std::memcpy(result_.data(), &failure_->error_class, result_.size());
    result_.insert(result_.end(), text, text + std::strlen(failure_->what()));
    reply.tag = static_cast<std::int32_t>(MessageKind::Refusal);
  }
  const bool gets = head_.access == Access::Get && !failure_;
  reply.bytes = gets ? memory_.bytes() : result_.size();
  Reply::send(gets ? std::make_unique<Reply>(std::move(type_), memory_)
                   : std::make_unique<Reply>(std::move(result_)),
              target_.graph(), reply);
}

void AccumulationOrder::begin(ArrivingOperation& operation) {
  const std::lock_guard guard(mutex_);
  arriving_[operation.origin()].push_back(&operation);
}

std::vector<ArrivingOperation*> AccumulationOrder::complete(ArrivingOperation& operation) {
  const std::lock_guard guard(mutex_);
  operation.is_complete = true;
  const auto queue = arriving_.find(operation.origin());
  std::vector<ArrivingOperation*> ready;
  while (!queue->second.empty() && queue->second.front()->is_complete) {
    ready.push_back(queue->second.front());
    queue->second.pop_front();
    ready.back()->carry_out();
  }
  if (queue->second.empty()) arriving_.erase(queue);
  return ready;
}

}  // namespace bamboo::mpi
