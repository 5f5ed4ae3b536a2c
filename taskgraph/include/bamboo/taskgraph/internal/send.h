// SPDX-License-Identifier: Apache-2.0
// How a message leaves its process.
#pragma once

#include <cstddef>

namespace bamboo {

enum class SendMode : unsigned char {
  Put,          ///< buffered: complete when send() returns, whatever it takes (send blocks, Bsend)
  Standard,     ///< complete when the source may be reused; beyond the budget only after the match
  Synchronous,  ///< complete only after the matching receive has started (Ssend)
};

/// The limit up to which a standard send copies its payload and returns when no other task can run,
/// as the installed MPIs do.
inline constexpr std::size_t standard_copy_bytes = 64 * 1024;

/// Notified when a pending send completes, on the thread that makes progress.
class SendCompletion {
 public:
  virtual ~SendCompletion() = default;
  virtual void sent() = 0;
};

}  // namespace bamboo
