// SPDX-License-Identifier: Apache-2.0
#include "options/option_agreement.h"

#include "bamboo/support/diagnostic.h"
#include "bamboo/taskgraph/exit_codes.h"
#include "transport/transport.h"

namespace bamboo {

void require_same(Transport& transport, const std::string& variable, const std::string& value) {
  const std::string first = transport.broadcast_text(value);
  if (value == first) return;
  support::error(
      "%s is %s in process 0, but %s in process %d: pass it on to all hosts, "
      "with bamboo run, with Open MPI's mpirun -x %s, or with MPICH's -genv",
      variable.c_str(), first.c_str(), value.c_str(), transport.process(), variable.c_str());
  transport.abort(exit_usage);
}

}  // namespace bamboo
