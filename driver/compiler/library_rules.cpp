// SPDX-License-Identifier: Apache-2.0
#include "library_rules.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "../diagnostic.h"
#include "binary.h"
#include "link_inputs.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

std::string name_of(const Binary& library) {
  return library.soname.empty() ? fs::path(library.name).filename().string() : library.soname;
}

/// The name of a library that is a file; empty: there is no such file.
std::optional<std::string> name_of_file(const std::string& path) {
  std::error_code error;
  const fs::path file = fs::canonical(path, error);
  if (error) return std::nullopt;
  for (const Binary& binary : inspect_file(file))
    if (binary.is_shared_library) return name_of(binary);
  return std::nullopt;
}

/// Whether the option is -rdynamic, -Wl,--export-dynamic or a similar one.
bool exports_all(const CommandLine& line) {
  return std::ranges::any_of(line.arguments, [](const Argument& argument) {
    return !argument.is_input && std::ranges::any_of(argument.words, [](const std::string& word) {
      return word == "-rdynamic" || (word + ',').find(",-E,") != std::string::npos ||
             word.find("-export-dynamic") != std::string::npos ||
             word.find("-dynamic-list") != std::string::npos;
    });
  });
}

/// Returns all libraries that the program needs and that the link finds.
class NeededLibraries {
 public:
  NeededLibraries(const Session& session, const std::string& payload)
      : inputs_(session.line, session.host) {
    for (const Binary& binary : inspect_file(payload)) add(binary);
  }

  bool has(const std::string& name) const {
    return std::ranges::find(names_, name) != names_.end();
  }
  /// Whether the program, or one of these libraries, may open a library.
  bool open_others() const { return open_others_; }

 private:
  void add(const Binary& binary) {
    if (binary.soname.rfind("libbamboo.so", 0) == 0) return;
    open_others_ = open_others_ || binary.opens_libraries;
    for (const std::string& needed : binary.needed) {
      if (has(needed)) continue;
      names_.push_back(needed);
      const auto path = inputs_.find_shared(needed, binary);
      for (const Binary& library : path ? inspect_file(*path) : std::vector<Binary>()) {
        names_.push_back(name_of(library));
        add(library);
      }
    }
  }

  const LinkInputs inputs_;
  Words names_;
  bool open_others_ = false;
};

void require_use(const NeededLibraries& needed, const std::string& option, const std::string& given,
                 const std::string& name) {
  if (needed.has(name) || needed.open_others()) return;
  fail(
      "{}={}: the program neither needs this library nor opens one (dlopen)\nlink with it, or "
      "leave the option away",
      option, given);
}

}  // namespace

Words library_rules(const Session& session, const std::string& payload) {
  Words rules;
  if (exports_all(session.line)) rules.emplace_back("exports");
  Words named = session.line.private_libraries;
  append(named, session.line.shared_libraries);
  if (named.empty()) return rules;
  std::optional<NeededLibraries> needed;
  if (!session.only_shows()) needed.emplace(session, payload);
  for (const std::string& library : session.line.private_libraries) {
    const auto name = name_of_file(library);
    if (!name) fail("--bamboo-private={}: there is no such shared library", library);
    if (needed) require_use(*needed, "--bamboo-private", library, *name);
    rules.push_back("private=" + *name);
  }
  for (const std::string& library : session.line.shared_libraries) {
    const std::string name = name_of_file(library).value_or(library);
    if (needed) require_use(*needed, "--bamboo-shared", library, name);
    rules.push_back("shared=" + name);
  }
  return rules;
}

}  // namespace bamboo::driver
