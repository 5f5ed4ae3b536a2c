// SPDX-License-Identifier: Apache-2.0
#include "compiler_cache.h"

#include <fmt/core.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "../diagnostic.h"
#include "../version.h"
#include "bamboo/support/fnv.h"
#include "bitcode.h"
#include "second_compiler.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

/// Two builds of the same version count as different compilers.
std::string identity_of(const fs::path& file) {
  std::error_code ignored;
  return fmt::format("{} {} {}", file.string(), fs::file_size(file, ignored),
                     fs::last_write_time(file, ignored).time_since_epoch().count());
}

}  // namespace

bool is_started_by_ccache() {
  return std::getenv("CCACHE_DISABLE") != nullptr;
}

std::string cache_markers(Session& session, const Unit& unit) {
  Words parts = session.host.command();
  append(parts, {std::string(bamboo_version), session.host.version()});
  append(parts, session.compile_flags(unit.mode, true));
  if (unit.mode == Mode::Overlap) {
    append(parts, session.overlap_flags());
    parts.push_back(identity_of(session.tree.overlap_pass()));
  } else if (unit.needs_translation()) {
    parts.push_back(identity_of(session.tree.required("bamboo-translate")));
  }
  const bool gets_bitcode = wants_bitcode(session, unit, Stage::Object);
  if (gets_bitcode) parts.emplace_back("bitcode");
  if (may_be_changed(session, unit) || (gets_bitcode && !session.second_compiler().empty())) {
    append(parts, {identity_of(find_program(session.second_compiler()).value_or("")),
                   preprocessed_for_clang(session, unit)});
  }
  return fmt::format("# 1 \"/dev/null\"\n# 1 \"bamboo-{}-{:016x}\"\n", to_string(unit.mode),
                     support::fnv1a(quoted(parts)));
}

void prepend(const std::string& markers, const std::string& file) {
  std::ifstream source(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(source), {}};
  source.close();
  std::ofstream target(file, std::ios::binary);
  target << markers << text;
  if (!target.flush()) fail("cannot write '{}'", file);
}

}  // namespace bamboo::driver
