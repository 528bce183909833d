"""What holds for all tests: they assert behaviour, never a time."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "noisy machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("noisy machine")
