// SPDX-License-Identifier: Apache-2.0
// Warnings are the host compiler's business.
// RUN: %translate --check %s -- %flags -Wall -Werror 2>&1 > %t
// RUN: %python -c "import sys; sys.exit(len(open(sys.argv[1]).read()) != 0)" %t
static int unused;
int f(void) { int x; return x; }
