// SPDX-License-Identifier: Apache-2.0
#include "launch/same_options.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "bamboo/support/diagnostic.h"
#include "bamboo/taskgraph/exit_codes.h"
#include "bamboo/taskgraph/transport.h"

namespace bamboo::mpi {

namespace {

void require_same(Transport& transport, const char* name, const std::string& mine) {
  const std::string first = transport.broadcast_text(mine);
  if (mine == first) return;
  support::error(
      "%s is %s in process 0, but %s in process %d: pass it on to all hosts, "
      "with bamboo run, with Open MPI's mpirun -x %s, or with MPICH's -genv",
      name, first.c_str(), mine.c_str(), transport.process(), name);
  transport.abort(exit_usage);
}

}  // namespace

void require_same_options(Transport& transport, int ranks_per_process, bool tracing) {
  const char* geometry = std::getenv("BAMBOO_GEOMETRY");
  require_same(transport, "BAMBOO_VF", std::to_string(ranks_per_process));
  require_same(transport, "BAMBOO_GEOMETRY", geometry && *geometry ? geometry : "not set");
  require_same(transport, "BAMBOO_TRACE", tracing ? "set" : "not set");
}

}  // namespace bamboo::mpi
