# SPDX-License-Identifier: Apache-2.0
add_library(bamboo_warnings INTERFACE)
target_compile_options(bamboo_warnings INTERFACE
  -Wall -Wextra -Wshadow -Wno-unused-parameter $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>)
