// SPDX-License-Identifier: Apache-2.0
// Flags that only gcc has, and outputs, are dropped.
// RUN: %translate --check %s -- %flags -c -o x.o -MMD -MF x.d -fno-gnu-unique -fipa-pta -Wlogical-op -mtune=native -O3 -g3 -DN=4 -pipe -pthread
int a[N];
