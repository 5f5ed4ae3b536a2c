/* SPDX-License-Identifier: Apache-2.0 */
int next_number(void);
int* next_of_thread(void);
