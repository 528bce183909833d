"""The sections of the study, one module each."""
