# SPDX-License-Identifier: Apache-2.0
# Compiles through ccache if it is installed. Paths are relative to the source folder, so that
# another clone, a second work tree and CI's fresh checkout share the cache; precompiled headers are
# cached as well. -Werror is not part of the key, because it changes no object, and failed
# compilations are not cached.
find_program(BAMBOO_CCACHE ccache)
if(BAMBOO_CCACHE)
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
               CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_IGNOREOPTIONS=-Werror ${BAMBOO_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  if(CMAKE_UNITY_BUILD)
    # CMake's units include sources by absolute paths, which __FILE__ then has.
    add_compile_options(-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
  endif()
endif()

# Precompiles header for all C++ sources of target.
function(bamboo_precompile target header)
  target_precompile_headers(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:${CMAKE_CURRENT_SOURCE_DIR}/${header}>)
  # GCC shows ccache which precompiled header it took only when it is asked to.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
endfunction()
