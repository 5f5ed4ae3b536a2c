# SPDX-License-Identifier: Apache-2.0
# How the runtime's code is generated: everything of it ends up in one library that is loaded when
# the process starts, so that calls inside it need no indirection and thread-local data has a fixed place.
add_library(bamboo_code INTERFACE)
target_compile_options(bamboo_code INTERFACE
  -ftls-model=initial-exec $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)

# bamboo_threads_words(SOURCE...): compiles a source with thread-local variables separately in a
# unity build. A task may continue on another thread, and a compiler that sees the callers may keep
# the address of the first thread's variable.
function(bamboo_threads_words)
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} words REGEX "thread_local")
    if(words)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()
