// SPDX-License-Identifier: Apache-2.0
#include "installed_mpi.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <sstream>

#include "bamboo/support/environment.h"
#include "diagnostic.h"
#include "package_names.h"

namespace bamboo::driver {
namespace {

constexpr MpiFamily all_families[] = {MpiFamily::OpenMpi, MpiFamily::Mpich};

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

enum class Tool { Compiler, Launcher };

bool are_same_file(const std::string& one, const std::string& other) {
  std::error_code error;
  return std::filesystem::equivalent(one, other, error);
}

/// An unsuffixed mpicc or mpirun may belong to any MPI: its output identifies it.
std::optional<MpiFamily> ask_for_family(const std::string& program, Tool tool) {
  const auto answers = [&](const char* question, std::initializer_list<const char*> names) {
    const std::string answer = run_captured({program, question}, Capture::Both).output;
    return std::ranges::any_of(names, [&](const char* name) { return contains(answer, name); });
  };
  const bool compiles = tool == Tool::Compiler;
  if (answers(compiles ? "--showme:version" : "--version", {"Open MPI", "OpenRTE"}))
    return MpiFamily::OpenMpi;
  if (answers(compiles ? "-v" : "--version", {"HYDRA", "MPICH", "Intel(R) MPI"}))
    return MpiFamily::Mpich;
  return std::nullopt;
}

/// The compiler is run once, and not at all if it is the file that Debian also calls mpicc.openmpi
/// or mpirun.mpich.
std::optional<MpiFamily> family_of(const std::string& program, Tool tool) {
  static std::map<std::string, std::optional<MpiFamily>> known;
  if (const auto found = known.find(program); found != known.end()) return found->second;
  const std::string name = std::filesystem::path(program).filename();
  for (const MpiFamily family : all_families) {
    const auto own = find_program(name + "." + to_string(family));
    if (own && are_same_file(program, *own)) return known[program] = family;
  }
  return known[program] = ask_for_family(program, tool);
}

/// A compiler or launcher, and the MPI that it belongs to.
struct MpiProgram {
  std::string program;
  MpiFamily family;
};

/// The program that BAMBOO_MPICC or BAMBOO_MPIRUN names. A usage error if it belongs to no MPI.
std::optional<MpiProgram> named_program(Tool tool) {
  const char* variable = tool == Tool::Compiler ? "BAMBOO_MPICC" : "BAMBOO_MPIRUN";
  const auto word = support::environment(variable);
  if (!word) return std::nullopt;
  const auto program = find_program(*word);
  const auto family = program ? family_of(*program, tool) : std::nullopt;
  if (!family) {
    bad_usage("the environment variable {} is '{}', which is no {} of Open MPI or MPICH", variable,
              *word, tool == Tool::Compiler ? "compiler" : "launcher");
  }
  return MpiProgram{*program, *family};
}

/// The compiler of that name beside an mpicc: "mpicxx.openmpi" beside "mpicc.openmpi".
std::optional<std::string> beside_mpicc(const std::string& mpicc, const std::string& name) {
  const std::filesystem::path path(mpicc);
  const std::string own = path.filename();
  if (!own.starts_with("mpicc")) return std::nullopt;
  return find_program(path.parent_path() / (name + own.substr(std::strlen("mpicc"))));
}

/// Environment modules put the selected MPI in front of PATH, under the plain names. Messages use
/// the name that identifies the MPI.
std::optional<std::string> find_of_family(const Words& own_names, const Words& common_names,
                                          MpiFamily family, Tool tool) {
  std::optional<std::string> own;
  for (const std::string& name : own_names)
    if (!own) own = find_program(name);
  for (const std::string& name : common_names) {
    auto program = find_program(name);
    if (program && family_of(*program, tool) == family)
      return own && are_same_file(*program, *own) ? own : program;
  }
  return own;
}

/// The MPI of the program that the user names, else of the first one in PATH.
std::optional<MpiFamily> first_family(Tool tool) {
  if (const auto named = named_program(tool)) return named->family;
  const auto program = find_program(tool == Tool::Compiler ? "mpicc" : "mpirun");
  return program ? family_of(*program, tool) : std::nullopt;
}

/// The MPIs, beginning with the first.
std::vector<MpiFamily> ordered_families(Tool tool) {
  std::vector<MpiFamily> families(std::begin(all_families), std::end(all_families));
  const auto first = first_family(tool);
  std::ranges::stable_partition(families, [&](MpiFamily family) { return family == first; });
  return families;
}

/// Returns nothing if it has none.
std::optional<std::string> launcher_in(const std::string& prefix) {
  for (const char* name : {"mpirun", "mpiexec"}) {
    std::string program = prefix + "/bin/" + name;
    if (access(program.c_str(), X_OK) == 0) return program;
  }
  return std::nullopt;
}

/// Puts its folder first in PATH, also for child processes, unless PATH already leads to that
/// launcher.
void put_first_in_path(const std::string& launcher) {
  const std::filesystem::path program(launcher);
  const auto first = find_program(program.filename());
  if (first && are_same_file(*first, launcher)) return;
  const std::string path = support::environment("PATH").value_or("");
  setenv("PATH", (program.parent_path().string() + (path.empty() ? "" : ":") + path).c_str(), 1);
}

/// The MPI that a user's word names; `where` is the option or variable that has the word.
MpiFamily use_mpi(const std::string& word, const std::string& where) {
  for (const MpiFamily family : all_families)
    if (word == to_string(family)) return family;
  const auto launcher = word.starts_with('/') ? launcher_in(word) : std::nullopt;
  const auto family = launcher ? family_of(*launcher, Tool::Launcher) : std::nullopt;
  if (!family) {
    bad_usage("{} is '{}'; it must be openmpi, mpich, or the folder of one that has bin/mpirun",
              where, word);
  }
  put_first_in_path(*launcher);
  return *family;
}

/// A folder that the user names serves with its own compilers or not at all.
void require_own(const std::string& wrapper) {
  const auto word = support::environment("BAMBOO_MPI");
  const auto folder = std::filesystem::path(wrapper).parent_path();
  if (word && word->starts_with('/') && !are_same_file(*word + "/bin", folder))
    fail("BAMBOO_MPI is '{}', which has no compiler; '{}' is that of another MPI", *word, wrapper);
}

bool is_link_flag(const std::string& word) {
  return word.starts_with("-L") || word.starts_with("-l") || word.starts_with("-Wl,") ||
         word.ends_with(".a");
}

/// The answer to -show is one line. MPICH's wrapper prints errors in its options above that line.
MpiFlags ask_for_flags(const std::string& wrapper, MpiFamily family, const Words& options) {
  Words question{wrapper, "-show"};
  append(question, options);
  const Captured answer = run_captured(question, Capture::Output);
  if (answer.status != 0)
    fail("'{}' failed; this MPI installation cannot be used", quoted(question));
  const std::size_t end = answer.output.find('\n');
  if (!options.empty() && end + 1 < answer.output.size())
    fail("'{}': {}", quoted(question), answer.output.substr(0, end));
  std::istringstream line(answer.output);
  MpiFlags flags;
  flags.family = family;
  line >> flags.compiler;
  for (std::string word; line >> word;)
    (is_link_flag(word) ? flags.link : flags.compile).push_back(word);
  return flags;
}

}  // namespace

std::string to_string(MpiFamily family) {
  return family == MpiFamily::OpenMpi ? "openmpi" : "mpich";
}

std::optional<MpiFamily> use_mpi_of_environment() {
  const auto word = support::environment("BAMBOO_MPI");
  return word ? std::optional(use_mpi(*word, "the environment variable BAMBOO_MPI")) : std::nullopt;
}

std::optional<MpiFamily> use_wanted_mpi(const std::string& option) {
  return option.empty() ? use_mpi_of_environment() : use_mpi(option, "--mpi");
}

std::optional<std::string> find_wrapper(MpiFamily family, CompilerKind kind) {
  Words names{"mpicc"};
  if (kind == CompilerKind::CPlusPlus) names = {"mpicxx"};
  if (kind == CompilerKind::Fortran) names = {"mpifort", "mpif90"};
  const auto named = named_program(Tool::Compiler);
  Words own_names;
  for (const std::string& name : names) {
    if (named && named->family == family) {
      const auto wrapper = kind == CompilerKind::C ? std::optional(named->program)
                                                   : beside_mpicc(named->program, name);
      if (wrapper) return wrapper;
    }
    own_names.push_back(name + "." + to_string(family));
  }
  return find_of_family(own_names, names, family, Tool::Compiler);
}

bool MpiFlags::is_standard_abi() const {
  return std::ranges::count(link, "-lmpi_abi") + std::ranges::count(compile, "-DMPI_ABI") > 0;
}

std::optional<MpiFlags> installed_mpi_flags(std::optional<MpiFamily> wanted, CompilerKind kind,
                                            const Words& options) {
  for (const MpiFamily family : wanted ? std::vector{*wanted} : ordered_families(Tool::Compiler)) {
    const auto wrapper = find_wrapper(family, kind);
    if (!wrapper) continue;
    require_own(*wrapper);
    if (!options.empty() && family != MpiFamily::Mpich) {
      bad_usage("'{}' is an option of MPICH's compilers; this one compiles for {}", options[0],
                to_string(family));
    }
    return ask_for_flags(*wrapper, family, options);
  }
  return std::nullopt;
}

std::string installed_mpi_version(MpiFamily family, CompilerKind kind) {
  const auto wrapper = find_wrapper(family, kind);
  const bool is_open_mpi = family == MpiFamily::OpenMpi;
  const char* question = is_open_mpi ? "-showme:version" : "-v";
  const std::string answer =
      wrapper ? run_captured({*wrapper, question}, Capture::Both).output : "";
  // "mpicc.openmpi: Open MPI 4.1.4 (Language: C)", "mpicc for MPICH version 4.0.2"
  const std::string_view before = is_open_mpi ? ": " : " for ";
  const std::size_t begin = answer.find(before);
  const std::size_t end = answer.find(is_open_mpi ? " (" : "\n");
  if (begin == std::string::npos || end == std::string::npos || end < begin)
    return to_string(family);
  return answer.substr(begin + before.size(), end - begin - before.size());
}

void fail_without_installed_mpi(CompilerKind kind) {
  const auto wanted = use_mpi_of_environment();
  fail("no {} was found to compile with: install {} or {}{}",
       wanted ? to_string(*wanted) : "installed MPI", package_name(Package::OpenMpiCompilers),
       package_name(Package::MpichCompilers),
       kind == CompilerKind::Fortran ? "" : ", or use --bamboo-mode=tasks, which needs none");
}

std::optional<std::string> find_launcher(MpiFamily family) {
  if (const auto named = named_program(Tool::Launcher); named && named->family == family)
    return named->program;
  const Words own = family == MpiFamily::OpenMpi
                        ? Words{"mpirun.openmpi", "mpiexec.openmpi"}
                        : Words{"mpiexec.mpich", "mpiexec.hydra", "mpirun.mpich"};
  return find_of_family(own, {"mpirun", "mpiexec"}, family, Tool::Launcher);
}

MpiFamily first_with_launcher() {
  for (const MpiFamily family : ordered_families(Tool::Launcher))
    if (find_launcher(family)) return family;
  fail("no MPI launcher was found; install {} or {}", package_name(Package::OpenMpi),
       package_name(Package::Mpich));
}

std::optional<MpiFamily> use_mpi_beside(const std::string& library) {
  std::error_code error;
  const auto file = std::filesystem::canonical(library, error);
  const auto launcher =
      error ? std::nullopt : launcher_in(file.parent_path().parent_path().string());
  if (!launcher) return std::nullopt;
  put_first_in_path(*launcher);
  return family_of(*launcher, Tool::Launcher);
}

std::optional<MpiFamily> family_of_library(const std::string& soname) {
  if (soname.starts_with("libmpi_abi")) return std::nullopt;  // of whichever MPI has it
  // MPICH's ABI relatives call themselves libmpi.so.12 (Intel's) or, with the name of a compiler,
  // libmpi_cray.so.12 (Cray's); Open MPI is at 40.
  if (soname.starts_with("libmpich") ||
      (soname.starts_with("libmpi") && soname.find(".so.12") != std::string::npos))
    return MpiFamily::Mpich;
  if (soname.rfind("libmpi.so", 0) == 0 || soname.rfind("libmpi_", 0) == 0)
    return MpiFamily::OpenMpi;
  return std::nullopt;
}

}  // namespace bamboo::driver
