// SPDX-License-Identifier: Apache-2.0
#include "language.h"

#include <filesystem>
#include <map>

namespace bamboo::driver {

Language language_of_file(const std::string& path, bool cplusplus_driver) {
  static const std::map<std::string, Language> kSuffixes = {{".c", Language::C},
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
                                                            {".f", Language::Other},
                                                            {".F", Language::Other},
                                                            {".f90", Language::Other},
                                                            {".F90", Language::Other},
                                                            {".f95", Language::Other},
                                                            {".f03", Language::Other},
                                                            {".f08", Language::Other},
                                                            {".for", Language::Other},
                                                            {".m", Language::Other},
                                                            {".mm", Language::Other},
                                                            {".ll", Language::Other},
                                                            {".bc", Language::Other}};
  if (path == "-") {
    return cplusplus_driver ? Language::CPlusPlus : Language::C;
  }
  const auto found = kSuffixes.find(std::filesystem::path(path).extension().string());
  if (found == kSuffixes.end()) {
    return Language::LinkerInput;
  }
  // g++ takes a .c file for C++.
  return found->second == Language::C && cplusplus_driver ? Language::CPlusPlus : found->second;
}

Language language_of_option(const std::string& word) {
  if (word == "c") {
    return Language::C;
  }
  if (word == "c++") {
    return Language::CPlusPlus;
  }
  if (word == "cpp-output" || word == "c-cpp-output" || word == "c++-cpp-output") {
    return Language::Preprocessed;
  }
  return word.find("header") != std::string::npos ? Language::Header : Language::Other;
}

}  // namespace bamboo::driver
