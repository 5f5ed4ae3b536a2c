// SPDX-License-Identifier: Apache-2.0
// Shares a text that one process reads for all of them.
#pragma once

#include <mpi.h>

#include <functional>
#include <optional>
#include <string>

namespace bamboo::plans::pmpi {

/// Gives all processes the text that the first process makes; none where it makes none. All throw
/// std::invalid_argument with the text of its exception where it throws. Collective.
std::optional<std::string> share_text(MPI_Comm comm,
                                      const std::function<std::optional<std::string>()>& make);

}  // namespace bamboo::plans::pmpi
