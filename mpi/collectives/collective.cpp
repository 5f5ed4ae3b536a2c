// SPDX-License-Identifier: Apache-2.0
#include "collectives/collective.h"

#include <utility>

#include "comm/error_action.h"
#include "errors/checks.h"
#include "errors/misuse.h"
#include "errors/source_location.h"
#include "objects/errhandler.h"
#include "objects/info.h"
#include "p2p/completion.h"
#include "p2p/messaging_task.h"
#include "p2p/post.h"
#include "p2p/wait.h"
#include "types/element_label.h"
#include "types/operation.h"

namespace bamboo::mpi {

namespace {

// The limit from which tags start again.
constexpr int last_tag = first_persistent_tag - 2;
constexpr int last_persistent_tag = 0x7ffffffc;

void copy_range(const TypedRange& from, const TypedRange& to) {
  copy_typed(from.address, from.count, *from.type.object, to.address, to.count, *to.type.object);
}

CollectiveCall call_of(const char* function, const Collective::Parts& parts, int root) {
  if (!parts.reduction || !parts.reduction->operation->is_predefined())
    return CollectiveCall(function, root);
  return CollectiveCall(function, root, parts.reduction->operation->predefined,
                        parts.scratch_type.object->uniform);
}

}  // namespace

Collective::Collective(Communicator& comm, ScheduleRef schedule, Parts parts, int root)
    : task_(comm.task),
      comm_(comm),
      started_by_(task_.call),
      call_(call_of(started_by_.function, parts, root)),
      tag_(comm.collective_sequence),
      schedule_(std::move(schedule)),
      parts_(std::move(parts)),
      memory_(schedule_->plan(), parts_),
      requests_(schedule_->plan().steps.size()) {
  task_.refuse_in_reduction();
  comm.collective_sequence = tag_ == last_tag ? 0 : tag_ + 2;
}

void Collective::make_persistent() {
  int& used = comm_.persistent_collectives;
  tag_ = first_persistent_tag + used;
  used = tag_ == last_persistent_tag ? 0 : used + 2;
}

void Collective::begin() {
  task_.refuse_in_reduction();
  for (const auto& each : parts_.at_begin) copy_range(each.from, each.to);
  error_ = parts_.wrong;
  if (error_) error_->communicator = &comm_;
  concluded_ = false;
  execution_.emplace(*schedule_, static_cast<plans::Endpoint&>(*this));
}

CollectiveCall Collective::call_about(const TypedRange& range) const {
  return range.count == 0 ? call_ : call_.with_elements(range.type.label);
}

StepPeer Collective::peer_of(const plans::Step& step) const {
  return {comm_.parties().world_rank(step.peer), comm_.context + 1,
          tag_ + (step.is_token() ? 1 : 0)};
}

bool Collective::start_send(std::uint32_t index, const plans::Step& step) {
  const TypedRange from = range(step.from, step.count);
  requests_[index] = post_step_send(task_, from.address, from.count, *from.type.object,
                                    peer_of(step), comm_, call_about(from));
  return !requests_[index];
}

bool Collective::start_receive(std::uint32_t index, const plans::Step& step) {
  const TypedRange to = range(step.to, step.count);
  requests_[index] = post_step_receive(task_, to.address, to.count, *to.type.object, peer_of(step),
                                       comm_, call_about(to));
  return test(index);
}

bool Collective::test(std::uint32_t index) {
  Request* request = requests_[index];
  if (!request->state.is_complete()) return false;
  conclude(index, request);
  return true;
}

void Collective::conclude(std::uint32_t index, Request* request) {
  const plans::Step& step = schedule_->plan().steps[index];
  if (step.kind == plans::Step::Kind::Receive && !error_) check(step, *request);
  requests_[index] = nullptr;
  free_request(request);
}

void Collective::check(const plans::Step& step, const Request& receive) {
  const auto& taken = receive.as<ReceiveRequest>();
  const CollectiveCall mine = receive.call, theirs(taken.label);
  if (mine != theirs) [[unlikely]] {
    if (!mine.agrees_with(theirs)) {
      note({MPI_ERR_NOT_SAME, mine.contradiction(theirs, taken.source)});
      return;
    }
    compare_elements(taken.source, theirs.elements(), mine.elements());
  }
  const std::size_t expected = receive.count * receive.type->size;
  if (receive.bytes != expected)
    note({MPI_ERR_TRUNCATE, "rank " + std::to_string(comm_.rank) + " in " + started_by_.function +
                                " expects " + std::to_string(expected) + " bytes from " +
                                name_of(step.peer) + ", which sent " +
                                std::to_string(receive.bytes)});
}

std::string Collective::name_of(int party) const {
  const TaskId world = comm_.parties().world_rank(party);
  const int local = comm_.group->rank_of(world);
  if (local >= 0) return "rank " + std::to_string(local);
  return "rank " + std::to_string(comm_.peers().rank_of(world)) + " of the remote group";
}

void Collective::compare_elements(TaskId source, std::uint32_t sent, std::uint32_t received) const {
  if (!labels_conflict(sent, received) || !is_first(Misuse::CollectiveElements)) return;
  warn_of_misuse(task_.id(), std::string(started_by_.function) + " (at " +
                                 describe_call_site(started_by_.address) +
                                 ") receives elements of type " + label_name(received) +
                                 ", but rank " + std::to_string(source) +
                                 " sends elements of type " + label_name(sent));
}

void Collective::note(MpiError error) {
  error.communicator = &comm_;
  if (ends_job(comm_.errhandler)) {
    // Report it at once: a rank that does something else may never send what the plan still waits
    // for.
    task_.call.address = started_by_.address;
    handle_error(comm_, started_by_.function, error);
  }
  error_ = std::move(error);
}

void Collective::copy(const plans::Step& step) {
  const TypedRange from = range(step.from, step.count), to = range(step.to, step.count);
  if (from.type.label != to.type.label) [[unlikely]]
    compare_elements(task_.id(), from.type.label, to.type.label);
  copy_range(from, to);
}

void Collective::reduce(const plans::Step& step) {
  const TypedRange from = range(step.from, step.count), to = range(step.to, step.count);
  std::optional<MessagingTask::InReduction> of_program;
  if (!parts_.reduction->operation->is_predefined()) of_program.emplace(task_);
  apply(*parts_.reduction->operation, from.address, to.address, to.count, *to.type.object,
        parts_.reduction->handle.get());
}

bool Collective::advance() {
  if (concluded_) return true;
  if (!execution_->progress()) return false;
  concluded_ = true;
  for (const auto& each : parts_.at_end) copy_range(each.from, each.to);
  if (error_) throw *error_;
  return true;
}

std::vector<const Request*> Collective::waits_for() const {
  std::vector<const Request*> found;
  for (const std::uint32_t index : execution_->in_flight())
    if (requests_[index] && requests_[index]->is<ReceiveRequest>())
      found.push_back(requests_[index]);
  return found;
}

void Collective::run() {
  begin();
  while (!advance()) {
    waiting_.clear();
    for (std::uint32_t index : execution_->in_flight()) waiting_.push_back(requests_[index]);
    if (execution_->all_started())
      wait_all(task_, waiting_);
    else
      wait_any(task_, waiting_);
  }
}

void run(std::unique_ptr<Collective> collective) {
  collective->run();
}

void start(std::unique_ptr<Collective> collective, MPI_Request* request) {
  check_pointer(request, "request");
  Communicator& comm = collective->comm();
  *request = comm.task.requests.add(comm.task.pending.start(comm, std::move(collective)));
}

void persist(std::unique_ptr<Collective> collective, MPI_Info info, MPI_Request* request) {
  check_pointer(request, "request");
  hints(info);
  collective->make_persistent();
  Communicator& comm = collective->comm();
  *request = comm.task.requests.add(comm.task.pending.persist(comm, std::move(collective)));
}

}  // namespace bamboo::mpi
