// SPDX-License-Identifier: Apache-2.0
// bamboo doctor: reports what is installed, whether it works, and what to do otherwise.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>

#include "../diagnostic.h"
#include "../install_tree.h"
#include "../package_names.h"
#include "../temporary_folder.h"
#include "../version.h"
#include "commands.h"
#include "launch.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

constexpr const char* ping_program = R"(#include <mpi.h>
int main(int argc, char **argv) {
  int rank, size, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 2 && rank == 0) {
    value = 42;
    MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (size == 2) {
    MPI_Recv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    value++;
    MPI_Send(&value, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return size == 2 && value == 43 ? 0 : 9;
}
)";

constexpr const char* ping_program_in_fortran = R"(program ping
  use mpi
  implicit none
  integer :: rank, ranks, number, error
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  number = 0
  if (ranks == 2 .and. rank == 0) then
    number = 42
    call MPI_Send(number, 1, MPI_INTEGER, 1, 7, MPI_COMM_WORLD, error)
    call MPI_Recv(number, 1, MPI_INTEGER, 1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  else if (ranks == 2) then
    call MPI_Recv(number, 1, MPI_INTEGER, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    number = number + 1
    call MPI_Send(number, 1, MPI_INTEGER, 0, 8, MPI_COMM_WORLD, error)
  end if
  call MPI_Finalize(error)
  if (number /= 43) stop 9
end program
)";

/// A program for `ping` and what compiles it.
struct Ping {
  std::string name;  ///< in the findings
  const char* text;
  std::string file;
  Words compiler;
};

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

class Doctor {
 public:
  int examine() {
    fmt::print("Bamboo {}\n", bamboo_version);
    if (has_compilers_) {
      compilers();
      parts();
    } else {
      parts_of_plans();
    }
    installations();
    network();
    namespaces();
    fmt::print("{}\n", healthy_ ? "All that is essential works."
                                : "Something essential is missing or fails; see above.");
    return healthy_ ? 0 : exit_failed;
  }

 private:
  void good(const std::string& what, const std::string& finding) {
    fmt::print("  ok       {:<28} {}\n", what, finding);
  }
  void lacking(const std::string& what, const std::string& advice) {
    fmt::print("  lacking  {:<28} {}\n", what, advice);
  }
  void failed(const std::string& what, const std::string& advice) {
    healthy_ = false;
    fmt::print("  FAILED   {:<28} {}\n", what, advice);
  }

  void compilers() {
    fmt::print("compilers\n");
    bool any = false;
    for (const char* name : {"gcc", "g++", "clang", "clang-19"}) {
      if (find_program(name)) {
        any = true;
        good(name, first_line(run_captured({name, "--version"}, Capture::Output).output));
      }
    }
    if (!any) failed("gcc or clang", "install gcc and g++, or clang");
    if (!find_program("objcopy")) failed("objcopy", "install binutils");
  }

  void parts() {
    fmt::print("parts of Bamboo\n");
    for (const char* name : {"bamboo-launch", "libbamboo-image.a", "bamboo-translate"})
      present(fs::path(tree_.private_folder()) / name);
    present(fs::path(tree_.library_folder()) / "libbamboo.so");
    present(fs::path(tree_.tasks_headers()) / "mpi.h");
  }

  /// Reports the parts of an installation that starts only plain programs, such as that of the
  /// wheel.
  void parts_of_plans() {
    fmt::print("parts of Bamboo\n");
    lacking("compilers",
            "plain programs run, with plans; modes tasks and overlap need the compilers");
    present(fs::path(tree_.private_folder()) / "bamboo-plan");
  }

  void present(const fs::path& path) {
    if (fs::exists(path))
      good(path.filename(), path);
    else
      failed(path.filename(), fmt::format("'{}' is missing; install Bamboo again", path.string()));
  }

  void installations() {
    fmt::print("installed MPIs\n");
    use_mpi_of_environment();
    bool any = false;
    for (const MpiFamily family : {MpiFamily::OpenMpi, MpiFamily::Mpich}) {
      const auto launcher = find_launcher(family);
      const std::string name = to_string(family);
      if (!launcher) {
        const bool is_open_mpi = family == MpiFamily::OpenMpi;
        lacking(name, fmt::format("install {} and {}",
                                  package_name(is_open_mpi ? Package::OpenMpi : Package::Mpich),
                                  compilers_of(family)));
        continue;
      }
      any = true;
      good(name, version_of(*launcher));
      if (!has_compilers_) {
        plain(family);
        continue;
      }
      const fs::path module =
          fs::path(tree_.private_folder()) / ("bamboo-transport-" + name + ".so");
      if (!fs::exists(module)) {
        failed(module.filename(), "Bamboo was built without this MPI; build and install it again");
        continue;
      }
      present(fs::path(tree_.private_folder()) / ("bamboo-default-" + name + ".so"));
      ping(family, in_c("tasks"));
      if (find_wrapper(family, CompilerKind::C))
        ping(family, in_c("off"));
      else
        lacking(name + "'s mpicc", "mode off cannot be compiled for it; tasks can");
      fortran(family);
    }
    if (!any) {
      failed("any MPI", fmt::format("install {} or {}", package_name(Package::OpenMpi),
                                    package_name(Package::Mpich)));
    }
  }

  /// The MPI's own compiler may be missing, for example if all programs are in Python.
  void plain(MpiFamily family) {
    const std::string name = to_string(family);
    if (!tree_.has_plans_library(name)) {
      lacking("plans, " + name, "Bamboo was built without this MPI");
      return;
    }
    good("plans, " + name, "in front of its programs");
    const auto wrapper = find_wrapper(family, CompilerKind::C);
    if (wrapper && run_captured({*wrapper, "--version"}, Capture::Both).status == 0)
      ping(family, {"plain", ping_program, "ping.c", {*wrapper}});
    else
      lacking("ping, plain, " + name, "no compiler, so nothing was tried");
  }

  static std::string compilers_of(MpiFamily family) {
    return package_name(family == MpiFamily::OpenMpi ? Package::OpenMpiCompilers
                                                     : Package::MpichCompilers);
  }

  static std::string version_of(const std::string& launcher) {
    const std::string text = run_captured({launcher, "--version"}, Capture::Output).output;
    const auto version = text.find("Version:");
    if (version == std::string::npos) return first_line(text);
    const auto number = text.find_first_not_of(' ', version + 8);
    return "MPICH " + text.substr(number, text.find('\n', number) - number);
  }

  Ping in_c(const std::string& mode) const {
    return {
        "mode " + mode, ping_program, "ping.c", {tree_.tool("bamboocc"), "--bamboo-mode=" + mode}};
  }

  void fortran(MpiFamily family) {
    const std::string title = fmt::format("ping, Fortran, {}", to_string(family));
    const Words compiler{tree_.tool("bamboofc"), "--bamboo-mode=auto"};
    Words question{"env", "-u", "BAMBOO_FC"};
    question.insert(question.end(), compiler.begin(), compiler.end());
    question.emplace_back("--version");
    const Captured answer = run_captured(question, Capture::Both);
    // Without flang, its message names what to install.
    if (answer.status != 0) {
      const std::string message = first_line(answer.errors);
      const std::size_t words = message.find("error: ");
      lacking(title, words == message.npos ? message : message.substr(words + 7));
    } else if (!find_wrapper(family, CompilerKind::Fortran)) {
      lacking(title, fmt::format("install {} for its mpifort", compilers_of(family)));
    } else {
      ping(family, {"Fortran", ping_program_in_fortran, "ping.f90", compiler});
    }
  }

  /// Two processes send each other a number.
  void ping(MpiFamily family, const Ping& what) {
    const std::string title = fmt::format("ping, {}, {}", what.name, to_string(family));
    const fs::path folder = temporary_.make_subfolder();
    const std::string source = folder / what.file;
    const std::string program = folder / "ping";
    std::ofstream(source) << what.text;
    Words command{"env", "-u", "BAMBOO_FC", "BAMBOO_MPI=" + to_string(family)};
    command.insert(command.end(), what.compiler.begin(), what.compiler.end());
    command.insert(command.end(), {source, "-o", program});
    const Captured compiled = run_captured(command, Capture::Both);
    if (compiled.status != 0) {
      failed(title, "cannot be compiled: " + first_line(compiled.errors));
      return;
    }
    const Captured pinged = run_captured({"timeout", "60", tree_.tool("bamboo"), "run", "-n", "2",
                                          "--vf", "1", "--mpi", to_string(family), "--", program},
                                         Capture::Both);
    if (pinged.status == 0) {
      good(title, "two processes");
      return;
    }
    failed(title, pinged.status == 124
                      ? "no answer within 60 s; is the network interface or host name usable?"
                      : fmt::format("exit status {}", pinged.status));
    fmt::print("{}{}", pinged.output, pinged.errors);
  }

  /// Plans use multicast if it is permitted and works, and otherwise run without it.
  void network() {
    fmt::print("network\n");
    const fs::path probe = fs::path(tree_.private_folder()) / "bamboo-multicast";
    if (!fs::exists(probe)) {
      lacking("multicast", fmt::format("Bamboo was built without {}; plans use unicast only",
                                       package_name(Package::Sodium)));
      return;
    }
    const Captured tried = run_captured({"timeout", "20", probe, "here"}, Capture::Both);
    const std::string finding = first_line(tried.output + tried.errors);
    if (tried.status == 0) {
      good("multicast", finding +
                            "; not allowed by default: 'bamboo help administrators' shows how to "
                            "allow it");
    } else {
      lacking("multicast",
              (finding.empty() ? "no answer within 20 s" : finding) + "; plans use unicast only");
    }
  }

  /// The demo puts its two hosts into network namespaces.
  void namespaces() {
    fmt::print("for the demo\n");
    const bool allowed = find_program("unshare") &&
                         run_captured({"unshare", "-Urn", "true"}, Capture::Both).status == 0;
    if (allowed) {
      good("network namespaces", "two hosts on this machine are possible");
    } else {
      lacking("network namespaces",
              "the demo runs on loopback, where there is little to hide; "
              "try sysctl kernel.unprivileged_userns_clone=1");
    }
  }

  const InstallTree tree_ = InstallTree::of_this_tool();
  const bool has_compilers_ = fs::exists(tree_.tool("bamboocc"));
  TemporaryFolder temporary_;
  bool healthy_ = true;
};

}  // namespace

int doctor_command(const Words& words) {
  CLI::App app(
      "Checks what is installed, tries a ping of two processes per MPI, says what to do.\n"
      "Exit status 1 if something essential is missing.",
      "bamboo doctor");
  app.set_version_flag("--version", std::string("bamboo doctor ") + bamboo_version);
  app.footer("\nexample:\n  bamboo doctor\n");
  if (const auto status = parse_words(app, words)) return *status;
  return Doctor().examine();
}

}  // namespace bamboo::driver
