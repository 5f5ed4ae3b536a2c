// SPDX-License-Identifier: Apache-2.0
// Declarations of generated programs and their driver. Each program is compiled several times into
// one executable; VARIANT distinguishes the copies.
#pragma once

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUZZ_JOIN2(a, b) a##_##b
#define FUZZ_JOIN(a, b) FUZZ_JOIN2(a, b)
#define NAME(x) FUZZ_JOIN(VARIANT, x)
#define NOINLINE __attribute__((noinline))

// A program is one file, or two that are optimised together when they are linked: PART 1 and 2.
#ifndef PART
#define PART 0
#endif
#define IS_IN(part) (PART == 0 || PART == (part))
#if PART == 0
#define SHARED static  // variables
#define OWN static     // functions
#else
#define OWN
#if PART == 1
#define SHARED
#else
#define SHARED extern
#endif
#endif

struct cell {
  unsigned a;
  short b;
  double c;
  unsigned d[2];
};

// The driver's, so that the compiler does not know them.
extern unsigned fuzz_input[16];  // the same on all ranks
extern int fuzz_rank, fuzz_size;
extern MPI_Comm fuzz_comm, fuzz_ring_comm;
extern MPI_Datatype fuzz_cell_type;  // struct cell
extern MPI_Datatype fuzz_comb_type;  // every second of 8 unsigned
extern MPI_Op fuzz_own_op;           // a + b + fuzz_bias
extern unsigned fuzz_bias;
unsigned fuzz_opaque(unsigned x);  // may do anything, as far as the compiler knows

static inline unsigned mix(unsigned x) {
  x ^= x >> 15;
  x *= 0x2c1b3c6du;
  x ^= x >> 12;
  return x;
}

// Doubles hold small whole numbers, so that every order of adding them gives the same.
static inline double to_double(unsigned x) {
  return (double)(x & 0xffffu);
}
static inline unsigned from_double(double x) {
  return x >= 0 && x < 4e9 ? (unsigned)x : 7u;
}
static inline unsigned from_cell(const struct cell* x) {
  return x->a + 3u * (unsigned)x->b + 5u * from_double(x->c) + 7u * x->d[0] + 11u * x->d[1];
}

#define RANK fuzz_rank
#define SIZE fuzz_size
#define RIGHT ((fuzz_rank + 1) % fuzz_size)
#define LEFT ((fuzz_rank + fuzz_size - 1) % fuzz_size)
// As RIGHT and LEFT, but no rank at the ends.
#define UP (fuzz_rank + 1 < fuzz_size ? fuzz_rank + 1 : MPI_PROC_NULL)
#define DOWN (fuzz_rank > 0 ? fuzz_rank - 1 : MPI_PROC_NULL)

// First values and checksums of arrays.
#define FUZZ_ARRAY(type, suffix, set, get)                                \
  static NOINLINE void fill_##suffix(type* a, unsigned n, unsigned x) {   \
    for (unsigned i = 0; i < n; i++) {                                    \
      unsigned v = mix(i + (unsigned)RANK * 97u + x);                     \
      set;                                                                \
    }                                                                     \
  }                                                                       \
  static NOINLINE unsigned checksum_##suffix(const type* a, unsigned n) { \
    unsigned x = n;                                                       \
    for (unsigned i = 0; i < n; i++) x = x * 31u + (get);                 \
    return x;                                                             \
  }
FUZZ_ARRAY(unsigned, unsigned, a[i] = v, a[i])
FUZZ_ARRAY(int, int, a[i] = (int)v, (unsigned)a[i])
FUZZ_ARRAY(long, long, a[i] = (long)v, (unsigned)a[i])
FUZZ_ARRAY(short, short, a[i] = (short)v, (unsigned)a[i])
FUZZ_ARRAY(unsigned char, unsigned_char, a[i] = (unsigned char)v, a[i])
FUZZ_ARRAY(double, double, a[i] = to_double(v), from_double(a[i]))
FUZZ_ARRAY(struct cell, struct_cell,
           (memset(&a[i], 0, sizeof a[i]), a[i].a = v, a[i].b = (short)i, a[i].c = to_double(v),
            a[i].d[0] = i, a[i].d[1] = v),
           from_cell(&a[i]))
