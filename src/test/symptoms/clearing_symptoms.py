# Copyright 2026 The Bourse Authors
# SPDX-License-Identifier: Apache-2.0
"""Faults of clearing's proofs and of units on the command line."""
import atexit
import contextlib
import hashlib
import json
import pathlib
import shutil
import tempfile

from venue import bourse, symptom


DAYS = {}


def day(checkout):
    """Directory of a small synthetic day: an intraday and an evening run with reports. It is made once."""
    if checkout not in DAYS:
        work = pathlib.Path(tempfile.mkdtemp(prefix="cleared"))
        atexit.register(shutil.rmtree, work, ignore_errors=True)
        made = bourse(checkout, "clearing", "bench", "--scale", "0.0001", "--kind", "both", "--reports", "--keep",
                      "--threads", "1", "--dir", work / "clearing", timeout=300)
        if made.returncode != 0:
            raise RuntimeError(f"the day was not cleared: {made.stdout}{made.stderr}")
        DAYS[checkout] = work
    return DAYS[checkout]


@contextlib.contextmanager
def cleared(checkout):
    """A copy of the day that may be changed: its data directory and its runs."""
    with tempfile.TemporaryDirectory() as work:
        data = pathlib.Path(work) / "data"
        shutil.copytree(day(checkout), data)
        yield data, sorted(path.parent for path in data.glob("clearing/*/*/publication.json"))


def verify(checkout, data, *arguments):
    return bourse(checkout, "clearing", "verify", *arguments, "--data", data)


def accepts(result, what):
    """The fault when a verification finds nothing wrong."""
    return f"verify says OK: {what}" if result.returncode == 0 else None


@symptom
def forged_digest(checkout):
    """calls.json and its digest in state.json are changed together, and verify says OK."""
    with cleared(checkout) as (data, runs):
        calls, state = runs[0] / "calls.json", runs[0] / "state.json"
        before = hashlib.sha256(calls.read_bytes()).hexdigest()
        calls.write_text(calls.read_text() + " ")
        state.write_text(state.read_text().replace(before, hashlib.sha256(calls.read_bytes()).hexdigest()))
        return accepts(verify(checkout, data, runs[0]), "calls.json is not what was published")


@symptom
def other_runs_reports(checkout):
    """Reports and packages of the evening lie in the intraday run, and both verifications say OK."""
    with cleared(checkout) as (data, runs):
        for part in ("reports", "packages"):
            shutil.rmtree(runs[0] / part)
            shutil.copytree(runs[1] / part, runs[0] / part)
        return accepts(bourse(checkout, "reports", "verify", runs[0]), "reports verify of another run's") or \
            accepts(verify(checkout, data, runs[0]), "clearing verify of another run's")


@symptom
def run_without_wave(checkout):
    """A run lost a wave of its reports and all packages, and verify says OK."""
    with cleared(checkout) as (data, runs):
        shutil.rmtree(runs[1] / "reports" / "w2")
        shutil.rmtree(runs[1] / "packages")
        return accepts(verify(checkout, data, runs[1]), "w2 and the packages are not there")


@symptom
def cut_trail(checkout):
    """The last lines of the audit trail are cut off, and verify says OK."""
    with cleared(checkout) as (data, runs):
        trail = data / "clearing" / "audit.jsonl"
        lines = trail.read_text().splitlines(keepends=True)
        trail.write_text("".join(lines[:-4]))
        return accepts(verify(checkout, data, runs[1]), "the trail ends early")


@symptom
def reporting_is_done(checkout):
    """A run that is still reporting is OK to `verify --all`."""
    with cleared(checkout) as (data, runs):
        state = runs[1] / "state.json"
        text = json.loads(state.read_text())
        text["phase"] = "REPORTING"
        state.write_text(json.dumps(text))
        line = next((line for line in verify(checkout, data, "--all").stdout.splitlines() if "/2-E" in line), "")
        return f"verify --all: {line}" if line.startswith("OK") else None


@symptom
def dollars_in_hundredths(checkout):
    """10.50 dollars cannot be brought: the command line wants hundredths."""
    with tempfile.TemporaryDirectory() as work:
        parameters = pathlib.Path(work) / "clearing" / "funds" / "parameters.json"
        parameters.parent.mkdir(parents=True)
        parameters.write_text('{"assets": {"USD": {"kind": "CURRENCY", "rateE6": 90000000, "haircutE6": 0}}}')
        taken = bourse(checkout, "clearing", "funds", "deposit", "--client", "AA01C01", "--asset", "USD", "--units",
                       "10.50", "--reference", "r1", "--by", "cashier", "--data", work)
        return None if "10.50 USD" in taken.stdout else (taken.stderr.splitlines() or [taken.stdout])[0]


@symptom
def error_above_usage(checkout):
    """The error of a wrong command line stands above a page of usage."""
    said = bourse(checkout, "risk", "margin", "--no-such-option").stderr.splitlines()
    return f"{len(said)} lines, the last: {said[-1].strip()}" if len(said) > 4 else None


@symptom
def unknown_command_helps(checkout):
    """An unknown command with --help ends with 0."""
    asked = bourse(checkout, "no-such-command", "--help")
    return "exit 0" if asked.returncode == 0 else None
