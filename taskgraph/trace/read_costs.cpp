// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
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

}  // namespace

std::unordered_map<TaskId, double> read_costs(const std::string& file) try {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(std::strerror(errno));
  std::unordered_map<TaskId, Slices> slices;
  // Each event is taken when it is complete, and dropped: a trace may be large.
  const auto take = [&](int, Json::parse_event_t event, Json& value) {
    if (event != Json::parse_event_t::object_end || !value.contains("ph")) return true;
    if (is_slice(value)) {
      Slices& task = slices[value.at("args").at("task").get<TaskId>()];
      task.microseconds += value.at("dur").get<double>();
      ++task.count;
    }
    return false;
  };
  const Json trace = Json::parse(in, take);
  trace.at("otherData").at("bamboo");
  std::unordered_map<TaskId, double> costs;
  for (const auto& [task, sum] : slices) costs[task] = sum.microseconds / sum.count * 1e-6;
  return costs;
} catch (const std::exception& error) {
  throw std::runtime_error(fmt::format("'{}' is no trace of Bamboo's: {}", file, error.what()));
}

}  // namespace bamboo
