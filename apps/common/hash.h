/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes of places and values for checksums that no decomposition changes. */
#ifndef BAMBOO_APPS_HASH_H
#define BAMBOO_APPS_HASH_H

#include <stdint.h>
#include <string.h>

static inline uint64_t mix(uint64_t x) { /* the finaliser of splitmix64 */
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return x ^ (x >> 31);
}

#endif
