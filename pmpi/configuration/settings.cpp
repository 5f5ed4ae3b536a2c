// SPDX-License-Identifier: Apache-2.0
#include "configuration/settings.h"

#include <functional>
#include <stdexcept>

#include "bamboo/support/environment.h"
#include "configuration/multicast_permission.h"
#include "configuration/words.h"

namespace bamboo::plans::pmpi {
namespace {

/// The processes exchange the set of files that fit a call in one word.
constexpr std::size_t most_plan_files = 64;

std::string environment(const char* name) {
  return support::environment(name).value_or("");
}

}  // namespace

Settings read_settings() {
  Settings settings;
  const std::string mode = environment("BAMBOO_PLANS");
  for (std::string_view word : split(mode, ','))
    if (word == "off")
      settings.on = false;
    else if (word == "always")
      settings.always = true;
    else if (word == "fixed")
      settings.fixed = true;
    else if (word == "learn")
      settings.learn = true;
    else if (word == "report")
      settings.report = true;
    else if (word == "same-bits")
      settings.same_bits = true;
    else if (!word.empty() && word != "on")
      refuse("BAMBOO_PLANS: " + in_quotes(word) +
             "; it may be on, off, always, fixed, learn, report, "
             "same-bits, or several of them with commas");
  const std::string forced = environment("BAMBOO_PLANS_FORCE");
  try {
    settings.forced = parse_rules(forced);
  } catch (const std::invalid_argument& error) {
    refuse(std::string("BAMBOO_PLANS_FORCE: ") + error.what());
  }
  const std::string verify = environment("BAMBOO_PLANS_VERIFY");
  if (!verify.empty() && verify != "0" && verify != "1")
    refuse("BAMBOO_PLANS_VERIFY: " + in_quotes(verify) + "; it may be 0 or 1");
  settings.verify = verify == "1";
  const MulticastPermission permission = multicast_permission(settings.forced);
  settings.multicast = permission.is_given;
  settings.malformed_permission = permission.malformed.value_or("");
  settings.tuning_file = environment("BAMBOO_PLANS_TUNING");
  settings.records_file = environment("BAMBOO_PLANS_REMEMBER");
  settings.report_file = environment("BAMBOO_PLANS_JSON");
  const std::string files = environment("BAMBOO_PLANS_FILE");
  for (std::string_view file : split(files, ':'))
    if (!file.empty()) settings.plan_files.emplace_back(file);
  if (settings.plan_files.size() > most_plan_files)
    refuse("BAMBOO_PLANS_FILE: no more than " + std::to_string(most_plan_files) + " files serve");
  settings.network = environment("BAMBOO_PLANS_NETWORK");
  settings.recalls_network = settings.network.empty();
  if (settings.network == "none") settings.network.clear();
  return settings;
}

std::size_t Settings::fingerprint() const {
  std::string all = std::to_string(on) + std::to_string(always) + std::to_string(fixed) +
                    std::to_string(learn) + std::to_string(report) + std::to_string(verify) +
                    std::to_string(same_bits);
  for (const Rule& rule : forced) all += ';' + to_text(rule);
  all += tuning_file.empty() ? "" : " learns";
  all += records_file.empty() ? "" : " remembers";
  all += report_file.empty() ? "" : " writes";
  all += " files " + std::to_string(plan_files.size());
  all += network.empty() ? "" : " network";
  all += recalls_network ? " recalls" : "";
  return std::hash<std::string>()(all);
}

}  // namespace bamboo::plans::pmpi
