# SPDX-License-Identifier: Apache-2.0
"""The file with the best settings, which `bamboo run` reads (driver/commands/tuned_settings.cpp).

A section for each program and number of ranks or processes; those of others are kept.
"""
import os
import re

HEAD = "# Written by 'bamboo tune', read by 'bamboo run' (--no-tune ignores it).\n"


def section_name(program, job):
    return f"[{os.path.basename(program)}, {job}]"


def section(program, job, settings, comment):
    lines = [section_name(program, job), f"# {comment}", f"vf = {settings.vf}", f"workers = {settings.workers}"]
    lines += [f"{name} = {getattr(settings, name)}" for name, preset in
              (("geometry", ""), ("service", "auto"), ("order", "lifo")) if getattr(settings, name) != preset]
    return "\n".join(lines) + "\n"


def replaced(text, name, new):
    """Returns the file's text in which this section replaces the one of the same name, if any."""
    parts = re.split(r"^(?=\[)", text, flags=re.MULTILINE)
    kept = [part.rstrip() + "\n" for part in parts[1:] if part.splitlines()[0].rstrip() != name]
    return "\n".join([parts[0].rstrip() + "\n" if parts[0].strip() else HEAD, *kept, new])


def write(path, program, job, settings, comment):
    text = ""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
    temporary = f"{path}.part"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(replaced(text, section_name(program, job), section(program, job, settings, comment)))
    os.replace(temporary, path)
