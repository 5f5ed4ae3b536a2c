// SPDX-License-Identifier: Apache-2.0
#include "requests/proxy_request.h"

#include "configuration/world.h"
#include "datatypes/self_channel.h"
#include "report/recorder.h"

namespace bamboo::plans::pmpi {
namespace {

SelfChannel carriers;

}  // namespace

int Carried::make_persistent() {
  return PMPI_Recv_init(nullptr, 0, MPI_BYTE, 0, number_, carriers.get(), &carrier);
}

int Carried::make_once() {
  return PMPI_Irecv(nullptr, 0, MPI_BYTE, 0, number_, carriers.get(), &carrier);
}

void Carried::begin() {
  begin_ = PMPI_Wtime();
  // What is packed must be packed again; else the buffers are only pointed to.
  if (planned_.ready)
    work_ = std::exchange(planned_.ready, std::nullopt);
  else if (!work_ || !work_->saved.empty())
    work_.emplace(planned_.make_work());
  run_.emplace(planned_.channel->messages(), planned_.tag, *planned_.schedule, *work_);
}

int Carried::end() {
  const int error = run_->error();
  // A message longer than the carrier is an error of the carrier.
  static const char failed = 0;
  MPI_Request sent;  // the MPI may have called us, so nothing may wait
  PMPI_Isend(&failed, error == MPI_SUCCESS ? 0 : 1, MPI_BYTE, 0, number_, carriers.get(), &sent);
  PMPI_Request_free(&sent);
  if (world()->reports)
    record(planned_.call, planned_.processes, planned_.bytes, planned_.algorithm,
           PMPI_Wtime() - begin_);
  run_.reset();
  return error;
}

void Carried::free_channel() {
  carriers.free();
}

}  // namespace bamboo::plans::pmpi
