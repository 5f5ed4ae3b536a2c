// SPDX-License-Identifier: Apache-2.0
// Detects repeated patterns in a communicator's irregular all-to-alls. Call sites do not help:
// processes may reach the same call from different lines. The order of calls is the same
// everywhere, so a program with two sites (a transposition and its inverse) repeats with period
// two.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace bamboo::plans::pmpi {

/// The difference between the patterns of some calls. Sums over processes are sums of integers, so
/// that all processes get the same result.
struct Change {
  std::uint64_t differing = 0;  ///< bytes that occur in only one of the two patterns
  std::uint64_t moved = 0;      ///< bytes of both

  void add(const std::vector<std::size_t>& row, const std::vector<std::size_t>& other);
  /// Small changes of counts, as in a sort from one iteration to the next, do not make another
  /// pattern.
  bool is_small() const { return differing <= moved / 8; }
};

/// The rows of this process in the last calls: bytes for each process.
class PatternHistory {
 public:
  static constexpr std::size_t longest_period = 4;
  static constexpr std::size_t most = 2 * longest_period;
  /// The number of calls that were compared with those one period before, by period, from 1 on.
  using Changes = std::array<Change, longest_period>;

  void add(const std::vector<std::size_t>& row);
  void clear() { calls_ = 0; }
  std::size_t calls() const { return calls_; }  ///< the number of known calls; at most `most`
  const std::vector<std::size_t>& row(std::size_t calls_ago) const;
  Changes changes() const;

 private:
  std::array<std::vector<std::size_t>, most> rows_;
  std::size_t next_ = 0, calls_ = 0;
};

/// The period of the pattern, by all processes' changes together. Only a pattern that occurred
/// twice counts, except for the very first call, for which nothing better is known. Returns nothing
/// if there is no period.
std::optional<std::size_t> period_of(std::span<const Change> changes, std::size_t calls);

}  // namespace bamboo::plans::pmpi
