// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>

namespace bamboo::driver {

/// Whether these are the contents of an archive (regular or thin).
bool is_archive(std::span<const char> contents);

/// Whether it is an archive whose members are other files.
bool is_thin_archive(std::span<const char> contents);

/// Visits the members of an archive, with their names and contents. `path` is where the archive is:
/// a thin archive names its members relative to that.
void for_each_member(const std::string& path, std::span<const char> contents,
                     const std::function<void(const std::string&, std::span<const char>)>& visit);

}  // namespace bamboo::driver
