// SPDX-License-Identifier: Apache-2.0
#include "source_lines.h"

#include <fmt/core.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "../process.h"

namespace bamboo::driver {
namespace {

using Places = std::map<std::uint64_t, std::string>;  // by address

std::string name_of(const std::string& file) {
  return std::filesystem::path(file).filename().string();
}

/// addr2line prints two lines for each address: the function and FILE:LINE, "??" what it does not
/// know.
void ask_addr2line(const std::string& object, Places& places) {
  const auto tool = find_program("addr2line");
  if (!tool) return;
  Words command{*tool, "-s", "-f", "-C", "-e", object};
  for (const auto& [address, place] : places) command.push_back(fmt::format("{:#x}", address));
  const Captured answer = run_captured(command, Capture::Output, {"", false, true});
  std::istringstream lines(answer.output);
  std::string function;
  std::string line;
  for (auto& [address, place] : places) {
    if (!std::getline(lines, function) || !std::getline(lines, line)) return;
    line = line.substr(0, line.find(" ("));
    if (!line.starts_with("??") && !line.ends_with(":?") && !line.ends_with(":0"))
      place = line;
    else if (!function.starts_with("??"))
      place = fmt::format("{} in {}", function, name_of(object));
  }
}

}  // namespace

void SourceLines::want(support::RollCallOperation& call) {
  if (call.place.empty() && !call.object.empty()) wanted_.push_back(&call);
}

void SourceLines::look_up() {
  std::map<std::string, Places> places;
  for (const support::RollCallOperation* call : wanted_) {
    places[call->object][call->address] =
        fmt::format("{}+{:#x}", name_of(call->object), call->address);
  }
  for (auto& [object, of_object] : places) ask_addr2line(object, of_object);
  for (support::RollCallOperation* call : wanted_)
    call->place = places[call->object][call->address];
}

}  // namespace bamboo::driver
