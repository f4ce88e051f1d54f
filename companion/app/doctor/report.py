"""The form of what ``companion doctor`` finds (``doctor/1``).

    {"schema": "doctor/1", "version": "0.1.0", "ok": true, "checks": [
      {"name": "camera", "state": "ok|absent|warning|failed", "message": "one sentence",
       "advice": "what to do, or empty", "details": {...}}]}

``ok`` is false, and the exit status 1, where a check *failed*: the table cannot run. ``absent`` is
a device that is not there, ``warning`` something that works but not as it should.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from companion import __version__
from companion.errors import CompanionError
from companion.i18n import translator

SCHEMA = "doctor/1"


class State(Enum):
    """How a part of the table is."""

    OK = "ok"
    ABSENT = "absent"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found.

    Attributes:
        name: stable key of the check.
        template: one English sentence with ``%(names)s``, the key of its translation.
        hint: what to do, likewise; empty where there is nothing to do.
        params: the values of both.
        details: figures and names; plain values only.
        error: what is wrong in the words of the program, for the screen to translate.
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
        """The English sentence with its values."""
        return self.template % self.params

    @property
    def advice(self) -> str:
        """What to do, in English, with its values."""
        return self.hint % self.params


def failed(name: str, error: CompanionError, *, state: State = State.FAILED) -> Finding:
    """Return the finding for an error."""
    return Finding(
        name, state, error.template, error.hint, error.params, {"code": error.code}, error
    )


def can_run(findings: Sequence[Finding]) -> bool:
    """Whether the table can run."""
    return all(finding.state is not State.FAILED for finding in findings)


def as_json(findings: Sequence[Finding]) -> dict[str, object]:
    """Return the report in the contract's form."""
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


def as_lines(findings: Sequence[Finding], language: str = "en") -> list[str]:
    """Return the report for people: a line for each check, advice under it."""
    tr = translator(language)
    wide = max((len(each.name) for each in findings), default=0)
    lines = []
    for each in findings:
        lines.append(f"{each.state.value:8}{each.name:{wide}}  {tr.message(each)}")
        if each.hint:
            lines.append(f"{'':8}{'':{wide}}  -> {tr.hint(each)}")
    lines.append(tr("The table can run.") if can_run(findings) else tr("The table cannot run yet."))
    return lines
