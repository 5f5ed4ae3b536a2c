// SPDX-License-Identifier: Apache-2.0
#include "one_sided/window.h"

#include "errors/errors.h"
#include "one_sided/windows.h"
#include "p2p/wait.h"

namespace bamboo::mpi {

namespace {

/// A rank may test in a loop whether another rank has changed memory. The other rank must get a
/// turn on the worker.
constexpr int looks_in_a_turn = 16;

}  // namespace

Target& Window::target(int rank) {
  if (const auto found = by_rank_.find(rank); found != by_rank_.end()) return *found->second;
  if (rank < 0 || rank >= comm.size())
    fail(MPI_ERR_RANK, "the target is rank %d, must be 0 … %d or MPI_PROC_NULL", rank,
         comm.size() - 1);
  const TaskId task = comm.group->world_rank(rank);
  Target& target = targets_.emplace_back();
  by_rank_[rank] = &target;
  target.rank = rank;
  target.task = task;
  target.memory = windows.exposure_of(task, context);
  return target;
}

std::string Window::text() const {
  return name.empty() ? "a window without a name" : "window \"" + name + "\"";
}

void Window::note_failure(MpiError failure) {
  const auto first = failure_.lock();
  if (!*first) first->emplace(std::move(failure));
}

void Window::throw_failure() {
  std::optional<MpiError> failure;
  std::swap(failure, *failure_.lock());
  if (failure) throw MpiError(*failure);
}

void Window::look() {
  if (++looks_ % looks_in_a_turn == 0) poll(task(), {.requests = {}, .message = {}, .polls = true});
}

std::optional<AttributeValue> Window::predefined_attribute(int keyval) {
  const WindowMemory& memory = exposure.memory;
  switch (keyval) {
    case MPI_WIN_BASE:
      return memory.base;
    case MPI_WIN_SIZE:
      return AttributeValue::at(&memory.size);
    case MPI_WIN_DISP_UNIT:
      return AttributeValue::at(&memory.unit);
    case MPI_WIN_CREATE_FLAVOR:
      return AttributeValue::at(&memory.flavor);
    case MPI_WIN_MODEL:
      return AttributeValue::at(&model_);
    default:
      return std::nullopt;
  }
}

}  // namespace bamboo::mpi
