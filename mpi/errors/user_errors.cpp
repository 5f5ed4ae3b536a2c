// SPDX-License-Identifier: Apache-2.0
#include "errors/user_errors.h"

#include <mpi.h>

#include <algorithm>
#include <cstring>

#include "errors/errors.h"

namespace bamboo::mpi {
namespace {

bool is_of_mpi(int code) {
  return code >= MPI_SUCCESS && code <= MPI_ERR_LASTCODE;
}

[[noreturn]] void fail_unknown(int code, const char* argument) {
  fail(MPI_ERR_ARG, "%s is %d, which is none of MPI's (0 … %d) and none that the program added",
       argument, code, MPI_ERR_LASTCODE);
}

}  // namespace

UserErrors::Code& UserErrors::find(int code, const char* argument) {
  if (is_of_mpi(code))
    fail(MPI_ERR_ARG, "%s is %d, which is MPI's own: a program can change only what it has added",
         argument, code);
  const auto found = codes_.find(code);
  if (found == codes_.end()) fail_unknown(code, argument);
  return found->second;
}

int UserErrors::add_class() {
  static_assert(first_number == MPI_ERR_LASTCODE + 1);
  const int code = ++last_used_;
  codes_[code] = {code, ""};
  return code;
}

int UserErrors::add_code(int error_class) {
  if (class_of(error_class) != error_class)
    fail(MPI_ERR_ARG, "errorclass is %d, a code of class %d", error_class, class_of(error_class));
  const int code = ++last_used_;
  codes_[code] = {error_class, ""};
  return code;
}

void UserErrors::set_text(int code, const char* text) {
  Code& its = find(code, "errorcode");
  if (std::strlen(text) >= MPI_MAX_ERROR_STRING)
    fail(MPI_ERR_ARG, "string has %zu characters, must have fewer than MPI_MAX_ERROR_STRING = %d",
         std::strlen(text), MPI_MAX_ERROR_STRING);
  its.text = text;
}

void UserErrors::remove_class(int error_class) {
  if (find(error_class, "errorclass").error_class != error_class)
    fail(MPI_ERR_ARG, "errorclass is %d, which is a code", error_class);
  const auto member = std::ranges::find_if(codes_, [&](const auto& entry) {
    return entry.second.error_class == error_class && entry.first != error_class;
  });
  if (member != codes_.end())
    fail(MPI_ERR_ARG, "errorclass is %d, of which there is the code %d: remove that first",
         error_class, member->first);
  codes_.erase(error_class);
}

void UserErrors::remove_code(int code) {
  if (find(code, "errorcode").error_class == code)
    fail(MPI_ERR_ARG, "errorcode is %d, which is a class", code);
  codes_.erase(code);
}

void UserErrors::remove_text(int code) {
  Code& its = find(code, "errorcode");
  if (its.text.empty()) fail(MPI_ERR_ARG, "errorcode is %d, which has no text", code);
  its.text.clear();
}

int UserErrors::class_of(int code) const {
  if (is_of_mpi(code)) return code;
  const auto found = codes_.find(code);
  if (found == codes_.end()) fail_unknown(code, "errorcode");
  return found->second.error_class;
}

std::string UserErrors::text_of(int code) const {
  if (is_of_mpi(code)) return std::string(error_class_name(code)) + ": " + error_class_text(code);
  const auto found = codes_.find(code);
  if (found == codes_.end()) fail_unknown(code, "errorcode");
  return found->second.text;
}

}  // namespace bamboo::mpi
