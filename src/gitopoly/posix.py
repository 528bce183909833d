"""What only POSIX systems have; nothing else imports their modules, so that the rest runs anywhere.

Import it inside the function that needs it.
"""

from __future__ import annotations

import resource


def limit_memory(size: int) -> None:
    """Keep this process, for good, from having more than `size` bytes of memory."""
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


def no_core_dumps() -> None:
    """Leave no file behind when this process is killed."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
