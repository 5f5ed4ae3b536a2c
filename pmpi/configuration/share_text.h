// SPDX-License-Identifier: Apache-2.0
// Shares a text that one process reads for all of them.
#pragma once

#include <mpi.h>

#include <functional>
#include <optional>
#include <string>

namespace bamboo::plans::pmpi {

/// Returns on all processes the text that the first process makes, or nothing if it makes none. If
/// it throws, all throw std::invalid_argument with the text of its exception. Collective.
std::optional<std::string> share_text(MPI_Comm comm,
                                      const std::function<std::optional<std::string>()>& make);

}  // namespace bamboo::plans::pmpi
