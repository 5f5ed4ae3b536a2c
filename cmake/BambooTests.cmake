# SPDX-License-Identifier: Apache-2.0
# Every test has one label, its tier:
#   quick    units and lit: after every build                (ctest --preset quick, scripts/test --quick)
#   commit   programs, launchers, clusters: before a commit  (ctest --preset release, scripts/test)
#   nightly  programs in every way: takes hours              (ctest --preset nightly)
# Its name begins with the room, or with the folder of tests/.

# bamboo_unit_tests(TARGET [ONE_THREAD] [TEST_PREFIX PREFIX] [SHARDS N]): makes a test of every GoogleTest of an
# executable.
# ONE_THREAD: no test starts a thread. ThreadSanitizer runs them at night only.
# SHARDS: under sanitizers, N processes run all tests, because a process takes longer to begin than most tests take.
function(bamboo_unit_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 its "ONE_THREAD" "TEST_PREFIX;SHARDS" "")
  set(tier quick)
  if(its_ONE_THREAD AND "thread" IN_LIST BAMBOO_SANITIZE)
    set(tier nightly)
  endif()
  if(its_SHARDS AND BAMBOO_SANITIZE)
    math(EXPR last "${its_SHARDS} - 1")
    foreach(shard RANGE ${last})
      add_test(NAME ${its_TEST_PREFIX}shard${shard} COMMAND ${target})
      set_tests_properties(${its_TEST_PREFIX}shard${shard} PROPERTIES LABELS ${tier} TIMEOUT 300
                           ENVIRONMENT "GTEST_TOTAL_SHARDS=${its_SHARDS};GTEST_SHARD_INDEX=${shard}")
    endforeach()
    return()
  endif()
  gtest_discover_tests(${target} TEST_PREFIX "${its_TEST_PREFIX}" DISCOVERY_TIMEOUT 300
                       PROPERTIES LABELS ${tier} TIMEOUT 300)
endfunction()

# bamboo_lit_tests(NAME TIER ROOT [OPTION...]): one test for each folder of lit tests below this one. ROOT is what lit
# is given: this folder, or the one in the build folder that holds lit.site.cfg.py. They run with
# BAMBOO_LIT_ENVIRONMENT.
function(bamboo_lit_tests name tier root)
  find_program(BAMBOO_LIT NAMES lit lit.py llvm-lit-19 llvm-lit
               HINTS /usr/lib/llvm-19/build/utils/lit ENV HOME PATH_SUFFIXES .local/bin)
  if(NOT BAMBOO_LIT)
    message(FATAL_ERROR "lit was not found: install llvm-19-tools, or lit from PyPI")
  endif()
  set(command ${BAMBOO_LIT})
  if(BAMBOO_LIT MATCHES "\\.py$")  # It may lack a start-up line that suits this machine.
    list(PREPEND command ${Python3_EXECUTABLE})
  endif()
  list(APPEND command -sv -j1 --show-unsupported --order=lexical ${ARGN})

  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.test *.ll *.c *.cpp)
  list(FILTER files EXCLUDE REGEX "^Inputs/|^unit/|^fuzz/|_test\\.cpp$")
  list(TRANSFORM files REPLACE "/.*" "" OUTPUT_VARIABLE first_words)
  list(REMOVE_DUPLICATES first_words)
  foreach(word IN LISTS first_words)
    set(same ${files})
    list(FILTER same INCLUDE REGEX "^${word}(/|$)")
    list(LENGTH same count)
    add_test(NAME ${name}.${word} COMMAND ${command} ${root}/${word})
    set_tests_properties(${name}.${word} PROPERTIES LABELS ${tier} TIMEOUT 1200 COST ${count}
                         ENVIRONMENT "${BAMBOO_LIT_ENVIRONMENT}")
  endforeach()
endfunction()
