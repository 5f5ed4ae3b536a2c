// SPDX-License-Identifier: Apache-2.0
// The size up to which messages leave without the receiver's answer, where Bamboo chooses it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

namespace bamboo::support {

/// Open MPI's own limit over TCP.
inline constexpr std::size_t usual_eager_bytes = std::size_t{64} << 10;

/// This size has room for two faces of 256 x 256 doubles.
inline constexpr std::size_t most_eager_bytes = std::size_t{1} << 20;

/// One message from each process to one process takes no more of the memory of this one, where no
/// receive waits for them. Open MPI holds a buffer of the limit's size for each sender beside them.
inline constexpr std::size_t unexpected_budget = std::size_t{64} << 20;

/// The limit in a job of so many processes. Returns nothing if it is not above the usual one.
constexpr std::optional<std::size_t> raised_eager_bytes(int processes) {
  const std::size_t share = unexpected_budget / static_cast<std::size_t>(std::max(processes, 1));
  const std::size_t limit = std::min(share, most_eager_bytes);
  return limit > usual_eager_bytes ? std::optional(limit) : std::nullopt;
}

}  // namespace bamboo::support
