// SPDX-License-Identifier: Apache-2.0
// An error leaves no file behind.
// RUN: rm -f %t.out.c
// RUN: not %translate %s -o %t.out.c -- %flags
// RUN: not ls %t.out.c
#pragma bamboo olap
