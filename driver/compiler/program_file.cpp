// SPDX-License-Identifier: Apache-2.0
#include "program_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

#include "../diagnostic.h"
#include "binary.h"
#include "run_path.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

/// A file beside the final one, so that the last step is a rename: a program that is being run
/// keeps its old file, and a failure leaves nothing half-written. What is no regular file
/// (/dev/null in configuration scripts) is not replaced but written to.
class FileInTheMaking {
 public:
  FileInTheMaking(const std::string& final_name, const fs::path& temporary)
      : final_name_(final_name),
        is_special_(fs::exists(final_name) && !fs::is_regular_file(final_name)),
        name_(is_special_ ? (temporary / "program").string()
                          : final_name + ".bamboo-" + std::to_string(getpid())) {}
  ~FileInTheMaking() {
    std::error_code ignored;
    fs::remove(name_, ignored);
  }
  FileInTheMaking(const FileInTheMaking&) = delete;
  FileInTheMaking& operator=(const FileInTheMaking&) = delete;
  const std::string& name() const { return name_; }
  void finish() {
    if (!is_special_) {
      fs::rename(name_, final_name_);
      return;
    }
    std::ofstream device(final_name_, std::ios::binary);
    device << std::ifstream(name_, std::ios::binary).rdbuf();
    if (!device.flush()) {
      fail("cannot write '{}'", final_name_);
    }
  }

 private:
  std::string final_name_;
  bool is_special_;
  std::string name_;
};

std::string existing_library(const HostCompiler& host, const std::string& soname) {
  for (const fs::path folder : host.library_folders()) {
    std::error_code error;
    const fs::path path = fs::canonical(folder / soname, error);
    if (!error) return path;
  }
  fail("'{}', which the program needs, was not found", soname);
}

Words named_private_libraries(const Session& session) {
  Words libraries;
  for (const std::string& library : session.line.private_libraries) {
    std::error_code error;
    const fs::path path = fs::canonical(library, error);
    if (error) {
      fail("--bamboo-private={}: {}", library, error.message());
    }
    libraries.push_back(path);
  }
  return libraries;
}

bool is_fortran_library(const std::string& path) {
  return fs::path(path).filename().string().rfind("libgfortran.so", 0) == 0;
}

/// gfortran's run-time library, which holds the units: what one rank opens is not another one's.
std::optional<std::string> fortran_library(const Session& session, const Words& users) {
  for (const std::string& user : users) {
    for (const Binary& binary : inspect_file(user)) {
      for (const std::string& soname : binary.needed) {
        if (is_fortran_library(soname)) return existing_library(session.host, soname);
      }
    }
  }
  return std::nullopt;
}

/// A library that needs another one comes after it: Fortran's first, the user's in their order.
Words private_libraries(const Session& session, const std::string& payload) {
  Words libraries = named_private_libraries(session);
  if (session.only_shows() || std::ranges::any_of(libraries, is_fortran_library)) {
    return libraries;
  }
  Words users = libraries;
  users.push_back(payload);
  if (const auto library = fortran_library(session, users)) {
    libraries.insert(libraries.begin(), *library);
  }
  return libraries;
}

/// NUL-separated.
std::string write_list(const Session& session, const Words& libraries) {
  const std::string list = session.temporary.path() / "private";
  std::ofstream file(list, std::ios::binary);
  for (const std::string& library : libraries) {
    file << library << '\0';
  }
  return list;
}

std::string run_path(const Session& session, const std::string& payload) {
  std::string path = session.tree.library_folder();
  for (const Binary& binary : inspect_file(payload)) {
    for (const std::string& folder : binary.unresolved_run_paths) {
      if (folder != path) {
        path += ":" + folder;
      }
    }
  }
  return path;
}

mode_t file_creation_mask() {
  const mode_t mask = umask(0);
  umask(mask);
  return mask;
}

}  // namespace

int make_program_file(Session& session, const std::string& payload) {
  const std::string output = session.line.output.empty() ? "a.out" : session.line.output;
  const std::string launcher = session.tree.required("bamboo-launch");
  FileInTheMaking program(output, session.temporary.path());
  // Not loaded, because the launcher reads it from its file; alloc-free sections survive strip.
  Words command{session.host.companion("objcopy"), "--add-section", ".bamboo.image=" + payload,
                "--set-section-flags", ".bamboo.image=noload,readonly"};
  if (const Words libraries = private_libraries(session, payload); !libraries.empty()) {
    command.insert(command.end(),
                   {"--add-section", ".bamboo.private=" + write_list(session, libraries),
                    "--set-section-flags", ".bamboo.private=noload,readonly"});
  }
  command.insert(command.end(), {launcher, program.name()});
  const int status = session.run(command);
  if (status != 0 || session.only_shows()) {
    return status;
  }
  overwrite_run_path(program.name(), run_path(session, payload));
  fs::permissions(program.name(), static_cast<fs::perms>(0777 & ~file_creation_mask()));
  program.finish();
  return 0;
}

}  // namespace bamboo::driver
