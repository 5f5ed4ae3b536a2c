/* SPDX-License-Identifier: Apache-2.0 */
/* signgam, which lgamma and its family set. */
#define _GNU_SOURCE
#include <math.h>

int signgam;

#define BAMBOO_GAMMA(type, name, old_name, reentrant) \
  type name(type x) {                                 \
    return reentrant(x, &signgam);                    \
  }                                                   \
  type old_name(type x) {                             \
    return reentrant(x, &signgam);                    \
  }

BAMBOO_GAMMA(double, lgamma, gamma, lgamma_r)
BAMBOO_GAMMA(float, lgammaf, gammaf, lgammaf_r)
BAMBOO_GAMMA(long double, lgammal, gammal, lgammal_r)
