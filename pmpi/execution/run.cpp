// SPDX-License-Identifier: Apache-2.0
#include "execution/run.h"

#include <span>
#include <utility>

#include "bamboo/plans/multicast_steps.h"

namespace bamboo::plans::pmpi {

Run::Run(MPI_Comm channel, int tag, const Schedule& schedule, PreparedCall& prepared,
         MulticastGroup* group)
    : channel_(channel),
      tag_(tag),
      schedule_(schedule),
      prepared_(prepared),
      group_(group),
      memory_(schedule.plan(), prepared),
      requests_(schedule.plan().steps.size(), MPI_REQUEST_NULL),
      execution_(schedule, *this) {
  for (const auto& each : prepared.at_begin) note(copy_typed(each.from, each.to));
}

void Run::note(int error) {
  if (error_ == MPI_SUCCESS) error_ = error;
}

void Run::note(int error, const std::vector<MPI_Status>& statuses, int completed) {
  if (error != MPI_ERR_IN_STATUS) return note(error);
  for (int i = 0; i < completed; ++i) note(statuses[i].MPI_ERROR);
}

int Run::tag_of(const Step& step) const {
  return step.is_token() ? tag_ + 1 : tag_;
}

bool Run::start_send(std::uint32_t index, const Step& step) {
  const TypedRange from = range(step.from, step.count);
  const Counted data(from);
  note(PMPI_Isend(from.address, data.count(), data.type(), step.peer, tag_of(step), channel_,
                  &requests_[index]));
  return requests_[index] == MPI_REQUEST_NULL;  // an error: there is nothing to wait for
}

bool Run::start_receive(std::uint32_t index, const Step& step) {
  const TypedRange to = range(step.to, step.count);
  const Counted data(to);
  note(PMPI_Irecv(to.address, data.count(), data.type(), step.peer, tag_of(step), channel_,
                  &requests_[index]));
  return requests_[index] == MPI_REQUEST_NULL;
}

/// Packed bytes are the same on all sides, whatever the types.
Stream Run::stream_of(const Step& multicast) const {
  const int rank = schedule_.plan().rank;
  Stream out{multicast.peer, multicast.share, {}, {}, {}};
  for (const std::size_t units : multicast.parts)
    out.parts.push_back(units * prepared_.scratch_unit);
  if (!out.parts.empty()) out.parts[multicast.peer] = 0;
  if (multicast.peer != rank) {
    if (multicast.count > 0) out.room = range(multicast.to, multicast.count);
  } else if (multicast.share == Step::Share::All) {
    out.sent.push_back(range(multicast.from, multicast.count));
  } else {
    for (int receiver = 0; receiver < schedule_.plan().size; ++receiver)
      if (const Step part = part_of(multicast, receiver); part.count > 0)
        out.sent.push_back(range(part.from, part.count));
  }
  return out;
}

bool Run::start_multicast(std::uint32_t index, const Step& step) {
  if (!group_) return Endpoint::start_multicast(index, step);
  multicasts_[index] = group_->start(stream_of(step));
  return test(index);
}

bool Run::test(std::uint32_t index) {
  const auto multicast = multicasts_.find(index);
  if (multicast == multicasts_.end()) return requests_[index] == MPI_REQUEST_NULL;
  if (!multicast->second->progress()) return false;
  note(multicast->second->error());
  multicasts_.erase(multicast);
  return true;
}

void Run::copy(const Step& step) {
  note(copy_typed(range(step.from, step.count), range(step.to, step.count)));
}

void Run::reduce(const Step& step) {
  const TypedRange from = range(step.from, step.count), to = range(step.to, step.count);
  note(PMPI_Reduce_local(from.address, to.address, static_cast<int>(to.count), to.type.handle,
                         prepared_.op));
}

void Run::collect_requests() {
  waiting_.clear();
  for (std::uint32_t index : execution_.in_flight()) waiting_.push_back(requests_[index]);
  indices_.resize(waiting_.size());
}

void Run::give_back(int completed) {
  if (completed == MPI_UNDEFINED) completed = 0;
  for (int i = 0; i < completed; ++i)
    requests_[execution_.in_flight()[indices_[i]]] = MPI_REQUEST_NULL;
}

void Run::finish() {
  concluded_ = true;
  for (const auto& each : prepared_.at_end) note(copy_typed(each.from, each.to));
}

void Run::test_some() {
  collect_requests();
  std::vector<MPI_Status> statuses(waiting_.size());
  int completed = 0;
  const int error = PMPI_Testsome(static_cast<int>(waiting_.size()), waiting_.data(), &completed,
                                  indices_.data(), statuses.data());
  note(error, statuses, completed);
  give_back(completed);
}

bool Run::progress() {
  if (concluded_) return true;
  if (!execution_.in_flight().empty()) test_some();
  if (!execution_.progress()) return false;
  finish();
  return true;
}

// Do not use Waitall: Open MPI 4.1 never returns from it if a message is too long for its receive.
void Run::wait_for_all() {
  const std::span<const std::uint32_t> in_flight = execution_.in_flight();
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    note(PMPI_Wait(&waiting_[i], MPI_STATUS_IGNORE));
    requests_[in_flight[i]] = MPI_REQUEST_NULL;
  }
}

void Run::wait_for_some() {
  std::vector<MPI_Status> statuses(waiting_.size());
  int completed = 0;
  const int error = PMPI_Waitsome(static_cast<int>(waiting_.size()), waiting_.data(), &completed,
                                  indices_.data(), statuses.data());
  note(error, statuses, completed);
  give_back(completed);
}

/// The MPI cannot wait for multicasts. Its messages, including those of others, are polled in
/// between.
void Run::wait_beside_multicasts() {
  if (multicasts_.begin()->second->wait_shortly()) return;
  int flag = 0;
  note(PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, channel_, &flag, MPI_STATUS_IGNORE));
  test_some();
}

int Run::wait() {
  if (concluded_) return error_;
  while (!execution_.progress()) {
    if (!multicasts_.empty()) {
      wait_beside_multicasts();
      continue;
    }
    collect_requests();
    if (execution_.all_started())
      wait_for_all();
    else
      wait_for_some();
  }
  finish();
  return error_;
}

}  // namespace bamboo::plans::pmpi
