// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace bamboo::mpi {

/// The error classes, codes and texts that a program adds to MPI's; each rank has its own. All
/// functions throw MpiError(MPI_ERR_ARG) for a value that does not exist, or that the program did
/// not add.
class UserErrors {
 public:
  int add_class();
  int add_code(int error_class);
  void set_text(int code, const char* text);
  void remove_class(int error_class);
  void remove_code(int code);
  void remove_text(int code);

  /// Also for MPI's codes, which are their own classes.
  int class_of(int code) const;
  /// Empty where the program has given none.
  std::string text_of(int code) const;
  /// The attribute MPI_LASTUSEDCODE. It never decreases.
  const int& last_used() const { return last_used_; }

 private:
  struct Code {
    int error_class;  ///< a class is also a code
    std::string text;
  };
  Code& find(int code, const char* argument);

  std::map<int, Code> codes_;
  int last_used_ = first_number - 1;
  static constexpr int first_number = 0x4000;  // behind MPI_ERR_LASTCODE
};

}  // namespace bamboo::mpi
