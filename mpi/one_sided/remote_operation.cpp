// SPDX-License-Identifier: Apache-2.0
#include "one_sided/remote_operation.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "errors/source_location.h"
#include "matching/pattern.h"
#include "objects/process_handles.h"
#include "one_sided/windows.h"
#include "p2p/completion.h"

namespace bamboo::mpi {

namespace {

DatatypeRef keep(const Datatype* type) {
  return type ? type->weak_from_this().lock() : nullptr;
}

const Datatype& type_of(const TypedBuffer& buffer) {
  return buffer.type ? *buffer.type : *predefined(MPI_BYTE);
}

void append(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

}  // namespace

void RemoteOperation::begin(Window& window, Target& target, const RmaOperation& operation,
                            Request* request) {
  target.outstanding.add();
  (new RemoteOperation(window, target, operation, request))->send();
}

RemoteOperation::RemoteOperation(Window& window, Target& target, const RmaOperation& o,
                                 Request* request)
    : window_(window),
      target_(target),
      request_(request),
      started_by_(window.task().call),
      data_bytes_(o.origin.type ? o.origin.bytes() : 0),
      data_(o.origin.address, o.origin.count, type_of(o.origin)),
      result_(o.result.address, o.result.count, type_of(o.result)),
      origin_type_(keep(o.origin.type)),
      result_type_(keep(o.result.type)),
      is_ordered_(is_ordered(o.access)) {
  const OperationHead head{o.displacement, o.count, static_cast<std::uint32_t>(handle_value(o.op)),
                           o.access, describe(*o.type)};
  append(front_, std::as_bytes(std::span(&head, 1)));
  append(front_, segments_of(*o.type));
  if (o.expected) append(front_, {static_cast<const std::byte*>(o.expected), o.type->size});
}

void RemoteOperation::send() {
  MessagingTask& task = window_.task();
  const auto kind = is_ordered_ ? MessageKind::OrderedOperation : MessageKind::Operation;
  const Header header{task.id(),
                      target_.task,
                      window_.context | active_context,
                      static_cast<std::int32_t>(kind),
                      front_.size() + data_bytes_,
                      ++task.messages_sent,
                      window_.windows.questions.add(*this)};
  TaskGraph& graph = task.graph();
  if (graph.send(graph.channel(target_.task).process, header, *this, SendMode::Standard, this))
    release();
}

void RemoteOperation::read(std::byte* out, std::size_t n) {
  const std::size_t part = std::min(n, front_.size() - front_read_);
  std::memcpy(out, front_.data() + front_read_, part);
  front_read_ += part;
  if (n > part) data_.read(out + part, n - part);
}

void RemoteOperation::write(const std::byte* in, std::size_t n) {
  if (refused_)
    append(refusal_, {in, n});
  else
    result_.write(in, n);
}

MpiError RemoteOperation::failure() const {
  int error_class = MPI_ERR_OTHER;
  std::memcpy(&error_class, refusal_.data(), sizeof error_class);
  const std::string why(reinterpret_cast<const char*>(refusal_.data()) + sizeof error_class,
                        refusal_.size() - sizeof error_class);
  return {error_class, std::string(started_by_.function) + " (at " +
                           describe_call_site(started_by_.address) + ") on target " +
                           std::to_string(target_.rank) + ": " + why};
}

void RemoteOperation::done() {
  Request* const request = request_;
  if (refused_ && request)
    request->failure = std::make_unique<MpiError>(failure());
  else if (refused_)
    window_.note_failure(failure());
  target_.outstanding.remove();  // the window may end at once
  if (request) complete(*request);
  release();
}

void RemoteOperation::release() {
  if (awaited_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

}  // namespace bamboo::mpi
