// SPDX-License-Identifier: Apache-2.0
// The file in which `bamboo tune` leaves the best settings that it found.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace bamboo::driver {

/// By name: vf, workers, geometry, service, order.
using TunedSettings = std::map<std::string, std::string>;

/// The section of a program (its name without folders) and of a job ("8 ranks", "2 processes");
/// nothing: the file has none. A malformed file is a Failure that names the line.
std::optional<TunedSettings> read_tuned_settings(const std::string& file,
                                                 const std::string& program,
                                                 const std::string& job);

}  // namespace bamboo::driver
