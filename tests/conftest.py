"""What holds for all tests: they assert behaviour, never a time, wherever they are started."""

import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "noisy machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("noisy machine")

# A shell starts what it puts in the background deaf to Ctrl-C, which some tests press.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
