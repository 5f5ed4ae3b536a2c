// SPDX-License-Identifier: Apache-2.0
#include "tuned_settings.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <type_traits>

#include "../diagnostic.h"
#include "bamboo/support/environment.h"

namespace bamboo::driver {
namespace {

/// The values by name: vf, workers, geometry, service, order.
using TunedSettings = std::map<std::string, std::string>;

struct Setting {
  const char* name;
  const char* values;    ///< regular expression
  const char* expected;  ///< in words
};

constexpr Setting settings[] = {
    {"vf", "[1-9][0-9]{0,5}", "a positive number"},
    {"workers", "[1-9][0-9]{0,5}", "a positive number"},
    {"geometry", "[1-9][0-9]{0,5}(x[1-9][0-9]{0,5})*", "extents such as 4x2"},
    {"service", "auto|inline|dedicated|relief", "auto, inline, dedicated or relief"},
    {"order", "lifo|fifo", "lifo or fifo"},
};

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r");
  return first == std::string::npos
             ? ""
             : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  void line(const std::string& raw) {
    ++number_;
    const std::string text = trimmed(raw);
    if (text.empty() || text[0] == '#') return;
    if (text[0] == '[') {
      begin_section(text);
      return;
    }
    const auto equals = text.find('=');
    if (equals == std::string::npos)
      complain(fmt::format("expected 'NAME = VALUE' or '[PROGRAM, N ranks]', not '{}'", text));
    add(trimmed(text.substr(0, equals)), trimmed(text.substr(equals + 1)));
  }

  std::map<std::string, TunedSettings> sections;

 private:
  void begin_section(const std::string& text) {
    static const std::regex form(R"(\[(.+, [1-9][0-9]* (ranks|processes))\])");
    std::smatch parts;
    if (!std::regex_match(text, parts, form)) {
      complain(
          fmt::format("'{}' should be '[PROGRAM, N ranks]' or '[PROGRAM, N processes]'", text));
    }
    const auto [section, is_new] = sections.try_emplace(parts[1]);
    if (!is_new) complain(fmt::format("there are two sections {}", text));
    current_ = &section->second;
  }

  void add(const std::string& name, const std::string& value) {
    for (const Setting& setting : settings) {
      if (name != setting.name) continue;
      if (!std::regex_match(value, std::regex(setting.values)))
        complain(fmt::format("{} = {}: expected {}", name, value, setting.expected));
      if (current_ == nullptr) complain(fmt::format("'{}' precedes the first section", name));
      if (!current_->emplace(name, value).second)
        complain(fmt::format("'{}' occurs twice in its section", name));
      return;
    }
    complain(fmt::format(
        "there is no setting '{}'; expected vf, workers, geometry, service or order", name));
  }

  [[noreturn]] void complain(const std::string& what) {
    fail("{}:{}: {}\nrepair or delete it, or ignore it with --no-tune", file_, number_, what);
  }

  const std::string& file_;
  int number_ = 0;
  TunedSettings* current_ = nullptr;
};

std::optional<TunedSettings> read_tuned_settings(const std::string& file,
                                                 const std::string& program,
                                                 const std::string& job) {
  std::ifstream in(file);
  if (!in) fail("cannot read '{}': {}", file, std::strerror(errno));
  Reader reader(file);
  for (std::string line; std::getline(in, line);) reader.line(line);
  if (in.bad()) fail("cannot read '{}': {}", file, std::strerror(errno));
  const auto found = reader.sections.find(program.substr(program.rfind('/') + 1) + ", " + job);
  return found != reader.sections.end() ? std::optional(found->second) : std::nullopt;
}

}  // namespace

void take_tuned_settings(RunOptions& options, const std::string& program) {
  const std::string file = options.tune.empty() ? "bamboo.tune" : options.tune;
  if (options.no_tune || (options.tune.empty() && !std::filesystem::exists(file))) return;
  const std::string job = options.ranks > 0 ? fmt::format("{} ranks", options.ranks)
                                            : fmt::format("{} processes", options.processes);
  const auto tuned = read_tuned_settings(file, program, job);
  if (!tuned) {
    if (!options.tune.empty()) fail("'{}' has no settings for '{}' with {}", file, program, job);
    return;
  }
  std::string used;
  const auto take = [&](const char* name, const char* variable, auto& option, bool is_given) {
    if (is_given || support::environment(variable) || tuned->count(name) == 0) return;
    const std::string& value = tuned->at(name);
    used += fmt::format(" --{} {}", name, value);
    if constexpr (std::is_same_v<decltype(option), int&>)
      option = std::stoi(value);
    else
      option = value;
  };
  const bool has_order = !options.scheduler.empty() || support::environment("BAMBOO_SCHEDULER") ||
                         !options.order.empty();
  take("vf", "BAMBOO_VF", options.vf, options.vf > 0);
  take("workers", "BAMBOO_WORKERS", options.workers, options.workers > 0);
  take("geometry", "BAMBOO_GEOMETRY", options.geometry, !options.geometry.empty());
  take("service", "BAMBOO_SERVICE", options.service, !options.service.empty());
  take("order", "BAMBOO_ORDER", options.order, has_order);
  if (!used.empty()) print_note(fmt::format("with the settings of {}:{}", file, used));
}

}  // namespace bamboo::driver
