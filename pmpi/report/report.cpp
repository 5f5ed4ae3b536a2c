// SPDX-License-Identifier: Apache-2.0
#include "report/report.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "bamboo/support/diagnostic.h"
#include "configuration/world.h"
#include "execution/gather_texts.h"
#include "report/call_site.h"
#include "report/expected.h"
#include "report/gain.h"
#include "report/recorder.h"

namespace bamboo::plans::pmpi {
namespace {

/// The limit per call site up to which expectations are computed.
constexpr std::size_t most_communicators = 16;

/// Equal for all processes: identified by the site's offset in its file. The last string is the
/// reason why it is never planned.
using Line = std::tuple<CallSite, std::string, std::string, int, int, std::string>;

struct Total {
  Sums sums;
  std::string symbol;
  int ranks = 0;
  double longest = 0;  ///< seconds of one process
  Asked asked;
  std::set<std::vector<int>> hosts;  ///< of each communicator
  bool is_known = true;              ///< between which hosts each call was
  Expected expected;
};

nlohmann::json own_lines() {
  auto lines = nlohmann::json::array();
  for (const auto& [kind, sums] : recorded_calls()) {
    const CallSite site = CallSite::of(kind.address);
    lines.push_back(
        {site.object, site.offset, site.symbol, reported_name(kind.operation, kind.form),
         kind.algorithm ? kind.algorithm->name : "mpi", kind.processes, kind.size_class, sums.calls,
         sums.bytes, sums.seconds, sums.rank == 0 ? sums.hosts : std::vector<int>(), sums.rank,
         sums.root, sums.row, sums.is_of_one, ""});
  }
  for (const auto& [kind, sums] : recorded_unplannable()) {
    const CallSite site = CallSite::of(kind.address);
    lines.push_back({site.object, site.offset, site.symbol, kind.function, "mpi", kind.processes, 0,
                     sums.calls, sums.bytes, sums.seconds, std::vector<int>(), 0, 0,
                     std::vector<double>(), false, text_of(kind.why)});
  }
  return lines;
}

std::map<Line, Total> merge(const std::vector<std::string>& texts) {
  std::map<Line, Total> merged;
  for (const std::string& text : texts) {
    for (const auto& line : nlohmann::json::parse(text)) {
      const CallSite site{line[0], line[1], line[2]};
      Total& total = merged[{site, line[3], line[4], line[5], line[6], line[15]}];
      total.symbol = site.symbol;
      total.sums.calls += line[7].get<std::uint64_t>();
      total.sums.bytes += line[8].get<std::uint64_t>();
      total.sums.seconds += line[9].get<double>();
      total.longest = std::max(total.longest, line[9].get<double>());
      ++total.ranks;
      if (!line[10].empty()) total.hosts.insert(line[10].get<std::vector<int>>());
      total.is_known = total.is_known && line[14].get<bool>();
      total.asked.root = line[12];
      if (const auto& row = line[13]; !row.empty())
        total.asked.rows.try_emplace(line[11], row.get<std::vector<double>>());
    }
  }
  return merged;
}

/// Adds one part to the mean of `of` parts.
void add_part(std::optional<double>& mean, const std::optional<double>& one, std::size_t of) {
  if (one) mean = mean.value_or(0) + *one / static_cast<double>(of);
}

void find_expected(std::map<Line, Total>& merged) {
  if (!world()->network) return;
  for (auto& [line, total] : merged) {
    const auto& [site, operation, algorithm, processes, size_class, never] = line;
    Asked& asked = total.asked;
    asked.operation = operation;
    asked.plan = algorithm;
    asked.bytes = static_cast<double>(total.sums.bytes) / static_cast<double>(total.sums.calls);
    asked.calls = static_cast<double>(total.sums.calls) / total.ranks;
    if (!total.is_known || total.hosts.size() > most_communicators) continue;
    // The rank of a row is known only if the site has used a single communicator.
    if (total.ranks != processes) asked.rows.clear();
    for (const std::vector<int>& hosts : total.hosts) {
      asked.hosts = hosts;
      const Expected one = expected(asked, *world()->network);
      add_part(total.expected.predicted, one.predicted, total.hosts.size());
      add_part(total.expected.bound, one.bound, total.hosts.size());
    }
  }
}

std::string microseconds(const std::optional<double>& seconds) {
  if (!seconds) return "-";
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", *seconds * 1e6);
  return text;
}

nlohmann::json json_of(const std::optional<double>& seconds) {
  return seconds ? nlohmann::json(*seconds) : nlohmann::json();
}

std::optional<double> gain_of(const std::map<Line, Total>& merged) {
  std::vector<ServedCalls> served;
  for (const auto& [line, total] : merged) {
    const auto& [site, operation, algorithm, processes, size_class, never] = line;
    if (!never.empty()) continue;
    const std::string kind = site.object + '+' + std::to_string(site.offset) + ' ' + operation +
                             ' ' + std::to_string(processes) + ' ' + std::to_string(size_class);
    served.push_back({kind, algorithm != "mpi", static_cast<double>(total.sums.calls),
                      total.sums.seconds, total.ranks});
  }
  return gained(served);
}

void print_table(const std::map<Line, Total>& merged, SiteNames& names) {
  std::fprintf(stderr, "%-22s %-32s %-28s %5s %12s %10s %12s %12s %12s\n", "plans: call", "where",
               "plan", "ranks", "bytes", "calls", "us each", "predicted", "bound");
  for (const auto& [line, total] : merged) {
    const auto& [site, operation, algorithm, processes, size_class, never] = line;
    const auto calls = static_cast<double>(total.sums.calls);
    std::fprintf(stderr, "%-22s %-32s %-28s %5d %12.0f %10llu %12.2f %12s %12s\n",
                 operation.c_str(), names[site].c_str(),
                 never.empty() ? algorithm.c_str() : ("never: " + never).c_str(), processes,
                 static_cast<double>(total.sums.bytes) / calls,
                 static_cast<unsigned long long>(total.sums.calls / total.ranks),
                 total.sums.seconds / calls * 1e6, microseconds(total.expected.predicted).c_str(),
                 microseconds(total.expected.bound).c_str());
  }
  if (const auto gain = gain_of(merged))
    std::fprintf(
        stderr,
        "plans: %s about %.3f s of each process, by the mean of the MPI's own calls of the "
        "same kinds\n",
        *gain < 0 ? "lost" : "gained", std::abs(*gain));
  if (!world()->network_origin.empty())
    std::fprintf(stderr, "plans: network of %d hosts, %s\n", world()->network->network.hosts(),
                 world()->network_origin.c_str());
  if (!world()->network)
    std::fprintf(stderr,
                 "plans: nothing is predicted without a description of the network; 'bamboo plan "
                 "probe -n %d --remember' measures one for all later runs\n",
                 static_cast<int>(world()->host.size()));
}

void write_json(const std::map<Line, Total>& merged, SiteNames& names, const std::string& name) {
  auto calls = nlohmann::json::array();
  for (const auto& [line, total] : merged) {
    const auto& [site, operation, algorithm, processes, size_class, never] = line;
    calls.push_back({{"operation", operation},
                     {"where", names[site]},
                     {"object", site.object},
                     {"offset", site.offset},
                     {"symbol", total.symbol},
                     {"plan", algorithm},
                     {"never_planned", never.empty() ? nlohmann::json() : nlohmann::json(never)},
                     {"processes", processes},
                     {"ranks", total.ranks},
                     {"calls", total.sums.calls},
                     {"bytes", total.sums.bytes},
                     {"seconds", total.sums.seconds},
                     {"longest_seconds", total.longest},
                     {"predicted_seconds", json_of(total.expected.predicted)},
                     {"bound_seconds", json_of(total.expected.bound)}});
  }
  std::FILE* out = std::fopen(name.c_str(), "w");
  if (out == nullptr) {
    support::error("cannot write the report of plans to '%s'", name.c_str());
    return;
  }
  std::fprintf(out, "%s\n", calls.dump(2).c_str());
  std::fclose(out);
}

void report_file(const PlanFile& file) {
  const std::uint64_t calls = file.calls;
  if (calls == 0)
    support::warning(
        "the plan file '%s' (%s of %d processes) has served no call: none had its traffic, or was "
        "left to it",
        file.file.c_str(), name_of(file.plan.operation), file.plan.size);
  else if (world()->settings.report)
    std::fprintf(stderr, "plans: file %s: %s of %d processes, %llu calls of each\n",
                 file.file.c_str(), name_of(file.plan.operation), file.plan.size,
                 static_cast<unsigned long long>(calls));
}

}  // namespace

void write_report() {
  const Settings& settings = world()->settings;
  if (!settings.report && settings.report_file.empty()) return;
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const auto texts = gather_texts(MPI_COMM_WORLD, own_lines().dump());
  if (rank != 0) return;
  auto merged = merge(texts);
  find_expected(merged);
  SiteNames names;
  for (const auto& [line, total] : merged) names.add(std::get<0>(line));
  names.look_up();
  if (settings.report) print_table(merged, names);
  if (!settings.report_file.empty()) write_json(merged, names, settings.report_file);
}

void report_plan_files() {
  // The first process need not be in the communicators whose calls a file of the user's has served.
  for (PlanFile* file : world()->files) {
    const std::uint64_t own = file->calls;
    std::uint64_t most = 0;
    PMPI_Reduce(&own, &most, 1, MPI_UINT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
    if (file->announces_calls) file->calls = most;
  }
  each_plan_file([](const PlanFile& file) {
    if (file.announces_calls) report_file(file);
  });
}

}  // namespace bamboo::plans::pmpi
