// SPDX-License-Identifier: Apache-2.0
#include "session.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <set>

#include "../diagnostic.h"
#include "mpi_module.h"
#include "option_table.h"

namespace bamboo::driver {
namespace {

/// A function with a large frame touches each page of it, so that it cannot skip the guard below a
/// rank's stack.
constexpr const char* stack_probes = "-fstack-clash-protection";

bool is_stage_option(const std::string& word) {
  static const std::set<std::string> stage_options = {"-c", "-S", "-E", "-fsyntax-only"};
  return stage_options.count(word) != 0;
}

/// Position-independent code for executables is not enough for a shared object.
bool is_pie_option(const std::string& word) {
  return word == "-fPIE" || word == "-fpie";
}

/// -Wl,-Bsymbolic, also among other words for the linker.
bool binds_data_in_library(const CommandLine& line) {
  return std::ranges::any_of(line.arguments, [](const Argument& argument) {
    return !argument.is_input && std::ranges::any_of(argument.words, [](const std::string& word) {
      return (word + ',').find("-Bsymbolic,") != std::string::npos;
    });
  });
}

/// The compiler that --bamboo-cc names, or -config=NAME of MPICH's compilers.
std::string wanted_compiler(const CommandLine& line, CompilerKind kind) {
  const bool configured = std::ranges::any_of(
      line.wrapper_options, [](const std::string& word) { return word.starts_with("-config="); });
  if (!configured || !line.host_compiler.empty()) return line.host_compiler;
  const auto mpi = installed_mpi_flags(use_mpi_of_environment(), kind, line.wrapper_options);
  return mpi ? mpi->compiler : "";
}

}  // namespace

Session::Session(CommandLine parsed, CompilerKind compiler_kind)
    : line(std::move(parsed)),
      kind(compiler_kind),
      host(wanted_compiler(line, kind), kind, line.mode),
      tree(InstallTree::of_this_tool()) {
  if (kind == CompilerKind::Fortran) check_fortran();
  if (line.mode != Mode::Overlap) return;
  host.require_overlap();
  if (uses_standard_abi()) {
    bad_usage(
        "mode overlap has no library for MPI's standard ABI; use the compiler of the MPI's own ABI "
        "(mpicc), or --bamboo-mode=off");
  }
}

void Session::check_tasks_fortran() const {
  for (const char* option : {"-fdefault-integer-8", "-finteger-4-integer-8", "-i8"}) {
    if (line.has_option(option)) {
      bad_usage("{} gives INTEGER another size than MPI's in mode tasks has; leave it away",
                option);
    }
  }
  if (!host.is_flang() && !host.is_gfortran()) {
    fail("mode tasks needs flang or gfortran; '{}' is another compiler: {}", host.command()[0],
         host.version().substr(0, host.version().find('\n')));
  }
  if (line.lto) bad_usage("-flto is not possible for Fortran in mode tasks; leave it away");
  if (line.shared && binds_data_in_library(line)) {
    bad_usage(
        "-Bsymbolic gives a library variables of its own in the place of MPI_IN_PLACE and its "
        "like; leave it away");
  }
  if (line.stage == Stage::Assembly)
    bad_usage("-S is not possible for Fortran in mode tasks; use -c");
}

void Session::check_fortran() const {
  if (line.mode == Mode::Tasks) check_tasks_fortran();
  for (const Argument* source : line.sources()) {
    if (may_hold_directives(source->language)) {
      bad_usage("'{}' is not Fortran; compile it with {} -c and link its object", source->name(),
                source->language == Language::C ? "bamboocc" : "bambooc++");
    }
  }
}

Mode Session::plain_mode() const {
  if (line.mode != Mode::Auto) return line.mode;
  if (uses_standard_abi()) return Mode::Off;
  return host.takes_pass() || !second_compiler().empty() ? Mode::Overlap : Mode::Off;
}

bool Session::may_have_second_compiler() const {
  // The run-time library of mode overlap is a shared one. Flang accepts what gfortran does, not
  // what other Fortran compilers do.
  return line.mode == Mode::Auto && !line.fully_static && !host.takes_pass() &&
         !uses_standard_abi() && (kind != CompilerKind::Fortran || host.is_gfortran());
}

const std::string& Session::second_compiler() const {
  if (!second_compiler_) {
    second_compiler_ = may_have_second_compiler() && tree.has_overlap_pass()
                           ? HostCompiler::installed_overlap_compiler(kind)
                           : "";
  }
  return *second_compiler_;
}

bool Session::lacks_second_compiler() const {
  return may_have_second_compiler() && second_compiler().empty();
}

int Session::run(const Words& command, const Redirection& redirection) const {
  if (only_shows()) {
    std::cout << quoted(command) << '\n';
    return 0;
  }
  if (line.echoes) std::cerr << quoted(command) << '\n';
  return driver::run(command, redirection);
}

const std::string& Session::standard_input() {
  if (standard_input_.empty()) {
    standard_input_ = temporary.make_subfolder() / "-";
    std::ofstream(standard_input_, std::ios::binary) << std::cin.rdbuf();
  }
  return standard_input_;
}

const std::optional<MpiFlags>& Session::installed_mpi() const {
  if (!installed_mpi_)
    installed_mpi_ = installed_mpi_flags(use_mpi_of_environment(), kind, line.wrapper_options);
  return *installed_mpi_;
}

bool Session::uses_standard_abi() const {
  const auto& mpi = installed_mpi();
  return mpi && mpi->is_standard_abi();
}

std::optional<MpiFamily> Session::mpi_family() const {
  const auto& mpi = installed_mpi();
  return mpi ? std::optional(mpi->family) : std::nullopt;
}

Words Session::compile_flags(Mode mode, bool keeps_objects) const {
  Words flags;
  if (mode == Mode::Tasks && kind == CompilerKind::Fortran) return tasks_fortran_flags();
  if (mode == Mode::Tasks) {
    flags = {"-I" + tree.tasks_headers(), "-isystem", tree.headers()};
  } else if (const auto& mpi = installed_mpi(); mpi && kind == CompilerKind::Fortran) {
    return fortran_flags(*mpi);
  } else if (mpi) {
    flags = {"-I" + (mode == Mode::Overlap ? tree.overlap_headers() : tree.off_headers()),
             "-isystem", tree.headers()};
    if (mode == Mode::Overlap && !host.takes_pass())
      flags.emplace_back("-DBAMBOO_WITHOUT_PASS");  // a note of mpi.h
    flags.insert(flags.end(), mpi->compile.begin(), mpi->compile.end());
  } else if (line.mode == Mode::Off || line.mode == Mode::Overlap ||
             kind == CompilerKind::Fortran) {
    fail_without_installed_mpi(kind);
  }
  if (mode != Mode::Tasks && (line.mode != Mode::Auto || !keeps_objects)) return flags;
  if (!line.forbids_pic) {
    const bool asked_for = line.has_option("-fPIC") || line.has_option("-fpic");
    flags.emplace_back("-fPIC");
    if (!asked_for) {
      // No other library replaces these definitions, so functions are inlined as without -fPIC.
      flags.emplace_back("-fno-semantic-interposition");
    }
  }
  // Probes cost time (docs/decisions/a-task-has-a-stack.md).
  if (mode == Mode::Tasks && host.is_clang()) {
    // Clang warns of the option where a source is in assembler language.
    flags.insert(flags.end(),
                 {"--start-no-unused-arguments", stack_probes, "--end-no-unused-arguments"});
  } else if (mode == Mode::Tasks) {
    flags.emplace_back(stack_probes);
  }
  if (line.lto)
    flags.emplace_back("-ffat-lto-objects");  // so that the link can see the symbols of an object
  return flags;
}

/// A module `mpi` that the program itself makes comes before ours.
Words Session::own_module_folders() const {
  Words folders;
  for (const Argument& argument : line.arguments) {
    for (const std::string option : {"-J", "-module-dir"})
      if (!argument.is_input && argument.name().rfind(option, 0) == 0)
        folders.push_back("-I" + argument.value(option.size()));
  }
  return folders;
}

Words Session::tasks_fortran_flags() const {
  if (!module_folder_) module_folder_ = tasks_module_folder(host, tree, temporary);
  Words flags = own_module_folders();
  flags.insert(flags.end(), {"-I" + *module_folder_, "-I" + tree.tasks_headers()});
  if (!line.forbids_pic) flags.emplace_back("-fPIC");
  if (host.is_gfortran()) {
    // Bamboo reports a crash with the rank. The buffers of mpif.h's functions have any type.
    flags.insert(flags.end(), {"-fno-backtrace", "-fallow-argument-mismatch", stack_probes});
  }
  return flags;
}

/// The wrapper's other words are gfortran's.
Words Session::fortran_flags(const MpiFlags& mpi) const {
  if (!host.is_flang()) return mpi.compile;
  Words folders;
  for (const std::string& word : mpi.compile)
    if (word.rfind("-I", 0) == 0) folders.push_back(word);
  if (!module_folder_)
    module_folder_ = mpi_module_folder(host, mpi.family, folders, tree, temporary);
  folders.insert(folders.begin(), "-I" + *module_folder_);
  const Words own = own_module_folders();
  folders.insert(folders.begin(), own.begin(), own.end());
  return folders;
}

Words Session::overlap_flags() const {
  // Loaded as well, so that the pass's own options (-mllvm -bamboo-...) are known early enough.
  const std::string pass = tree.overlap_pass();
  const std::string frontend = host.is_flang() ? "-Xflang" : "-Xclang";
  Words flags = {"-fpass-plugin=" + pass,
                 frontend,
                 "-load",
                 frontend,
                 pass,
                 "-mllvm",
                 "-bamboo-overlap-polls",
                 "-mllvm",
                 "-bamboo-overlap-split",
                 "-mllvm",
                 "-bamboo-overlap-library"};
  if (line.lto && (line.mode == Mode::Overlap || kind == CompilerKind::Fortran)) {
    // The link does that, after the pass; -fno-unroll-loops would be recorded in the loops and
    // apply there as well. In mode auto objects contain machine code, too.
    if (host.is_flang())
      flags.insert(flags.end(), {"-mllvm", "-vectorize-loops=0"});
    else
      flags.emplace_back("-fno-vectorize");
    for (const char* word : {"-interleave-loops=0", "-unroll-full-max-count=0", "-unroll-runtime=0",
                             "-unroll-allow-partial=0", "-unroll-allow-peeling=0"}) {
      flags.insert(flags.end(), {"-mllvm", word});
    }
  }
  flags.insert(flags.end(), {"-mllvm", "-bamboo-overlap-level=" + line.overlap_level});
  if (line.assumes_no_wildcards)
    flags.insert(flags.end(), {"-mllvm", "-bamboo-overlap-no-wildcards"});
  if (line.keeps_controls) flags.insert(flags.end(), {"-mllvm", "-bamboo-plans-controls"});
  if (line.measures_windows) flags.insert(flags.end(), {"-mllvm", "-bamboo-measure-windows"});
  return flags;
}

/// Only lld loads the pass; it must belong to the clang that the pass was built for.
void Session::require_overlap_linker() const {
  for (const Argument& argument : line.arguments) {
    const std::string& word = argument.name();
    if (!argument.is_input && word.rfind("-fuse-ld=", 0) == 0 && word.find("lld") == word.npos)
      bad_usage("the mode overlap with -flto needs the linker lld; leave '{}' away", word);
  }
  const std::string linker = host.lld();
  if (!find_program(linker)) {
    fail("the mode overlap with -flto needs the linker lld-" BAMBOO_LLVM_MAJOR
         "; install it, or compile without -flto");
  }
  const std::string version = run_captured({linker, "--version"}, Capture::Output).output;
  if (version.find("LLD " BAMBOO_LLVM_MAJOR ".") == std::string::npos) {
    fail("the mode overlap with -flto needs lld " BAMBOO_LLVM_MAJOR "; '{}' is {}", linker,
         version.substr(0, version.find('\n')));
  }
}

Words Session::overlap_link_flags() const {
  if (!line.lto) return {};
  require_overlap_linker();
  // The objects contain the settings. -ffat-lto-objects also covers objects with machine code.
  Words flags = {"-fuse-ld=lld", "-Wl,--fat-lto-objects",
                 "-Wl,--load-pass-plugin=" + tree.overlap_pass()};
  for (const char* word : {"-Rpass=bamboo", "-Rpass-missed=bamboo"})
    if (line.has_option(word))
      flags.push_back("-Wl,-mllvm,-pass-remarks" + std::string(word).substr(6));
  return flags;
}

Words Session::link_flags(Mode mode) const {
  if (mode == Mode::Tasks && !line.wrapper_options.empty()) {
    bad_usage("'{}' is an option of MPICH's compilers, and mode tasks has an MPI of its own",
              line.wrapper_options[0]);
  }
  if (mode == Mode::Tasks) {
    // Marks a library that needs this one as a library for ranks, even if it does not call MPI
    // itself.
    return {"-L" + tree.library_folder(),
            "-Wl,--push-state,--no-as-needed",
            "-lbamboo",
            "-Wl,--pop-state",
            "-Wl,--disable-new-dtags",
            "-Wl,-rpath," + tree.library_folder()};
  }
  Words flags;
  if (const auto& mpi = installed_mpi()) {
    if (mode == Mode::Overlap) {
      const std::string family = to_string(mpi->family);
      // The second library is linked only if an object was compiled with --bamboo-plans-controls.
      flags = {"-L" + tree.library_folder(),
               "-lbamboo-overlap-" + family,
               "-Wl,--push-state,--as-needed",
               "-lbamboo-controls-" + family,
               "-Wl,--pop-state",
               "-Wl,-rpath," + tree.library_folder()};
    }
    for (const std::string& word : mpi->link) {
      // flang's mpi_f08 needs one library of gfortran's modules: it compares handles.
      if (!host.is_flang() || !word.starts_with("-lmpi_usempi"))
        flags.push_back(word);
      else if (word == "-lmpi_usempif08")
        append(flags, {"-Wl,--push-state,--as-needed", word, "-Wl,--pop-state"});
    }
  }
  return flags;
}

Words Session::user_compile_options(Mode mode, bool keeps_objects, bool with_dependencies) const {
  const bool needs_pic =
      !line.forbids_pic && (mode == Mode::Tasks || (keeps_objects && line.mode == Mode::Auto));
  return line.options([&](const std::string& word) {
    return !is_stage_option(word) && !concerns_linking_only(word) && word != "--version" &&
           !(needs_pic && is_pie_option(word)) &&
           (with_dependencies || !concerns_dependencies(word)) && !is_bamboo_warning(word) &&
           ((mode == Mode::Overlap && host.takes_pass()) || !is_bamboo_remark(word));
  });
}

Words input_words(const Argument& source) {
  if (source.explicit_language.empty()) return {source.name()};
  return {"-x", source.explicit_language, source.name(), "-x", "none"};
}

}  // namespace bamboo::driver
