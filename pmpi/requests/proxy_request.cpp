// SPDX-License-Identifier: Apache-2.0
#include "requests/proxy_request.h"

namespace bamboo::plans::pmpi {

int ProxyRequest::make_persistent() {
  return PMPI_Recv_init(nullptr, 0, MPI_BYTE, 0, number_, channel_.get(), &handle);
}

int ProxyRequest::make_once() {
  return PMPI_Irecv(nullptr, 0, MPI_BYTE, 0, number_, channel_.get(), &handle);
}

int ProxyRequest::end() {
  const int error = server_->end();
  // A message longer than the proxy is an error of the proxy.
  static const char failed = 0;
  MPI_Request sent;  // the MPI may have called this function, so it must not wait
  PMPI_Isend(&failed, error == MPI_SUCCESS ? 0 : 1, MPI_BYTE, 0, number_, channel_.get(), &sent);
  PMPI_Request_free(&sent);
  return error;
}

}  // namespace bamboo::plans::pmpi
