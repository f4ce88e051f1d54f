"""Errors of the reader, each with a stable code and a hint.

Poor visibility is not an error but a `Problem` of the reading (see `vision.problems.picture`).
"""

from companion.errors import CompanionError


class VisionError(CompanionError):
    """Base of the reader's errors."""

    code = "vision"
    template = "The image could not be read."


class ImageMissingError(VisionError, FileNotFoundError):
    """There is no file of that name."""

    code = "image_missing"
    template = "There is no image at %(path)s."
    hint = "Check the name and the folder."


class ImageUnreadableError(VisionError, ValueError):
    """The file exists but cannot be decoded as an image."""

    code = "image_unreadable"
    template = "%(path)s cannot be read as an image: %(reason)s."
    hint = "Give a JPEG, PNG, WebP, TIFF or BMP file."


class ImageTruncatedError(VisionError, ValueError):
    code = "image_truncated"
    template = "%(path)s is truncated."
    hint = "Copy it again from the camera."


class ImageTooLargeError(VisionError, ValueError):
    """More pixels than the reader will hold in memory; nothing was decoded."""

    code = "image_too_large"
    template = "%(path)s has %(megapixels).0f megapixels; the limit is %(limit).0f."
    hint = "Scale it down first: 4000 pixels on a side are enough."


class ImageTooLongError(VisionError, ValueError):
    """A side longer than any photograph has; nothing was decoded."""

    code = "image_too_long"
    template = "%(path)s has a side of %(side)d pixels; the limit is %(limit)d."
    hint = "Scale it down first: 4000 pixels on a side are enough."


class ImageTooSmallError(VisionError, ValueError):
    """Too few pixels to resolve a die's face."""

    code = "image_too_small"
    template = "%(path)s is only %(width)d x %(height)d pixels; a side needs %(limit)d."
    hint = "Take an image in which each die is at least 30 pixels wide."


class BadFrameError(VisionError, ValueError):
    """A frame's array has the wrong shape or type (a bug in the caller)."""

    code = "bad_frame"
    template = "A frame must be (height, width, 3) bytes, not %(shape)s %(dtype)s."


class RuntimeUnusableError(VisionError, ImportError):
    """The networks' runtime cannot be imported."""

    code = "runtime_unusable"
    template = "onnxruntime cannot be loaded: %(reason)s"
    hint = "Install another version of onnxruntime; until then dice are entered by hand."


class ProcessorUnsupportedError(RuntimeUnusableError):
    """Importing the networks' runtime ends the process: it was built for other processors."""

    code = "processor_unsupported"
    template = "onnxruntime does not run on this processor (%(reason)s)."


class ModelInputError(VisionError, ValueError):
    """A model file is intact but incompatible: wrong inputs, outputs or labels."""

    code = "model_unfit"
    template = "The model %(name)s does not fit this version of the companion: %(reason)s."
    hint = "Reinstall the companion, or run make train."


class ExpectationError(VisionError, ValueError):
    """The expected dice do not have the required format."""

    code = "expect_invalid"
    template = "The expected dice in %(path)s cannot be used: %(reason)s."
    hint = 'Give mats and numbers of dice, for example {"strip-1": {"home": 4, "military": 1}}.'


class NotEnrolledError(VisionError, ValueError):
    """The requested dice have no enrolled faces yet."""

    code = "faces_not_enrolled"
    template = "The faces of the %(dice)s dice have not been shown to the camera yet."
    hint = "Read the other dice with --dice roll or --dice d6."


class EnrolledFacesError(VisionError, ValueError):
    """The images of enrolled faces do not have the stored format."""

    code = "faces_invalid"
    template = "The faces that were shown to the camera cannot be used: %(reason)s."
    hint = "Show the faces again."
