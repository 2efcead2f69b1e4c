"""Settings of all tests. None asserts on time: hypothesis' deadline would."""

from hypothesis import settings

settings.register_profile("dehusk", deadline=None)
settings.load_profile("dehusk")
