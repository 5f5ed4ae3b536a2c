// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string_view>

namespace bamboo::overlap {

/// Whether the program or a loaded library refers to a function of another object whose name begins
/// with one of `names`, ignoring case (Fortran's names are in lower case). The MPI's own libraries
/// refer to the names of its profiling interface, which begin with P.
bool any_object_refers_to(std::initializer_list<std::string_view> names);

}  // namespace bamboo::overlap
