// SPDX-License-Identifier: Apache-2.0
#include "requests.h"

#include <unordered_map>

namespace checking {
namespace {

std::unordered_map<MPI_Request, std::unique_ptr<Operation>>& pending() {
  static std::unordered_map<MPI_Request, std::unique_ptr<Operation>> all;
  return all;
}

int query(void*, MPI_Status* status) {
  PMPI_Status_set_elements(status, MPI_BYTE, 0);
  PMPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = MPI_UNDEFINED;
  status->MPI_TAG = MPI_UNDEFINED;
  return MPI_SUCCESS;
}
int nothing(void*) {
  return MPI_SUCCESS;
}
int no_cancel(void*, int) {
  return MPI_SUCCESS;
}

}  // namespace

void publish(std::unique_ptr<Operation> operation, MPI_Request* request) {
  PMPI_Grequest_start(query, nothing, no_cancel, nullptr, request);
  pending()[*request] = std::move(operation);
}

Operation* find(MPI_Request request) {
  const auto found = pending().find(request);
  return found == pending().end() ? nullptr : found->second.get();
}

void complete(MPI_Request* request) {
  const auto found = pending().find(*request);
  const std::unique_ptr<Operation> operation = std::move(found->second);
  pending().erase(found);
  operation->finish();
  PMPI_Grequest_complete(*request);
  PMPI_Wait(request, MPI_STATUS_IGNORE);
}

void check_nothing_pending() {
  if (pending().empty()) return;
  const Operation& operation = *pending().begin()->second;
  violation(operation.name(), operation.number(), "the program did not wait for it");
}

}  // namespace checking

extern "C" void checking_mpi_nothing_pending() {
  checking::check_nothing_pending();
}
