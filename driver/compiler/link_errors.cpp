// SPDX-License-Identifier: Apache-2.0
#include "link_errors.h"

#include <regex>
#include <set>
#include <sstream>

#include "../diagnostic.h"

namespace bamboo::driver {
namespace {

std::set<std::string> unsupported_functions(const std::string& text) {
  static const std::regex symbol("([A-Za-z_0-9]+)_is_not_supported_by_bamboo");
  std::set<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), symbol), end; at != end; ++at)
    names.insert((*at)[1]);
  return names;
}

/// GNU ld: `/usr/bin/ld: a.o: relocation R_X86_64_32 against … recompile with -fPIC`. lld names the
/// file in a `>>> defined in` or `>>> referenced by` line below.
std::set<std::string> position_dependent_files(const std::string& text) {
  static const std::regex gnu("ld[^:]*: (.*): relocation R_[A-Z0-9_]+ ");
  static const std::regex lld(">>> referenced by .*\\((.*)\\)|>>>\\s+(\\S+\\.o):\\(");
  std::set<std::string> files;
  if (text.find("recompile with -fPIC") == std::string::npos) return files;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_search(line, match, gnu))
      files.insert(match[1]);
    else if (std::regex_search(line, match, lld))
      files.insert(match[1].matched ? match[1] : match[2]);
  }
  return files;
}

}  // namespace

void explain_link_errors(const std::string& linker_output) {
  for (const std::string& name : unsupported_functions(linker_output)) {
    print_error(
        fmt::format("{} is not supported in mode tasks; docs/reference/mpi.md lists what is, and "
                    "--bamboo-mode=off uses the installed MPI's",
                    name));
  }
  for (const std::string& file : position_dependent_files(linker_output)) {
    print_error(fmt::format(
        "'{}' is not position-independent; a program in mode tasks is loaded once per rank\n"
        "compile it with -fPIC (bamboocc does, unless -fno-pic is given), or build the program "
        "with "
        "--bamboo-mode=off",
        file));
  }
}

}  // namespace bamboo::driver
