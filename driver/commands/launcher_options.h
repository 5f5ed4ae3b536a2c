// SPDX-License-Identifier: Apache-2.0
// Questions about the options that the user gives to an MPI's program starter.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "../installed_mpi.h"
#include "../process.h"
#include "launcher_choice.h"

namespace bamboo::driver {

using OptionNames = std::span<const char* const>;

inline constexpr const char* host_lists[] = {"--host", "-host", "-H", "--hosts", "-hosts"};
inline constexpr const char* host_files[] = {"--hostfile", "-hostfile", "--machinefile",
                                             "-machinefile", "-f"};
inline constexpr const char* rank_files[] = {"--rankfile", "-rankfile", "-rf"};

/// Whether the options contain one of these.
bool user_says(const Words& options, OptionNames names);

/// The argument of the first of these options that occurs.
std::optional<std::string> argument_of(const Words& options, OptionNames names);

/// Whether the help of the launcher, of that MPI if it is mpirun, lists the option, or cannot be
/// read.
bool launcher_may_know(const std::string& option, MpiFamily family, Launcher launcher);

}  // namespace bamboo::driver
