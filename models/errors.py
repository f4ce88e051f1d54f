"""Errors of the model files."""

from __future__ import annotations

from companion.errors import CompanionError


class ModelMissingError(CompanionError, FileNotFoundError):
    """A model file or the manifest is not there."""

    code = "model_missing"
    template = "The model file %(file)s is missing."
    hint = "Download the project's models folder again, or train the models again with: make train"


class ModelPackageMissingError(ModelMissingError):
    """A model comes with a package that is not installed."""

    code = "model_package_missing"
    template = "The model file %(file)s is missing: the package %(package)s is not installed."
    hint = "Install it: .venv/bin/pip install --no-deps %(package)s==%(version)s"


class ModelDamagedError(CompanionError, ValueError):
    """A model file or the manifest is not what was made."""

    code = "model_damaged"
    template = "The model file %(file)s is damaged: %(reason)s."
    hint = "Download the project's models folder again, or train the models again with: make train"
