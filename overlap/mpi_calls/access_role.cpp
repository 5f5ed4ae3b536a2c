// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/access_role.h"

namespace bamboo::overlap {

bool is_buffer(AccessRole role) {
  return role == AccessRole::send_buffer || role == AccessRole::receive_buffer ||
         role == AccessRole::buffer;
}

llvm::StringRef describe(AccessRole role) {
  switch (role) {
    case AccessRole::memory:
      return "memory";
    case AccessRole::send_buffer:
      return "send buffer";
    case AccessRole::receive_buffer:
      return "receive buffer";
    case AccessRole::buffer:
      return "buffer";
    case AccessRole::arrays:
      return "array of counts or displacements";
    case AccessRole::status:
      return "status";
    case AccessRole::argument:
      return "argument";
    case AccessRole::error_code:
      return "error code";
    case AccessRole::request:
      return "request";
    case AccessRole::variable:
      return "a variable";
    case AccessRole::counts:
      return "the counts";
    case AccessRole::datatypes:
      return "the datatypes";
    case AccessRole::nest_array:
      return "array";
    case AccessRole::nest_bounds:
      return "load";
  }
  return "";
}

}  // namespace bamboo::overlap
