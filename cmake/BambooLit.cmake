# SPDX-License-Identifier: Apache-2.0
# The programs that run lit tests.
find_program(BAMBOO_FILECHECK NAMES FileCheck-19 FileCheck HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
find_program(BAMBOO_TEST_CLANG NAMES clang-19 clang HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
find_program(BAMBOO_LIT NAMES lit lit.py llvm-lit
             HINTS ${LLVM_INSTALL_PREFIX}/build/utils/lit ENV HOME PATH_SUFFIXES .local/bin REQUIRED)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# bamboo_lit_test(ROOM): the tests of this folder, whose lit.site.cfg.py stands in the build folder.
function(bamboo_lit_test room)
  # lit may be a Python script without a start-up line that suits this machine.
  if(BAMBOO_LIT MATCHES "\\.py$")
    set(lit ${Python3_EXECUTABLE} ${BAMBOO_LIT})
  else()
    set(lit ${BAMBOO_LIT})
  endif()
  add_test(NAME ${room}-lit
           COMMAND ${lit} -j2 --show-unsupported --order=lexical ${CMAKE_CURRENT_BINARY_DIR})
  set_tests_properties(${room}-lit PROPERTIES LABELS ${room} TIMEOUT 600)
endfunction()
