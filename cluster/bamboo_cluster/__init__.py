# SPDX-License-Identifier: Apache-2.0
"""Several hosts on one machine: network namespaces, shaped links, a processor share for each host."""

__version__ = "0.3.0"
