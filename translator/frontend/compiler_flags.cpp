// SPDX-License-Identifier: Apache-2.0
#include "frontend/compiler_flags.h"

#include <clang/Driver/Options.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace bamboo::translator {
namespace {

namespace options = clang::driver::options;

bool about_reading(const llvm::opt::Arg& arg) {
  const llvm::opt::Option& option = arg.getOption();
  // Options about outputs, and all warnings, which the host compiler gives.
  static const unsigned dropped[] = {
      options::OPT_o,       options::OPT_c,          options::OPT_S,         options::OPT_E,
      options::OPT_M,       options::OPT_MM,         options::OPT_MD,        options::OPT_MMD,
      options::OPT_MF,      options::OPT_MT,         options::OPT_MQ,        options::OPT_MP,
      options::OPT_MG,      options::OPT_w,          options::OPT_v,         options::OPT_MJ,
      options::OPT_fopenmp, options::OPT_fopenmp_EQ, options::OPT_save_temps};
  for (unsigned id : dropped)
    if (option.matches(id)) return false;
  return !option.matches(options::OPT_W_Group) && !option.matches(options::OPT_pedantic_Group) &&
         !option.matches(options::OPT_UNKNOWN) && !option.matches(options::OPT_INPUT) &&
         !option.matches(options::OPT_g_Group) &&
         !option.matches(options::OPT_clang_ignored_gcc_optimization_f_Group) &&
         !option.matches(options::OPT_Link_Group) && !option.matches(options::OPT_l);
}

/// Clang refuses these, gcc at most warns. The host compiler decides whether one is an error.
constexpr llvm::StringLiteral gcc_only_warns[] = {"implicit-int",
                                                  "implicit-function-declaration",
                                                  "int-conversion",
                                                  "incompatible-function-pointer-types",
                                                  "return-mismatch",
                                                  "c++11-narrowing",
                                                  "register",
                                                  "reserved-user-defined-literal",
                                                  "enum-constexpr-conversion"};

/// The newest gcc's own headers: omp.h is there.
std::optional<std::string> gcc_headers() {
  std::optional<std::string> newest;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator target("/usr/lib/gcc", error), end;
       target != end && !error; target.increment(error)) {
    std::error_code inner;
    for (llvm::sys::fs::directory_iterator version(target->path(), inner); version != end && !inner;
         version.increment(inner)) {
      const std::string include = version->path() + "/include";
      const bool has_omp = llvm::sys::fs::exists(include + "/omp.h");
      const auto number = [](llvm::StringRef path) {
        unsigned value = 0;
        llvm::sys::path::filename(llvm::sys::path::parent_path(path)).consumeInteger(10, value);
        return value;
      };
      if (has_omp && (!newest || number(include) > number(*newest))) newest = include;
    }
  }
  return newest;
}

std::optional<std::string> resource_directory() {
  const std::string standard = "/lib/clang/" BAMBOO_CLANG_MAJOR;
  for (const char* prefix : {BAMBOO_LLVM_PREFIX, "/usr/lib/llvm-" BAMBOO_CLANG_MAJOR, "/usr"}) {
    const std::string directory = prefix + standard;
    if (llvm::sys::fs::exists(directory + "/include/stddef.h")) return directory;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> clang_command_line(llvm::StringRef file,
                                            llvm::ArrayRef<std::string> flags) {
  std::vector<std::string> result = {"bamboo-translate", "-fsyntax-only", "-w", "-Wno-error"};
  for (llvm::StringRef warning : gcc_only_warns) result.push_back(("-Wno-error=" + warning).str());
  if (const auto directory = resource_directory()) result.push_back("-resource-dir=" + *directory);
  std::vector<const char*> raw;
  for (const std::string& flag : flags) raw.push_back(flag.c_str());
  unsigned missing_index = 0;
  unsigned missing_count = 0;
  const llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
      raw, missing_index, missing_count, llvm::opt::Visibility(options::ClangOption));
  for (const llvm::opt::Arg* arg : parsed) {
    if (!about_reading(*arg)) continue;
    llvm::opt::ArgStringList rendered;
    arg->render(parsed, rendered);
    result.insert(result.end(), rendered.begin(), rendered.end());
  }
  // OpenMP's directives remain text; only its header and its macro matter here.
  if (parsed.hasArg(options::OPT_fopenmp, options::OPT_fopenmp_EQ)) {
    result.push_back("-D_OPENMP=201511");
    if (const auto headers = gcc_headers()) result.push_back("-idirafter" + *headers);
  }
  result.push_back(file.str());
  return result;
}

}  // namespace bamboo::translator
