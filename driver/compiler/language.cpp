// SPDX-License-Identifier: Apache-2.0
#include "language.h"

#include <filesystem>
#include <map>

namespace bamboo::driver {

Language language_of_file(const std::string& path, CompilerKind kind) {
  static const std::map<std::string, Language> suffixes = {{".c", Language::C},
                                                           {".cc", Language::CPlusPlus},
                                                           {".cp", Language::CPlusPlus},
                                                           {".cxx", Language::CPlusPlus},
                                                           {".cpp", Language::CPlusPlus},
                                                           {".CPP", Language::CPlusPlus},
                                                           {".c++", Language::CPlusPlus},
                                                           {".C", Language::CPlusPlus},
                                                           {".i", Language::Preprocessed},
                                                           {".ii", Language::Preprocessed},
                                                           {".h", Language::Header},
                                                           {".hh", Language::Header},
                                                           {".H", Language::Header},
                                                           {".hp", Language::Header},
                                                           {".hxx", Language::Header},
                                                           {".hpp", Language::Header},
                                                           {".h++", Language::Header},
                                                           {".tcc", Language::Header},
                                                           {".s", Language::Other},
                                                           {".S", Language::Other},
                                                           {".sx", Language::Other},
                                                           {".f", Language::Fortran},
                                                           {".F", Language::Fortran},
                                                           {".f90", Language::Fortran},
                                                           {".F90", Language::Fortran},
                                                           {".f95", Language::Fortran},
                                                           {".f03", Language::Fortran},
                                                           {".f08", Language::Fortran},
                                                           {".for", Language::Fortran},
                                                           {".F95", Language::Fortran},
                                                           {".F03", Language::Fortran},
                                                           {".F08", Language::Fortran},
                                                           {".FOR", Language::Fortran},
                                                           {".ftn", Language::Fortran},
                                                           {".FTN", Language::Fortran},
                                                           {".fpp", Language::Fortran},
                                                           {".FPP", Language::Fortran},
                                                           {".m", Language::Other},
                                                           {".mm", Language::Other},
                                                           {".ll", Language::Other},
                                                           {".bc", Language::Other}};
  if (path == "-") {
    static const std::map<CompilerKind, Language> standard_input = {
        {CompilerKind::C, Language::C},
        {CompilerKind::CPlusPlus, Language::CPlusPlus},
        {CompilerKind::Fortran, Language::Fortran}};
    return standard_input.at(kind);
  }
  const auto found = suffixes.find(std::filesystem::path(path).extension().string());
  if (found == suffixes.end()) return Language::LinkerInput;
  // g++ takes a .c file for C++.
  return found->second == Language::C && kind == CompilerKind::CPlusPlus ? Language::CPlusPlus
                                                                         : found->second;
}

Language language_of_option(const std::string& word) {
  if (word == "c") return Language::C;
  if (word == "c++") return Language::CPlusPlus;
  if (word == "cpp-output" || word == "c-cpp-output" || word == "c++-cpp-output")
    return Language::Preprocessed;
  if (word.rfind("f77", 0) == 0 || word.rfind("f95", 0) == 0) return Language::Fortran;
  return word.find("header") != std::string::npos ? Language::Header : Language::Other;
}

}  // namespace bamboo::driver
