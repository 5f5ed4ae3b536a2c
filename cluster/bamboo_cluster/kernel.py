# SPDX-License-Identifier: Apache-2.0
"""System calls that Python's standard library does not offer (before 3.12)."""
import ctypes
import os
import signal

_libc = ctypes.CDLL(None, use_errno=True)

NEW_MOUNT = 0x00020000
NEW_UTS = 0x04000000
NEW_IPC = 0x08000000
NEW_USER = 0x10000000
NEW_PID = 0x20000000
NEW_NET = 0x40000000

_BIND, _RECURSIVE, _PRIVATE = 0x1000, 0x4000, 0x40000
_SET_PARENT_DEATH_SIGNAL = 1


def _checked(result, what):
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def unshare(flags):
    _checked(_libc.unshare(flags), "unshare")


def enter(namespace):
    """Enters the namespace behind an open file."""
    _checked(_libc.setns(namespace, 0), "setns")


def mount(source, target, kind=None, options=None, flags=0):
    words = [None if w is None else os.fsencode(w) for w in (source, target, kind, options)]
    _checked(_libc.mount(words[0], words[1], words[2], ctypes.c_ulong(flags), words[3]),
             f"mount on {target}")


def bind(source, target):
    mount(source, target, flags=_BIND)


def keep_mounts_private():
    mount("none", "/", flags=_RECURSIVE | _PRIVATE)


def die_with_parent():
    """Makes the kernel kill this process when its parent ends in any way."""
    _checked(_libc.prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0), "prctl")


def become_root_of_user_namespace():
    """Enters a new user namespace in which this user is root."""
    user, group = os.geteuid(), os.getegid()
    unshare(NEW_USER)
    for file, text in (("setgroups", "deny"), ("uid_map", f"0 {user} 1"), ("gid_map", f"0 {group} 1")):
        with open(f"/proc/self/{file}", "w") as map_file:
            map_file.write(text)
