/* SPDX-License-Identifier: Apache-2.0 */
/* No MPI: goes with every mode. */
int add(int a, int b) { return a + b; }
