// SPDX-License-Identifier: Apache-2.0
#include "run.h"

#include <span>

namespace bamboo::plans::pmpi {

Run::Run(MPI_Comm channel, int tag, const Schedule& schedule, Work& work)
    : channel_(channel),
      tag_(tag),
      schedule_(schedule),
      work_(work),
      requests_(schedule.plan().steps.size(), MPI_REQUEST_NULL),
      execution_(schedule, *this) {
  const std::size_t elements = schedule_.plan().scratch * work_.scratch_unit;
  if (elements == 0) return;
  scratch_memory_ = TypedMemory(elements, work_.scratch_type);
  scratch_ = Buffer(scratch_memory_.base(), work_.scratch_unit, work_.scratch_type);
}

TypedRange Run::range(Place place, std::size_t units) const {
  switch (place.buffer) {
    case Place::Buffer::None:
      return {};
    case Place::Buffer::Input:
      return work_.input.at(place.offset, units);
    case Place::Buffer::Output:
      return work_.output.at(place.offset, units);
    case Place::Buffer::Scratch:
      break;
  }
  return scratch_.at(place.offset, units);
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
  return requests_[index] == MPI_REQUEST_NULL;  // an error: nothing to wait for
}

bool Run::start_receive(std::uint32_t index, const Step& step) {
  const TypedRange to = range(step.to, step.count);
  const Counted data(to);
  note(PMPI_Irecv(to.address, data.count(), data.type(), step.peer, tag_of(step), channel_,
                  &requests_[index]));
  return requests_[index] == MPI_REQUEST_NULL;
}

void Run::copy(const Step& step) {
  note(copy_typed(range(step.from, step.count), range(step.to, step.count)));
}

void Run::reduce(const Step& step) {
  const TypedRange from = range(step.from, step.count), to = range(step.to, step.count);
  note(PMPI_Reduce_local(from.address, to.address, static_cast<int>(to.count), to.type.handle,
                         work_.op));
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
  for (const Work::Unpacking& part : work_.unpacking) note(copy_typed(part.from, part.to));
}

bool Run::progress() {
  if (concluded_) return true;
  if (!execution_.in_flight().empty()) {
    collect_requests();
    std::vector<MPI_Status> statuses(waiting_.size());
    int completed = 0;
    const int error = PMPI_Testsome(static_cast<int>(waiting_.size()), waiting_.data(), &completed,
                                    indices_.data(), statuses.data());
    note(error, statuses, completed);
    give_back(completed);
  }
  if (!execution_.progress()) return false;
  finish();
  return true;
}

// Not Waitall: Open MPI 4.1 stays in it for ever when a message is too long for its receive.
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

int Run::wait() {
  if (concluded_) return error_;
  while (!execution_.progress()) {
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
