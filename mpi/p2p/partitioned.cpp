// SPDX-License-Identifier: Apache-2.0
#include "p2p/partitioned.h"

#include <algorithm>
#include <limits>

#include "errors/errors.h"
#include "matching/pattern.h"
#include "p2p/completion.h"
#include "p2p/messaging_task.h"
#include "p2p/post.h"
#include "p2p/wait.h"

namespace bamboo::mpi {
namespace {

constexpr int highest_first_tag = -3;  // MPI_ANY_TAG is -2
constexpr int highest_partition_tag = highest_first_tag - largest_tag - 1;

int first_message_tag(const Request& whole) {
  return highest_first_tag - whole.tag;
}

void check_partition(int partition, std::size_t partitions) {
  if (partition < 0 || static_cast<std::size_t>(partition) >= partitions)
    fail(MPI_ERR_ARG, "partition is %d, must be 0 … %td", partition,
         static_cast<std::ptrdiff_t>(partitions) - 1);
}

void* element(const Request& whole, std::size_t number) {
  return reinterpret_cast<void*>(reinterpret_cast<std::intptr_t>(whole.buffer) +
                                 static_cast<MPI_Aint>(number) * whole.type->extent);
}

StepPeer peer(const Request& whole, std::int64_t first_tag, std::size_t part) {
  return {whole.peer, whole.context, static_cast<int>(first_tag - static_cast<std::int64_t>(part))};
}

}  // namespace

int reserve_partition_tags(std::int64_t& used, int partitions) {
  const std::int64_t first = highest_partition_tag - used;
  if (first - partitions < std::numeric_limits<int>::min())
    fail(MPI_ERR_OTHER,
         "the communicator has used all numbers for partitions: %lld partitions so far",
         static_cast<long long>(used));
  used += partitions;
  return static_cast<int>(first);
}

PartitionedSend::PartitionedSend(Request& whole, int partitions, int first_tag)
    : whole_(whole), first_tag_(first_tag), ready_(static_cast<std::size_t>(partitions)) {
  if (whole.peer == no_peer) return;
  MessagingTask& task = *whole.owner;
  const std::size_t bytes = partitions ? whole.count / ready_.size() * whole.type->size : 0;
  PartitionsOfSender says{first_tag, partitions, static_cast<std::int64_t>(bytes)};
  Request first(task, std::in_place_type<SendRequest>);
  first.set_data(&says, sizeof says, *predefined(MPI_BYTE));
  first.as<SendRequest>().mode = SendMode::Put;
  first.peer = whole.peer;
  first.context = whole.context;
  first.tag = first_message_tag(whole);
  post_send(first);
  if (!first.state.is_complete()) wait_one(task, first);
}

void PartitionedSend::begin() {
  ready_.assign(ready_.size(), false);
  missing_ = ready_.size();
}

void PartitionedSend::ready(int partition) {
  check_partition(partition, ready_.size());
  const auto part = static_cast<std::size_t>(partition);
  if (ready_[part]) fail(MPI_ERR_ARG, "partition %d is ready already", partition);
  ready_[part] = true;
  --missing_;
  const std::size_t elements = whole_.count / ready_.size();
  Request* send = post_step_send(*whole_.owner, element(whole_, part * elements), elements,
                                 *whole_.type, peer(whole_, first_tag_, part), *whole_.comm, {});
  if (send) pending_.push_back(send);
}

bool PartitionedSend::advance() {
  std::erase_if(pending_, [](Request* send) {
    if (!send->state.is_complete()) settle_send(*send);
    if (!send->state.is_complete()) return false;
    free_request(send);
    return true;
  });
  return missing_ == 0 && pending_.empty();
}

PartitionedReceive::PartitionedReceive(Request& whole, int partitions)
    : whole_(whole), partitions_(static_cast<std::size_t>(partitions)) {
  if (whole.peer == no_peer) return;
  first_ = std::make_unique<Request>(*whole.owner, std::in_place_type<ReceiveRequest>);
  first_->use = Request::Use::Step;
  first_->set_data(&sender_, sizeof sender_, *predefined(MPI_BYTE));
  first_->peer = whole.peer;
  first_->context = whole.context;
  first_->tag = first_message_tag(whole);
  post_receive(*first_);
}

PartitionedReceive::~PartitionedReceive() {
  if (!first_ || first_->state.is_complete()) return;
  MessagingTask& task = *first_->owner;
  if (!task.inbox.lock()->mailbox.remove_posted(first_.get())) wait_one(task, *first_);
}

void PartitionedReceive::begin() {
  posted_ = false;
}

void PartitionedReceive::post() {
  const Request& whole = whole_;
  const auto bytes = static_cast<std::size_t>(sender_.bytes);
  const std::size_t size = whole.type->size;
  if (static_cast<std::size_t>(sender_.partitions) * bytes != whole.count * size)
    fail(MPI_ERR_TRUNCATE,
         "rank %d sends %lld partitions of %zu bytes, this rank receives %zu bytes", whole.peer,
         static_cast<long long>(sender_.partitions), bytes, whole.count * size);
  parts_.clear();
  parts_.resize(static_cast<std::size_t>(sender_.partitions));
  missing_ = parts_.size();
  posted_ = true;
  const Datatype& byte = *predefined(MPI_BYTE);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const auto receive = [&](void* to, std::size_t count, const Datatype& type) {
      parts_[i].request = post_step_receive(*whole.owner, to, count, type,
                                            peer(whole, sender_.first_tag, i), *whole.comm, {});
    };
    if (whole.type->contiguous) {
      receive(static_cast<std::byte*>(whole.buffer) + i * bytes, bytes, byte);
    } else if (size && bytes % size == 0) {
      receive(element(whole, i * bytes / size), bytes / size, *whole.type);
    } else {
      parts_[i].staged.resize(bytes);
      receive(parts_[i].staged.data(), bytes, byte);
    }
  }
}

void PartitionedReceive::conclude(std::size_t number) {
  Part& part = parts_[number];
  if (!part.staged.empty()) {
    Unpacker unpacker(whole_.buffer, whole_.count, *whole_.type);
    unpacker.skip(number * part.staged.size());
    unpacker.write(part.staged.data(), part.staged.size());
    part.staged.clear();
  }
  whole_.matched_as(*part.request);
  free_request(part.request);
  part.request = nullptr;
  --missing_;
}

bool PartitionedReceive::advance() {
  whole_.as<ReceiveRequest>().source = whole_.peer;
  whole_.bytes = 0;
  if (!first_) return true;
  if (!first_->state.is_complete()) return false;
  if (!posted_) post();
  for (std::size_t i = 0; i < parts_.size(); ++i)
    if (parts_[i].request && parts_[i].request->state.is_complete()) conclude(i);
  if (missing_) return false;
  whole_.as<ReceiveRequest>().tag = whole_.tag;
  whole_.bytes = whole_.count * whole_.type->size;
  return true;
}

bool PartitionedReceive::arrived(int partition) const {
  check_partition(partition, partitions_);
  if (!first_) return true;
  if (!posted_) return false;
  const auto theirs = static_cast<std::size_t>(sender_.bytes);
  const std::size_t mine = whole_.count / partitions_ * whole_.type->size;
  if (mine == 0) return missing_ == 0;
  const std::size_t begin = static_cast<std::size_t>(partition) * mine / theirs;
  const std::size_t end = ((static_cast<std::size_t>(partition) + 1) * mine + theirs - 1) / theirs;
  return std::none_of(parts_.begin() + static_cast<std::ptrdiff_t>(begin),
                      parts_.begin() + static_cast<std::ptrdiff_t>(end),
                      [](const Part& part) { return part.request != nullptr; });
}

std::vector<const Request*> PartitionedReceive::waits_for() const {
  if (!posted_) return {first_.get()};
  std::vector<const Request*> found;
  for (const Part& part : parts_)
    if (part.request) found.push_back(part.request);
  return found;
}

}  // namespace bamboo::mpi
