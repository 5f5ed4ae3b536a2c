/* SPDX-License-Identifier: Apache-2.0 */
/* GCC's OpenMP library has one lock in a process for all critical sections without a name. Ranks
 * that share it would wait for each other, even for a rank that waits for their message. So each
 * rank has its own lock; critical sections with a name have one lock in each rank as well. */

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
