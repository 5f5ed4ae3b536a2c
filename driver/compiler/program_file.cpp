// SPDX-License-Identifier: Apache-2.0
#include "program_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "../diagnostic.h"
#include "binary.h"
#include "file_in_the_making.h"
#include "library_rules.h"
#include "run_path.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

/// NUL-separated.
std::string write_list(const Session& session, const Words& words) {
  const std::string list = session.temporary.path() / "libraries";
  std::ofstream file(list, std::ios::binary);
  for (const std::string& word : words) file << word << '\0';
  return list;
}

std::string run_path(const Session& session, const std::string& payload) {
  std::string path = session.tree.library_folder();
  for (const Binary& binary : inspect_file(payload)) {
    for (const std::string& folder : binary.unresolved_run_paths)
      if (folder != path) path += ":" + folder;
  }
  return path;
}

/// Options that choose the run-time library of a sanitizer.
Words sanitizer_options(const CommandLine& line) {
  return line.options([](const std::string& word) {
    return word.starts_with("-fsanitize") || word.starts_with("-fno-sanitize") ||
           word == "-shared-libsan" || word == "-static-libsan" || word == "-shared-libasan" ||
           word == "-static-libasan" || word == "-static-libubsan" || word == "-static-libtsan" ||
           word == "-static-liblsan";
  });
}

/// The run-time library of a sanitizer has to be the executable's.
int link_sanitized_launcher(Session& session, const std::string& payload,
                            const std::string& launcher) {
  Words command = session.host.command();
  if (session.host.is_clang()) command.emplace_back("-Qunused-arguments");
  append(command, sanitizer_options(session.line));
  append(command, {session.tree.required("bamboo-launch.o")});
  append(command, session.link_flags(Mode::Tasks));
  append(command, {"-Wl,-rpath," + run_path(session, payload), "-o", launcher});
  return session.run(command);
}

mode_t file_creation_mask() {
  const mode_t mask = umask(0);
  umask(mask);
  return mask;
}

}  // namespace

bool has_sanitizer(const CommandLine& line) {
  return !line.options([](const std::string& word) { return word.starts_with("-fsanitize="); })
              .empty();
}

int make_program_file(Session& session, const std::string& payload) {
  const std::string output = session.line.output.empty() ? "a.out" : session.line.output;
  const bool is_sanitized = has_sanitizer(session.line);
  const std::string launcher = is_sanitized ? (session.temporary.path() / "launcher").string()
                                            : session.tree.required("bamboo-launch");
  if (is_sanitized) {
    if (const int status = link_sanitized_launcher(session, payload, launcher); status != 0)
      return status;
  }
  FileInTheMaking program(output, session.temporary.path());
  // Not loaded, because the launcher reads it from the file; such sections survive strip.
  Words command{session.host.companion("objcopy"), "--add-section", ".bamboo.image=" + payload,
                "--set-section-flags", ".bamboo.image=noload,readonly"};
  if (const Words rules = library_rules(session, payload); !rules.empty()) {
    command.insert(command.end(),
                   {"--add-section", ".bamboo.libraries=" + write_list(session, rules),
                    "--set-section-flags", ".bamboo.libraries=noload,readonly"});
  }
  command.insert(command.end(), {launcher, program.name()});
  const int status = session.run(command);
  if (status != 0 || session.only_shows()) return status;
  if (!is_sanitized) overwrite_run_path(program.name(), run_path(session, payload));
  fs::permissions(program.name(), static_cast<fs::perms>(0777 & ~file_creation_mask()));
  program.finish();
  return 0;
}

}  // namespace bamboo::driver
