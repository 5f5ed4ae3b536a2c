/* SPDX-License-Identifier: Apache-2.0 */
/* Uses no MPI, so it links with programs of every mode. */
int add(int a, int b) { return a + b; }
