// SPDX-License-Identifier: Apache-2.0
#include "vf_record.h"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>

#include "bamboo/support/quantity.h"

namespace bamboo::driver {
namespace {

constexpr std::string_view first_line = "bamboo-vf 1";
constexpr std::string_view last_line = "end";
constexpr std::array<std::string_view, 5> verdicts{"open", "kept", "not-faster", "slower",
                                                   "refused"};

/// "2 open 10.25 10.5"
std::optional<VfRuns> parse_runs(const std::string& line) {
  std::istringstream words(line);
  std::string vf, verdict;
  words >> vf >> verdict;
  const auto number = support::parse_whole<int>(vf, 1);
  const auto found = std::ranges::find(verdicts, verdict);
  if (!number || found == verdicts.end()) return std::nullopt;
  VfRuns runs{*number, static_cast<VfVerdict>(found - verdicts.begin()), {}};
  for (std::string word; words >> word;) {
    const auto seconds = support::parse_number(word);
    if (!seconds || *seconds <= 0) return std::nullopt;
    runs.seconds.push_back(*seconds);
  }
  return runs;
}

bool is_consistent(const VfRecord& record) {
  const auto kept = std::ranges::count(record.tried, VfVerdict::Kept, &VfRuns::verdict);
  return record.reference().verdict == VfVerdict::Open && kept <= 1 &&
         std::ranges::all_of(record.tried, [&](const VfRuns& runs) {
           const bool is_complete = runs.seconds.size() == compared_runs &&
                                    record.reference().seconds.size() == compared_runs;
           return runs.seconds.size() <= compared_runs &&
                  (runs.verdict != VfVerdict::Kept || is_complete);
         });
}

}  // namespace

std::string text_of(const VfRecord& record, std::string_view job) {
  std::string text =
      fmt::format("{}\n# {}\n# VF, what it is, seconds of its runs\n", first_line, job);
  for (const VfRuns& runs : record.tried) {
    text += fmt::format("{} {}", runs.vf, verdicts.at(static_cast<std::size_t>(runs.verdict)));
    for (const double seconds : runs.seconds) text += fmt::format(" {:.3f}", seconds);
    text += '\n';
  }
  return fmt::format("{}{}\n", text, last_line);
}

std::optional<VfRecord> parse_vf_record(std::string_view text) {
  std::istringstream lines{std::string(text)};
  std::string line;
  if (!std::getline(lines, line) || line != first_line) return std::nullopt;
  VfRecord record;
  auto next = record.tried.begin();
  while (std::getline(lines, line) && line != last_line) {
    if (line.starts_with('#')) continue;
    auto runs = parse_runs(line);
    if (next == record.tried.end() || !runs || runs->vf != next->vf) return std::nullopt;
    *next++ = std::move(*runs);
  }
  const bool is_whole = line == last_line && next == record.tried.end();
  return is_whole && is_consistent(record) ? std::optional(record) : std::nullopt;
}

}  // namespace bamboo::driver
