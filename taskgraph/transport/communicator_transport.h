// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "bamboo/taskgraph/communicator.h"
#include "transport/transport.h"

namespace bamboo {

/// How a Runtime is to use a program's MPI.
struct MpiUse {
  struct Threads {
    std::string because;  ///< why there are several
    std::string remedy;   ///< what to do where several must not call the MPI
  };
  std::optional<std::string> refusal;  ///< why this process must not use the MPI now
  std::optional<Threads> several;      ///< none: only the calling thread calls the MPI
};

/// The transport between the processes of a program's communicator, of which it makes a copy of its
/// own: its messages never meet the program's. Collective over the communicator. Loads the module
/// for the program's MPI; neither initialises nor finalises the MPI.
///
/// Throws std::logic_error where there can be no transport on the communicator, or where the MPI is
/// not initialised. Throws it on all processes if one of them refuses such a use, or its MPI was
/// not initialised for it. Throws std::runtime_error where the module cannot be loaded.
std::unique_ptr<Transport> make_transport_on(const Communicator& communicator,
                                             const std::string& module_folder,
                                             std::size_t piece_bytes, const MpiUse& use);

}  // namespace bamboo
