// SPDX-License-Identifier: Apache-2.0
// What the earlier runs of a job have shown about its virtualisation factor (VF), and its text.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bamboo::driver {

enum class VfVerdict {
  Open,
  Kept,       ///< it is faster than VF 1
  NotFaster,  ///< it was compared with VF 1
  Slower,     ///< its first run was clearly slower; larger ones are not tried
  Refused,    ///< its first run has failed; larger ones are not tried
};

/// The latest successful runs with one VF.
struct VfRuns {
  int vf = 1;
  VfVerdict verdict = VfVerdict::Open;
  std::vector<double> seconds{};

  bool operator==(const VfRuns&) const = default;
};

/// How many runs are kept and compared.
constexpr std::size_t compared_runs = 3;

/// The reference, VF 1, is the first.
struct VfRecord {
  std::array<VfRuns, 4> tried{VfRuns{.vf = 1}, {.vf = 2}, {.vf = 4}, {.vf = 8}};

  VfRuns& reference() { return tried.front(); }
  const VfRuns& reference() const { return tried.front(); }
  bool operator==(const VfRecord&) const = default;
};

/// `job` is a description for people: one line.
std::string text_of(const VfRecord& record, std::string_view job);

/// Returns nothing if the text is no complete record of this version.
std::optional<VfRecord> parse_vf_record(std::string_view text);

}  // namespace bamboo::driver
