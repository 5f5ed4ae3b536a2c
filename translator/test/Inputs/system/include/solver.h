/* SPDX-License-Identifier: Apache-2.0 */
/* Another library's header, found where the system's headers are. */
#ifdef __cplusplus
extern "C"
#endif
void solver_execute(void *plan);
