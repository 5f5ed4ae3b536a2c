// SPDX-License-Identifier: Apache-2.0
#include "requests/proxy_request.h"

#include "configuration/world.h"
#include "datatypes/self_channel.h"
#include "report/recorder.h"

namespace bamboo::plans::pmpi {
namespace {

SelfChannel proxies;

}  // namespace

int ProxyRequest::make_persistent() {
  return PMPI_Recv_init(nullptr, 0, MPI_BYTE, 0, number_, proxies.get(), &handle);
}

int ProxyRequest::make_once() {
  return PMPI_Irecv(nullptr, 0, MPI_BYTE, 0, number_, proxies.get(), &handle);
}

void ProxyRequest::begin() {
  begin_ = PMPI_Wtime();
  // Packed buffers must be packed again; the others are only pointed to.
  if (planned_.ready)
    prepared_ = std::exchange(planned_.ready, std::nullopt);
  else if (!prepared_ || !prepared_->saved.empty())
    prepared_.emplace(planned_.prepare());
  run_.emplace(planned_.channel->messages(), planned_.tag, *planned_.schedule, *prepared_);
}

int ProxyRequest::end() {
  const int error = run_->error();
  // A message longer than the proxy is an error of the proxy.
  static const char failed = 0;
  MPI_Request sent;  // the MPI may have called us, so nothing may wait
  PMPI_Isend(&failed, error == MPI_SUCCESS ? 0 : 1, MPI_BYTE, 0, number_, proxies.get(), &sent);
  PMPI_Request_free(&sent);
  if (world()->reports)
    record(planned_.call, planned_.processes, planned_.bytes, planned_.algorithm,
           PMPI_Wtime() - begin_);
  run_.reset();
  return error;
}

void ProxyRequest::free_channel() {
  proxies.free();
}

}  // namespace bamboo::plans::pmpi
