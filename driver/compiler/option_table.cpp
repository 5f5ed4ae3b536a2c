// SPDX-License-Identifier: Apache-2.0
#include "option_table.h"

#include <algorithm>
#include <initializer_list>
#include <set>

namespace bamboo::driver {
namespace {

bool starts_with_one_of(const std::string& option, std::initializer_list<const char*> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](const char* prefix) { return option.rfind(prefix, 0) == 0; });
}

}  // namespace

bool takes_next_word(const std::string& option) {
  static const std::set<std::string> options = {"-o",
                                                "-x",
                                                "-I",
                                                "-D",
                                                "-U",
                                                "-L",
                                                "-l",
                                                "-A",
                                                "-F",
                                                "-T",
                                                "-u",
                                                "-z",
                                                "-e",
                                                "-h",
                                                "-B",
                                                "-G",
                                                "-R",
                                                "-include",
                                                "-imacros",
                                                "-idirafter",
                                                "-iprefix",
                                                "-iwithprefix",
                                                "-iwithprefixbefore",
                                                "-isysroot",
                                                "-imultilib",
                                                "-isystem",
                                                "-iquote",
                                                "-iframework",
                                                "-ivfsoverlay",
                                                "-include-pch",
                                                "-cxx-isystem",
                                                "-MF",
                                                "-MT",
                                                "-MQ",
                                                "-MJ",
                                                "-Xpreprocessor",
                                                "-Xassembler",
                                                "-Xlinker",
                                                "-Xclang",
                                                "-Xflang",
                                                "-J",
                                                "-module-dir",
                                                "-fintrinsic-modules-path",
                                                "-mmlir",
                                                "-Xopenmp-target",
                                                "-mllvm",
                                                "-target",
                                                "-arch",
                                                "-aux-info",
                                                "-wrapper",
                                                "-dumpbase",
                                                "-dumpdir",
                                                "-dumpbase-ext",
                                                "-rpath",
                                                "-Tbss",
                                                "-Tdata",
                                                "-Ttext",
                                                "--param",
                                                "--sysroot",
                                                "--entry",
                                                "--output",
                                                "-gcc-toolchain",
                                                "-working-directory"};
  return options.count(option) != 0;
}

bool concerns_linking_only(const std::string& option) {
  static const std::set<std::string> options = {"-shared",
                                                "-static",
                                                "-pie",
                                                "-no-pie",
                                                "-static-pie",
                                                "-rdynamic",
                                                "-s",
                                                "-r",
                                                "-T",
                                                "-u",
                                                "-z",
                                                "-e",
                                                "-h",
                                                "-R",
                                                "-rpath",
                                                "-Xlinker",
                                                "-nostdlib",
                                                "-nodefaultlibs",
                                                "-nostartfiles",
                                                "-nolibc",
                                                "-static-libgcc",
                                                "-shared-libgcc",
                                                "-static-libstdc++",
                                                "-static-libasan",
                                                "-static-libtsan",
                                                "-static-libubsan",
                                                "-symbolic",
                                                "--entry",
                                                "-nostdlib++"};
  return options.count(option) != 0 ||
         starts_with_one_of(option, {"-l", "-L", "-Wl,", "-fuse-ld", "-Tbss", "-Tdata", "-Ttext"});
}

bool concerns_dependencies(const std::string& option) {
  static const std::set<std::string> options = {"-M",  "-MM", "-MD", "-MMD", "-MP",
                                                "-MG", "-MF", "-MT", "-MQ"};
  return options.count(option) != 0 || starts_with_one_of(option, {"-MF", "-MT", "-MQ"});
}

bool is_for_gfortran_alone(const std::string& option) {
  static const std::set<std::string> options = {"-fall-intrinsics",
                                                "-fallow-argument-mismatch",
                                                "-fallow-invalid-boz",
                                                "-fbacktrace",
                                                "-fcray-pointer",
                                                "-fno-backtrace",
                                                "-fno-range-check",
                                                "-fno-second-underscore",
                                                "-fno-semantic-interposition",
                                                "-fno-strict-aliasing",
                                                "-fprotect-parens",
                                                "-frecursive",
                                                "-ggdb",
                                                "-m64",
                                                "-pedantic",
                                                "-pie",
                                                "-pipe",
                                                "-static-libgfortran"};
  const bool is_warning = option.starts_with("-W") && !starts_with_one_of(option, {"-Wl,", "-Wp,"});
  return options.count(option) != 0 || is_warning ||
         starts_with_one_of(option, {"-std=", "-fdiagnostics-", "-ffree-line-length-", "-finline-",
                                     "-fmax-errors=", "-fmax-stack-var-size=", "-fstack-protector",
                                     "-ftree-", "-funroll-"});
}

bool is_ignored_by_gcc(const std::string& option) {
  return option.starts_with("-ftree-vectorizer-verbose=");
}

bool concerns_parsing(const std::string& option) {
  static const std::set<std::string> options = {
      "-ansi",        "-trigraphs",         "-pthread",       "-nostdinc",    "-nostdinc++",
      "-include",     "-imacros",           "-undef",         "-idirafter",   "-iprefix",
      "-iwithprefix", "-iwithprefixbefore", "-Xpreprocessor", "-isysroot",    "-isystem",
      "-iquote",      "--sysroot",          "-target",        "-cxx-isystem", "-w"};
  return options.count(option) != 0 || starts_with_one_of(option, {"-I",
                                                                   "-D",
                                                                   "-U",
                                                                   "-O",
                                                                   "-std=",
                                                                   "--std=",
                                                                   "-include",
                                                                   "-isystem",
                                                                   "-iquote",
                                                                   "-idirafter",
                                                                   "-imacros",
                                                                   "--sysroot=",
                                                                   "--target=",
                                                                   "-m32",
                                                                   "-m64",
                                                                   "-mavx",
                                                                   "-msse",
                                                                   "-mssse",
                                                                   "-mbmi",
                                                                   "-mf16c",
                                                                   "-stdlib=",
                                                                   "-Wp,",
                                                                   "-march=",
                                                                   "-mfma",
                                                                   "-fopenmp",
                                                                   "-fexceptions",
                                                                   "-fno-exceptions",
                                                                   "-frtti",
                                                                   "-fno-rtti",
                                                                   "-fsigned-char",
                                                                   "-funsigned-char",
                                                                   "-fshort-",
                                                                   "-fms-extensions",
                                                                   "-fpermissive",
                                                                   "-fchar8_t",
                                                                   "-fno-char8_t",
                                                                   "-ffreestanding",
                                                                   "-fgnu89-inline",
                                                                   "-ffast-math",
                                                                   "-Rpass"});
}

bool is_bamboo_remark(const std::string& option) {
  return option == "-Rpass=bamboo" || option == "-Rpass-missed=bamboo";
}

bool is_bamboo_warning(const std::string& option) {
  return starts_with_one_of(option,
                            {"-Wbamboo-", "-Wno-bamboo-", "-Werror=bamboo-", "-Wno-error=bamboo-"});
}

bool is_query(const std::string& option) {
  static const std::set<std::string> options = {"-dumpversion", "-dumpfullversion", "-dumpmachine",
                                                "-dumpspecs",   "--target-help",    "-###"};
  return options.count(option) != 0 ||
         starts_with_one_of(option, {"-print-", "--print-", "--help="});
}

}  // namespace bamboo::driver
