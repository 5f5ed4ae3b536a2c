// SPDX-License-Identifier: Apache-2.0
#include "parameters.h"

#include <mpi.h>

#include <cstdlib>
#include <string>

#include "bamboo/support/environment.h"
#include "bamboo/support/quantity.h"
#include "window_site.h"

namespace bamboo::overlap {
namespace {

constexpr std::size_t kEagerBytes = 1 << 20;

void set_default(const char* name, const std::string& value) {
  setenv(name, value.c_str(), 0);
}

}  // namespace

void set_parameters() {
  std::size_t bytes = &bamboo_overlap_has_early_messages != nullptr ? kEagerBytes : 0;
  support::read_variable("BAMBOO_OVERLAP_EAGER", bytes, support::parse_size);
  if (bytes == 0) return;
  const std::string text = std::to_string(bytes);
#ifdef OPEN_MPI
  set_default("OMPI_MCA_btl_tcp_eager_limit", text);
  // Messages that leave must find room in the kernel while no process reads them.
  set_default("OMPI_MCA_btl_tcp_sndbuf", std::to_string(4 * bytes));
  set_default("OMPI_MCA_btl_tcp_rcvbuf", std::to_string(4 * bytes));
#else
  set_default("UCX_RNDV_THRESH", text);
#endif
}

}  // namespace bamboo::overlap
