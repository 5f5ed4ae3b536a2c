// SPDX-License-Identifier: Apache-2.0
#include "requests/request_server.h"

#include "configuration/world.h"
#include "report/recorder.h"

namespace bamboo::plans::pmpi {
namespace {

/// A start at the time `begin`, if there will be a report.
void record_start(const RequestedCall& of, const Algorithm* algorithm, double begin) {
  if (world()->reports)
    record(of.call, of.processes, of.bytes, algorithm, PMPI_Wtime() - begin, of.own);
}

}  // namespace

void PlanServer::begin(MPI_Request) {
  begin_ = PMPI_Wtime();
  run_.emplace(planned_.requested.channel->messages(), planned_.tag, *planned_.schedule,
               planned_.prepared);
}

int PlanServer::end() {
  record_start(planned_.requested, planned_.algorithm, begin_);
  const int error = run_->error();
  run_.reset();
  return error;
}

void NativeServer::begin(MPI_Request) {
  begin_ = PMPI_Wtime();
  error_ = PMPI_Start(&request_);
}

bool NativeServer::progress() {
  if (error_ != MPI_SUCCESS) return true;
  int done = 0;
  error_ = PMPI_Test(&request_, &done, MPI_STATUS_IGNORE);
  return done || error_ != MPI_SUCCESS;
}

int NativeServer::end() {
  record_start(requested_, nullptr, begin_);
  return error_;
}

}  // namespace bamboo::plans::pmpi
