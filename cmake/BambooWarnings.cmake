# SPDX-License-Identifier: Apache-2.0
# In a unity build a local name may be that of a constant in another source.
add_library(bamboo_warnings INTERFACE)
target_compile_options(bamboo_warnings INTERFACE
  -Wall -Wextra $<$<NOT:$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wshadow> -Wno-unused-parameter
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>)
