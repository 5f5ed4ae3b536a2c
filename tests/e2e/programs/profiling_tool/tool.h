/* SPDX-License-Identifier: Apache-2.0 */
extern int tool_sends;
int tool_reductions(void);
