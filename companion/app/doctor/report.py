"""The report of ``companion doctor`` (``doctor/1``).

    {"schema": "doctor/1", "version": "0.1.0", "ok": true, "checks": [
      {"name": "camera", "state": "ok|absent|warning|failed", "message": "one sentence",
       "advice": "what to do, or empty", "details": {...}}]}

``ok`` is false, and the exit status 1, if a check *failed*: the table cannot run. ``absent`` is a
device that is not connected, ``warning`` something that works with limitations.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from companion import __version__
from companion.errors import CompanionError
from companion.i18n import translator
from companion.places import Places
from companion.settings import Settings

SCHEMA = "doctor/1"


@dataclass(frozen=True, slots=True)
class Installation:
    """Settings and file locations of the installation to check."""

    settings: Settings
    places: Places


class State(Enum):
    """Result of a check; called with a sentence, it is a finding."""

    OK = "ok"
    ABSENT = "absent"
    WARNING = "warning"
    FAILED = "failed"

    def __call__(
        self,
        template: str,
        hint: str = "",
        params: Mapping[str, object] | None = None,
        details: Mapping[str, object] | None = None,
    ) -> "Finding":
        """Return a finding, to be named by who runs the check."""
        return Finding("", self, template, hint, params or {}, details or {})


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check.

    Attributes:
        name: stable key of the check.
        template: one English sentence with ``%(placeholders)s``, the message id of its translation.
        hint: how to solve the problem, in the same form; empty if there is nothing to do.
        params: placeholder values of both.
        details: numbers and names; plain values only.
        error: the error, if any, for the UI to translate.
    """

    name: str
    state: State
    template: str
    hint: str = ""
    params: Mapping[str, object] = field(default_factory=dict)
    details: Mapping[str, object] = field(default_factory=dict)
    error: CompanionError | None = None

    @property
    def message(self) -> str:
        """The English message with its values."""
        return self.template % self.params

    @property
    def advice(self) -> str:
        """The English hint with its values."""
        return self.hint % self.params


def failed(error: CompanionError, state: State = State.FAILED, name: str = "") -> "Finding":
    details = {"code": error.code}
    return Finding(name, state, error.template, error.hint, error.params, details, error)


def can_run(findings: "Sequence[Finding]") -> bool:
    """Return whether the table can run: no check failed."""
    return all(finding.state is not State.FAILED for finding in findings)


def as_json(findings: "Sequence[Finding]") -> dict[str, object]:
    """Return the report as JSON of the contract ``doctor/1``."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "ok": can_run(findings),
        "checks": [
            {
                "name": each.name,
                "state": each.state.value,
                "message": each.message,
                "advice": each.advice,
                "details": dict(each.details),
            }
            for each in findings
        ],
    }


def as_lines(findings: "Sequence[Finding]", language: str = "en") -> list[str]:
    """Return the report as text: a line for each check, followed by its advice."""
    translate = translator(language)
    wide = max((len(each.name) for each in findings), default=0)
    lines = []
    for each in findings:
        lines.append(f"{each.state.value:8}{each.name:{wide}}  {translate.message(each)}")
        if each.hint:
            lines.append(f"{'':8}{'':{wide}}  -> {translate.hint(each)}")
    lines.append(
        translate("The companion can run.")
        if can_run(findings)
        else translate("The companion cannot run yet.")
    )
    return lines
