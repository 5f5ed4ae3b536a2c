# SPDX-License-Identifier: Apache-2.0
# How the runtime's code is generated: everything of it ends up in one library that is loaded when
# the process starts, so that calls inside it need no indirection and thread-local data has a fixed place.
add_library(bamboo_code INTERFACE)
target_compile_options(bamboo_code INTERFACE
  -ftls-model=initial-exec $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)
