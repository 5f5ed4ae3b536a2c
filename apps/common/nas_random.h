/* SPDX-License-Identifier: Apache-2.0 */
/* The random numbers that the NAS Parallel Benchmarks prescribe: x(k+1) = 5^13 x(k) modulo 2^46,
 * scaled to 0 ... 1. Any rank can begin anywhere in the sequence. */
#ifndef BAMBOO_APPS_NAS_RANDOM_H
#define BAMBOO_APPS_NAS_RANDOM_H

#include <stdint.h>

#define NAS_SEED UINT64_C(314159265)
#define NAS_MULTIPLIER UINT64_C(1220703125)
#define NAS_MASK ((UINT64_C(1) << 46) - 1)

/* A product may overflow: the result modulo 2^46 is still right, because 2^46 divides 2^64. */
static inline double nas_random(uint64_t* state) {
  *state = *state * NAS_MULTIPLIER & NAS_MASK;
  return (double)*state * 0x1p-46;
}

/* The state after so many numbers. */
static inline uint64_t nas_state_after(uint64_t numbers) {
  uint64_t state = NAS_SEED, power = NAS_MULTIPLIER;
  for (; numbers; numbers >>= 1) {
    if (numbers & 1) state = state * power & NAS_MASK;
    power = power * power & NAS_MASK;
  }
  return state;
}

#endif
