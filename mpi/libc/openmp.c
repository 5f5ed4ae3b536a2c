/* SPDX-License-Identifier: Apache-2.0 */
/* GCC's OpenMP library has one lock for all critical sections without a name in a process. Ranks
 * that share it would wait for each other, also for one that waits for their message: each has its
 * own, as have critical sections with a name. */

extern void GOMP_critical_name_start(void** lock);
extern void GOMP_critical_name_end(void** lock);

void GOMP_critical_start(void);
void GOMP_critical_end(void);

static void* unnamed;

void GOMP_critical_start(void) {
  GOMP_critical_name_start(&unnamed);
}

void GOMP_critical_end(void) {
  GOMP_critical_name_end(&unnamed);
}
