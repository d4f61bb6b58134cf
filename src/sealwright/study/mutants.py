# SPDX-License-Identifier: Apache-2.0
"""`sealwright mutants`: faults put into the RTL, one at a time, all of which the tests must catch.

Each fault of a seeded sample (sealwright.study.mutate) goes into a private copy of the checkout,
and the tests that `make test` runs on the RTL are run there, those that are likely to fail first;
the first failure catches it. A fault that nothing catches is a gap in the tests, unless
scripts/mutants/equivalent.toml explains why it has no effect. `--deliberate` takes the bugs of
scripts/mutants/deliberate.toml instead, all of which must be caught. `--files '*lanes*'` draws from
some files only, or takes the bugs that are in them.

Verdicts are kept as long as RTL, toolkit and the tests that they rest on stay as they are, so the
second call is quick.
"""

import fnmatch
import json
import queue
import shutil
import sys
import tomllib
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, fields
from itertools import permutations
from pathlib import Path
from typing import Any, TypeVar

from sealwright.base import store
from sealwright.base.console import add_json, emit, progress, seed_number
from sealwright.base.errors import CheckFailed, SealwrightError, UsageError
from sealwright.base.files import need_checkout, repo_root, resolve, rtl_files
from sealwright.base.signals import end_on_signals
from sealwright.base.sources import code
from sealwright.study.mutant_trial import Copy, circuit, conditions, evidence, stages
from sealwright.study.mutate import Fault, draw, replacement

LISTS = "scripts/mutants"
WORKERS = 2
WORDS = ("caught", "equivalent", "survived")

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a fault: caught by a test or a tool; explained; or survived."""

    fault: Fault
    caught_by: str | None
    reason: str | None = None  # why it is no fault

    @property
    def word(self) -> str:
        if self.caught_by is not None:
            return "caught"
        return "equivalent" if self.reason else "survived"

    def text(self) -> str:
        fault = self.fault
        where = f"{fault.file}:{fault.line}: {fault.kind}: {self.word}"
        if self.caught_by is not None:
            return f"{where} by {self.caught_by}"
        return f"{where}{f': {self.reason}' if self.reason else ''}\n{fault.diff()}"


# ---- verdicts -----------------------------------------------------------------------------------


def equivalent() -> dict[tuple[str, str, str], str]:
    """Faults without an effect, each with its reason."""
    rows = _rows("equivalent.toml", ("file", "before", "after", "reason"))
    return {(r["file"], r["before"].strip(), r["after"].strip()): r["reason"] for r in rows}


def deliberate() -> dict[str, Fault]:
    """The bugs that were put in by hand, by name."""
    return {
        r["name"]: replacement(r["file"], resolve(r["file"]).read_text(), r["old"], r["new"])
        for r in _deliberate()
    }


def likely() -> dict[Fault, str]:
    """The test that should catch a bug that was put in by hand, where one is named."""
    bugs = deliberate()
    return {bugs[r["name"]]: r["test"] for r in _deliberate() if "test" in r}


def _deliberate() -> list[dict[str, str]]:
    return _rows("deliberate.toml", ("name", "file", "old", "new"), optional="test")


def _rows(name: str, fields: Sequence[str], optional: str = "") -> list[dict[str, str]]:
    table = tomllib.loads(resolve(f"{LISTS}/{name}").read_text())
    rows: list[dict[str, str]] = table.get("fault", [])
    for row in rows:
        if row.keys() - {optional} != {*fields} or not all(v.strip() for v in row.values()):
            raise UsageError(f"{LISTS}/{name}: each [[fault]] has {', '.join(fields)}")
    return rows


def try_faults(
    faults: Sequence[Fault],
    reasons: Mapping[tuple[str, str, str], str],
    first: Mapping[Fault, str] | None = None,
) -> list[Verdict]:
    """A verdict on each fault; those not known yet are tried, two at a time.

    A fault with a listed reason is not tried: all tests would run, without a use. `first`: the test
    that is likely to catch it.
    """
    known = {fault: found["caught_by"] for fault in faults if (found := _known(fault))}
    unknown = [f for f in dict.fromkeys(faults) if f not in known and f.key() not in reasons]
    progress(f"mutants: {len(known)} verdicts are known, {len(unknown)} to find")
    if unknown:
        known |= _try_all(unknown, first or {})
    return [Verdict(fault, known.get(fault), reasons.get(fault.key())) for fault in faults]


def _entry(fault: Fault) -> Path:
    """Where a verdict lies: by the code with the fault, so that no comment makes it old."""
    faulty = code(fault.apply((repo_root() / fault.file).read_text()))
    return store.cache_dir() / "mutants" / store.digest(circuit(), fault.file, faulty)


def _known(fault: Fault) -> dict[str, Any] | None:
    path = _entry(fault) / "result.json"
    found: dict[str, Any] = json.loads(path.read_text()) if path.is_file() else {}
    return found if found and found["evidence"] == evidence(found["caught_by"]) else None


def _keep(fault: Fault, caught_by: str | None) -> None:
    place = _entry(fault)
    shutil.rmtree(place, ignore_errors=True)  # a verdict that rested on other tests
    found = {"caught_by": caught_by, "evidence": evidence(caught_by)}
    store.json_entry("mutants", place.name, lambda: found)


def _try_all(faults: Sequence[Fault], first: Mapping[Fault, str]) -> dict[Fault, str | None]:
    with store.locked(repo_root() / "build" / "mutants" / ".lock"):
        copies = [Copy(number) for number in range(WORKERS)]
        _baseline(copies, faults)

        def one(copy: Copy, fault: Fault) -> str | None:
            caught = copy.try_fault(fault, first.get(fault))
            _keep(fault, caught)
            progress(f"mutants: {Verdict(fault, caught).text()}")
            return caught

        return dict(zip(faults, _on_copies(copies, one, faults), strict=True))


def _on_copies(copies: Sequence[Copy], work: Callable[[Copy, T], R], items: Sequence[T]) -> list[R]:
    """`work` on each item, each on a copy that is free; one that fails stops the others."""
    free: queue.Queue[Copy] = queue.Queue()
    for copy in copies:
        free.put(copy)

    def one(item: T) -> R:
        copy = free.get()
        try:
            return work(copy, item)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        try:
            return list(pool.map(one, items))
        except BaseException:
            for copy in copies:
                copy.stop()
            raise


def _baseline(copies: Sequence[Copy], faults: Sequence[Fault]) -> None:
    """Nothing may fail without a fault; what is built on the way is of use to every fault.

    Stages share many files of tests, so each file is asked once.
    """

    def passes(copy: Copy, stage: Sequence[str]) -> None:
        def ask() -> dict[str, Any]:
            progress(f"mutants: without a fault: {', '.join(stage) or 'lint'}")
            if failed := copy.ask(stage):
                raise CheckFailed(f"mutants: {failed} fails without any fault")
            return {"caught_by": None}

        store.json_entry("mutants", store.digest(conditions(), stage), ask)

    asked = [stage for fault in faults for stage in stages(fault)]
    files = [(name,) for stage in asked for name in stage]
    # The last stages take longest: with them first, no copy waits long for another.
    _on_copies(copies, passes, [*dict.fromkeys([*files, *(s for s in asked if not s)])][::-1])
    for copy in copies:
        copy.keep()
    for copy, other in permutations(copies, 2):
        copy.share(other)


# ---- the command --------------------------------------------------------------------------------


def report(found: Mapping[str, Any]) -> str:
    """What caught how many, and what nothing caught; for named faults, what caught each."""
    faults = found["faults"]
    caught = [fault for fault in faults if fault["caught_by"] is not None]
    lines = [f"{f['name']}: caught by {f['caught_by']}" for f in caught if "name" in f]
    counts = Counter(catcher(fault["caught_by"]) for fault in caught)
    lines += [f"{count:4} caught by {name}" for name, count in counts.most_common()]
    for fault in (fault for fault in faults if fault["caught_by"] is None):
        shown = Fault(*(fault[field.name] for field in fields(Fault)))
        lines += ["", Verdict(shown, None, fault["reason"]).text()]
    totals = ", ".join(f"{found[word]} {word}" for word in WORDS)
    return "\n".join([*lines, "", totals])


def catcher(name: str) -> str:
    """The test without its parameters; elaboration and lint each as one."""
    if name.startswith(("tests/", "end of")):
        return name.partition("[")[0]
    return "elaboration" if name.startswith("elaboration") else "lint alone"


def add_arguments(parser: ArgumentParser) -> None:
    """Arguments of the command besides those of every command."""
    parser.add_argument("--count", type=int, help="size of the sample (100)")
    parser.add_argument("--seed", type=seed_number, help="of the sample (1)")
    parser.add_argument("--files", metavar="PATTERN", help="faults in files like 'rtl/gcm/*' only")
    parser.add_argument("--only", type=int, metavar="K", help="only fault K of the sample")
    parser.add_argument("--deliberate", action="store_true", help="the bugs put in by hand")


def _sampled(pattern: str | None) -> list[str]:
    """The files of the RTL that faults are taken from."""
    files = [str(file) for file in rtl_files()]
    found = fnmatch.filter(files, pattern) if pattern else files
    if not found:
        raise UsageError(f"--files {pattern!r}: no file of rtl/ is like this; try 'rtl/gcm/*'")
    return found


def measure(args: Namespace) -> dict[str, Any]:
    """What `mutants` reports, as it is written with --json."""
    names: list[str] = []
    seed = 1 if args.seed is None else args.seed
    count = 100 if args.count is None else args.count
    for option in ("count", "seed"):
        if args.deliberate and getattr(args, option) is not None:
            raise UsageError(f"--{option} draws a sample; --deliberate takes a list")
    if args.deliberate:
        files = _sampled(args.files)
        chosen = {name: fault for name, fault in deliberate().items() if fault.file in files}
        names, faults = list(chosen), list(chosen.values())
        reasons: dict[tuple[str, str, str], str] = {}
    else:
        if count < 1:
            raise UsageError(f"--count {count}: must be 1 or more")
        texts = {file: resolve(file).read_text() for file in _sampled(args.files)}
        faults, reasons = draw(texts, max(count, args.only or 0), seed), equivalent()
    if args.only is not None:
        if not 1 <= args.only <= len(faults):
            raise UsageError(f"--only {args.only}: there are faults 1 to {len(faults)}")
        faults, names = faults[args.only - 1 :][:1], names[args.only - 1 :][:1]
    verdicts = try_faults(faults, reasons, likely() if args.deliberate else None)
    words = Counter(verdict.word for verdict in verdicts)
    return {
        "seed": seed,
        **{word: words[word] for word in WORDS},
        "faults": [
            {
                **({"name": names[i]} if names else {}),
                **asdict(verdict.fault),
                "verdict": verdict.word,
                "caught_by": verdict.caught_by,
                "reason": verdict.reason,
            }
            for i, verdict in enumerate(verdicts)
        ],
    }


def run(args: Namespace) -> int:
    """The command; 1 when a fault has survived that nothing excuses."""
    need_checkout("mutants")
    found = measure(args)
    emit(args, found, report(found))
    return 1 if found["survived"] else 0


def parse(argv: Sequence[str] | None = None) -> Namespace:
    """The arguments of `python -m sealwright.study.mutants`."""
    parser = ArgumentParser(description=__doc__)
    add_json(parser)
    add_arguments(parser)
    return parser.parse_args(argv)


def main() -> int:
    """`python -m sealwright.study.mutants`."""
    try:
        return run(parse())
    except SealwrightError as error:
        print(f"mutants: {error}", file=sys.stderr)
        return error.exit_code


if __name__ == "__main__":
    end_on_signals("mutants")
    sys.exit(main())
