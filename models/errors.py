"""Errors of the model files."""

from companion.errors import CompanionError


class ModelMissingError(CompanionError, FileNotFoundError):
    code = "model_missing"
    template = "The model file %(file)s is missing."
    hint = "Download the project's models folder again, or train the models again with: make train"


class ModelPackageMissingError(ModelMissingError):
    """A model belongs to a package that is not installed."""

    code = "model_package_missing"
    template = "The model file %(file)s is missing: the package %(package)s is not installed."
    hint = "Install it: .venv/bin/pip install --no-deps %(package)s==%(version)s"


class ModelDamagedError(CompanionError, ValueError):
    """A model file or the manifest is damaged."""

    code = "model_damaged"
    template = "The model file %(file)s is damaged: %(reason)s."
    hint = "Download the project's models folder again, or train the models again with: make train"
