# SPDX-License-Identifier: Apache-2.0
# The programs that run lit tests.
find_program(BAMBOO_FILECHECK NAMES FileCheck-19 FileCheck HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
find_program(BAMBOO_TEST_CLANG NAMES clang-19 clang HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
