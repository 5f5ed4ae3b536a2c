// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bamboo/taskgraph/costs.h"

namespace bamboo {
namespace {

using Json = nlohmann::json;

struct Slices {
  double microseconds = 0, count = 0;
};

bool is_slice(const Json& value) {
  const auto kind = value.find("cat");
  return kind != value.end() && *kind == "run" && value.contains("dur");
}

/// The numbers of a graph's tasks in the file.
struct Numbers {
  std::int64_t first = 0, end = std::numeric_limits<std::int64_t>::max();
};

Numbers numbers_of(const Json& about, const std::string& name) {
  const Json& of_process = about.contains("merged") ? about.at("merged").at(0) : about;
  std::string names;
  for (const Json& graph : of_process.value("graphs", Json::array())) {
    const auto first = graph.at("first").get<std::int64_t>();
    if (name.empty() || graph.at("name") == name)
      return {first, first + graph.at("tasks").get<std::int64_t>()};
    names += (names.empty() ? "" : ", ") + graph.at("name").get<std::string>();
  }
  if (name.empty()) return {};
  throw std::runtime_error(fmt::format("it has no graph '{}', but {}", name, names));
}

}  // namespace

std::unordered_map<TaskId, double> read_costs(const std::string& file,
                                              const std::string& graph) try {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(std::strerror(errno));
  std::unordered_map<std::int64_t, Slices> slices;  // by the numbers in the file
  // Each event is taken when it is complete, and dropped: a trace may be large.
  const auto take = [&](int, Json::parse_event_t event, Json& value) {
    if (event != Json::parse_event_t::object_end || !value.contains("ph")) return true;
    if (is_slice(value)) {
      Slices& task = slices[value.at("args").at("task").get<std::int64_t>()];
      task.microseconds += value.at("dur").get<double>();
      ++task.count;
    }
    return false;
  };
  const Json trace = Json::parse(in, take);
  trace.at("otherData").at("bamboo");
  const Numbers wanted = numbers_of(trace.at("otherData"), graph);
  std::unordered_map<TaskId, double> costs;
  for (const auto& [number, sum] : slices)
    if (number >= wanted.first && number < wanted.end)
      costs[static_cast<TaskId>(number - wanted.first)] = sum.microseconds / sum.count * 1e-6;
  return costs;
} catch (const std::exception& error) {
  throw std::runtime_error(fmt::format("no costs in '{}': {}", file, error.what()));
}

}  // namespace bamboo
