// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/access_role.h"

namespace bamboo::overlap {

bool is_buffer(AccessRole role) {
  return role == AccessRole::SendBuffer || role == AccessRole::ReceiveBuffer ||
         role == AccessRole::Buffer;
}

llvm::StringRef describe(AccessRole role) {
  switch (role) {
    case AccessRole::Memory:
      return "memory";
    case AccessRole::SendBuffer:
      return "send buffer";
    case AccessRole::ReceiveBuffer:
      return "receive buffer";
    case AccessRole::Buffer:
      return "buffer";
    case AccessRole::Arrays:
      return "array of counts or displacements";
    case AccessRole::Status:
      return "status";
    case AccessRole::Argument:
      return "argument";
    case AccessRole::ErrorCode:
      return "error code";
    case AccessRole::Request:
      return "request";
    case AccessRole::Variable:
      return "a variable";
    case AccessRole::Counts:
      return "the counts";
    case AccessRole::Datatypes:
      return "the datatypes";
    case AccessRole::NestArray:
      return "array";
    case AccessRole::NestBounds:
      return "load";
  }
  return "";
}

}  // namespace bamboo::overlap
