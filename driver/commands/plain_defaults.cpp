// SPDX-License-Identifier: Apache-2.0
#include "plain_defaults.h"

#include <fmt/core.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "../install_tree.h"
#include "bamboo/support/environment.h"
#include "eager_limit.h"
#include "linked_libraries.h"
#include "preloaded.h"

namespace bamboo::driver {
namespace {

std::string raise_eager_limit(Launch& launch) {
  const EagerLimit limit = eager_limit(launch);
  if (const auto* kept = std::get_if<UnchangedLimit>(&limit))
    return fmt::format("the MPI's eager limit stays as it is: {}", kept->why);
  const auto& raised = std::get<RaisedLimit>(limit);
  launch.environment[raised.variable] = std::to_string(raised.bytes);
  return fmt::format("messages of up to {} KB leave without the receiver's answer: {}={}",
                     raised.bytes / 1024, raised.variable, raised.bytes);
}

/// Appends a word to the variable, after the user's words.
void add_plans_word(Launch& launch, const std::string& word) {
  std::string& words = launch.environment["BAMBOO_PLANS"];
  words += (words.empty() ? "" : ",") + word;
}

/// Returns why a library in front of the program might do harm; nothing if it does none.
std::optional<std::string> reason_against_plans(const Launch& launch, const ProgramKind& kind) {
  if (!kind.built_for && names_tasks_program(launch.program))
    return "the program that is started has virtual ranks, and plans them itself";
  if (kind.uses_standard_abi())
    return "the program uses MPI's standard ABI, for which there is no library";
  if (const auto reason = reason_of_preloaded(launch.program[0])) return reason;
  if (const auto library = linked_profiler(launch.program[0]))
    return fmt::format("the program is linked with {}, which may want to see all MPI calls",
                       *library);
  if (const auto library = linked_device_library(launch.program[0]))
    return fmt::format("the program is linked with {}, and its buffers may be on devices",
                       *library);
  if (kind.must_load_first) {
    return fmt::format("'{}' needs {} in front of all libraries", launch.program[0],
                       *kind.must_load_first);
  }
  if (!InstallTree::of_this_tool().has_plans_library(to_string(launch.family)))
    return fmt::format("there is no library for {}", to_string(launch.family));
  return std::nullopt;
}

/// Loads the plans before the libraries that the user preloads. A program that is not linked with
/// an MPI may start one that has AddressSanitizer, which accepts a library before it only with an
/// option.
void load_plans(Launch& launch, const ProgramKind& kind) {
  launch.answers_roll_call = true;
  std::string libraries = InstallTree::of_this_tool().plans_library(to_string(launch.family));
  if (const auto others = support::environment("LD_PRELOAD")) libraries += ":" + *others;
  launch.environment["LD_PRELOAD"] = libraries;
  if (!kind.built_for) {
    const auto options = support::environment("ASAN_OPTIONS");
    launch.environment["ASAN_OPTIONS"] =
        (options ? *options + ":" : "") + "verify_asan_link_order=0";
  }
}

std::string what_is_planned(ChosenBy chosen_by) {
  return chosen_by == ChosenBy::Rules ? "collectives are planned where rules or files name plans"
                                      : "collectives are planned where that is faster";
}

std::string load_plans_by_default(Launch& launch, const ProgramKind& kind, ChosenBy chosen_by) {
  if (const auto reason = reason_against_plans(launch, kind))
    return fmt::format("collectives are not planned: {}", *reason);
  load_plans(launch, kind);
  add_plans_word(launch, "same-bits");
  return what_is_planned(chosen_by) +
         "; --plans also plans sums of floating-point numbers, which may then be rounded in "
         "another "
         "order";
}

}  // namespace

Words use_defaults(Launch& launch, const ProgramKind& kind, Plans plans, ChosenBy chosen_by) {
  Words done{raise_eager_limit(launch)};
  if (plans == Plans::Asked) {
    load_plans(launch, kind);
    done.push_back(what_is_planned(chosen_by));
  } else {
    done.push_back(load_plans_by_default(launch, kind, chosen_by));
  }
  return done;
}

void leave_as_is(Launch& launch, const ProgramKind& kind, bool is_watched) {
  if (is_watched && !reason_against_plans(launch, kind)) {
    load_plans(launch, kind);
    add_plans_word(launch, "off");
  }
  launch.environment["BAMBOO_OVERLAP_EAGER"] = "0";
  launch.environment["BAMBOO_OVERLAP_PROGRESS"] = "none";
}

std::string choose_nothing_by_time(Launch& launch) {
  add_plans_word(launch, "fixed");
  std::string settings = "BAMBOO_PLANS=fixed";
  for (const auto& [variable, fixed] :
       {std::pair{"BAMBOO_OVERLAP_WINDOWS", "keep"}, {"BAMBOO_OVERLAP_NESTS", "whole"}}) {
    const std::string value = support::environment(variable).value_or(fixed);
    launch.environment[variable] = value;
    settings += fmt::format(", {}={}", variable, value);
  }
  return "no plan, window or split nest is chosen by measured times: " + settings;
}

void report_plans(Launch& launch) {
  add_plans_word(launch, "report");
}

}  // namespace bamboo::driver
