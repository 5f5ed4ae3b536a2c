// SPDX-License-Identifier: Apache-2.0
#include "nest_report.h"

#include <cstdio>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "splitting/split_history.h"

namespace bamboo::overlap {
namespace {

using NestPlace = std::pair<std::string, int>;  // file, line

struct Nest {
  uint64_t ranks = 0;
  std::array<uint64_t, split_outcome_count> outcomes{};
  NestTimes times;  ///< summed over ranks

  uint64_t count(SplitOutcome outcome) const { return outcomes[static_cast<size_t>(outcome)]; }
  uint64_t executions() const {
    return std::accumulate(outcomes.begin(), outcomes.end(), uint64_t{0});
  }
};

constexpr std::chrono::nanoseconds NestTimes::* time_parts[] = {
    &NestTimes::look, &NestTimes::core, &NestTimes::between, &NestTimes::rest, &NestTimes::whole};

double microseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

std::map<NestPlace, Nest> merge_nests(const std::vector<nlohmann::json>& of_ranks) {
  std::map<NestPlace, Nest> merged;
  for (const nlohmann::json& nests : of_ranks) {
    std::map<NestPlace, Nest> of_rank;  // a nest of a function that was inlined has several sites
    for (const auto& one : nests) {
      Nest& nest = of_rank[{one["file"], one["line"]}];
      for (size_t i = 0; i < split_outcome_count; ++i)
        nest.outcomes[i] += one["outcomes"][i].get<uint64_t>();
      for (size_t i = 0; i < std::size(time_parts); ++i)
        nest.times.*time_parts[i] += std::chrono::nanoseconds(one["times"][i].get<int64_t>());
    }
    for (const auto& [where, own] : of_rank) {
      Nest& all = merged[where];
      ++all.ranks;
      for (size_t i = 0; i < split_outcome_count; ++i) all.outcomes[i] += own.outcomes[i];
      all.times += own.times;
    }
  }
  return merged;
}

void print_nest(const NestPlace& where, const Nest& nest) {
  const uint64_t first = nest.count(SplitOutcome::core_first);
  const uint64_t compared = nest.count(SplitOutcome::compared);
  const auto each = [](std::chrono::nanoseconds time, uint64_t times) {
    return times == 0 ? 0 : microseconds(time) / static_cast<double>(times);
  };
  const std::string name =
      where.first.substr(where.first.rfind('/') + 1) + ":" + std::to_string(where.second);
  std::fprintf(stderr, "%-36s %10llu %10llu %11.2f %11.2f %11.2f %11.2f %11.2f\n", name.c_str(),
               static_cast<unsigned long long>(nest.executions()),
               static_cast<unsigned long long>(first), each(nest.times.look, first),
               each(nest.times.core, first), each(nest.times.between, first),
               each(nest.times.rest, first), each(nest.times.whole, compared));
  for (size_t i = 0; i < split_outcome_count; ++i)
    if (nest.outcomes[i] != 0 && i != static_cast<size_t>(SplitOutcome::core_first))
      std::fprintf(stderr, "  %10llu %s %s\n", static_cast<unsigned long long>(nest.outcomes[i]),
                   nest.outcomes[i] == 1 ? "time: " : "times:", split_outcomes[i].words);
}

nlohmann::json as_json(const NestPlace& where, const Nest& nest) {
  auto outcomes = nlohmann::json::array();
  for (size_t i = 0; i < split_outcome_count; ++i)
    if (nest.outcomes[i] != 0)
      outcomes.push_back({{"outcome", split_outcomes[i].name},
                          {"words", split_outcomes[i].words},
                          {"executions", nest.outcomes[i]}});
  return {{"file", where.first},
          {"line", where.second},
          {"ranks", nest.ranks},
          {"executions", nest.executions()},
          {"outcomes", outcomes},
          {"look_us", microseconds(nest.times.look)},
          {"core_us", microseconds(nest.times.core)},
          {"between_us", microseconds(nest.times.between)},
          {"rest_us", microseconds(nest.times.rest)},
          {"whole_us", microseconds(nest.times.whole)}};
}

}  // namespace

nlohmann::json own_nests() {
  auto nests = nlohmann::json::array();
  for (bamboo_split_history* one = split_histories(); one != nullptr; one = one->next) {
    if (one->site.file == nullptr) continue;
    const std::lock_guard lock(one->mutex);
    auto times = nlohmann::json::array();
    for (const auto part : time_parts) times.push_back((one->times.*part).count());
    nests.push_back({{"file", one->site.file},
                     {"line", one->site.line},
                     {"outcomes", one->outcomes},
                     {"times", times}});
  }
  return nests;
}

nlohmann::json print_nests(const std::vector<nlohmann::json>& of_ranks) {
  const auto merged = merge_nests(of_ranks);
  if (!merged.empty())
    std::fprintf(stderr, "%-36s %10s %10s %11s %11s %11s %11s %11s\n", "split nests: where",
                 "executions", "core first", "look us", "core us", "between us", "rest us",
                 "whole us");
  auto nests = nlohmann::json::array();
  for (const auto& [where, nest] : merged) {
    print_nest(where, nest);
    nests.push_back(as_json(where, nest));
  }
  return nests;
}

}  // namespace bamboo::overlap
