/* SPDX-License-Identifier: Apache-2.0 */
#define TAG 5
