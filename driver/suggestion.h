// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace bamboo::driver {

/// "; did you mean 'run'?" with the candidate nearest to a misspelt word; ";" where none is near.
/// What a message says next follows behind a blank.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

}  // namespace bamboo::driver
