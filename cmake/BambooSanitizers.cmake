# SPDX-License-Identifier: Apache-2.0
# bamboo_sanitizers: for the runtime and everything that links it (BAMBOO_SANITIZE).
# bamboo_tool_sanitizers: for translator, pass and driver (BAMBOO_SANITIZE_TOOLS), whose programs
# are not instrumented.
function(bamboo_sanitizer_library library)
  add_library(${library} INTERFACE)
  foreach(sanitizer IN LISTS ARGN)
    target_compile_options(${library} INTERFACE -fsanitize=${sanitizer} -fno-omit-frame-pointer)
    target_link_options(${library} INTERFACE -fsanitize=${sanitizer})
  endforeach()
endfunction()

bamboo_sanitizer_library(bamboo_sanitizers ${BAMBOO_SANITIZE})
# A finding of UBSan fails a test, as those of the other sanitizers do.
if("undefined" IN_LIST BAMBOO_SANITIZE)
  target_compile_options(bamboo_sanitizers INTERFACE -fno-sanitize-recover=undefined)
endif()
# bamboo_mpi_sanitizers: for programs that run with an installed MPI, which has no sanitizer.
add_library(bamboo_mpi_sanitizers INTERFACE)
target_link_libraries(bamboo_mpi_sanitizers INTERFACE bamboo_sanitizers)
if(BAMBOO_SANITIZE)
  target_sources(bamboo_mpi_sanitizers INTERFACE ${CMAKE_CURRENT_LIST_DIR}/mpi_sanitizer_options.c)
  target_link_options(bamboo_mpi_sanitizers INTERFACE -Wl,--export-dynamic-symbol=dlclose)
  # UCX, on which MPICH runs, replaces malloc in the loaded program. The sanitizer has done that.
  set(BAMBOO_MPI_SANITIZER_ENVIRONMENT UCX_MEM_EVENTS=no)
endif()
bamboo_sanitizer_library(bamboo_tool_sanitizers ${BAMBOO_SANITIZE_TOOLS})
if(BAMBOO_SANITIZE_TOOLS)
  # A finding fails a test. LLVM has no run-time type information, so the vptr check is off.
  target_compile_options(bamboo_tool_sanitizers INTERFACE -fno-sanitize-recover=all -fno-sanitize=vptr)
  target_sources(bamboo_tool_sanitizers INTERFACE ${CMAKE_CURRENT_LIST_DIR}/sanitizer_options.c)
  # Clang, opt and lld load the pass: the sanitizer has to be there first, and they have no options of ours.
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libasan.so
                  OUTPUT_VARIABLE library OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(BAMBOO_PASS_ENVIRONMENT LD_PRELOAD=${library}
      ASAN_OPTIONS=allow_user_poisoning=0:detect_leaks=0:detect_odr_violation=0)
endif()
