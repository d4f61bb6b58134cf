# SPDX-License-Identifier: Apache-2.0
"""Expected answers to any sequence of events, and the comparison with a run.

A family writes the rules of its cores a second time here, from their specification, independently
of the states of the RTL.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from enum import IntEnum
from typing import Any, Generic, TypeVar

from sealwright.base.errors import CheckFailed
from sealwright.cores.config import CoreConfig
from sealwright.cores.engine import KeyCause
from sealwright.tools.packet.events import Barrier, Beat, Command, KeyLoad, Zeroise
from sealwright.tools.packet.sim import PacketSim, RunResult
from sealwright.tools.traffic import Traffic

C = TypeVar("C", bound=CoreConfig)
CommandT = TypeVar("CommandT", bound=Command)
KeyT = TypeVar("KeyT", bound=KeyLoad)
AnswerT = TypeVar("AnswerT")
ResultT = TypeVar("ResultT", bound=RunResult)


class Rules(ABC, Generic[C, CommandT, KeyT, AnswerT, ResultT]):
    """The expected answers of a core; keeps the state of its slots from run to run."""

    def __init__(self, config: C) -> None:
        self.config = config
        self.zeroised = False  # since the last barrier: so data may be gone before their command

    def expect(self, events: Iterable[Any]) -> list[AnswerT]:
        """One answer for each command."""
        answers: list[AnswerT] = []
        settled = 0  # commands that no zeroise can reach any more
        for event in events:
            if isinstance(event, Barrier):
                settled, self.zeroised = len(answers), False
                self._settle()
            elif isinstance(event, Zeroise):
                self.zeroised = True
                self._zeroise()
                answers[settled:] = map(self._maybe_cut, answers[settled:])
            elif isinstance(event, KeyLoad):
                self._key(event)  # type: ignore[arg-type]
            elif isinstance(event, Command):
                answers.append(self._answer(event))  # type: ignore[arg-type]
        self.zeroised = False
        self._settle()
        return answers

    @abstractmethod
    def _answer(self, command: CommandT) -> AnswerT:
        """That to a command, unless a zeroise follows."""

    @abstractmethod
    def _key(self, load: KeyT) -> None:
        """A key; one that is refused changes nothing."""

    @abstractmethod
    def _zeroise(self) -> None:
        """The keys are gone."""

    @abstractmethod
    def _maybe_cut(self, answer: AnswerT) -> AnswerT:
        """An answer that a zeroise may have cut short."""

    def _settle(self) -> None:
        """Everything before has ended."""

    @abstractmethod
    def key_cause(self, load: KeyT) -> KeyCause:
        """The answer to a key if no zeroise cuts it short."""

    @abstractmethod
    def compare(self, expected: Sequence[AnswerT], result: ResultT) -> list[str]:
        """The commands of a run with a wrong answer."""

    def compare_keys(self, events: Iterable[Any], result: ResultT) -> list[str]:
        """The keys of a run with a wrong answer."""
        events = list(events)
        zeroised = any(isinstance(event, Zeroise) for event in events)
        loads = [event for event in events if isinstance(event, KeyLoad)]
        faults = []
        for number, (load, got) in enumerate(zip(loads, result.keys, strict=True)):
            wanted = self.key_cause(load)  # type: ignore[arg-type]
            cut = zeroised and wanted is KeyCause.LOADED and got.cause is KeyCause.ZEROISED
            if got.answered < 0:
                faults.append(f"key {number}: no answer")
            elif got.cause is not wanted and not cut:
                faults.append(f"key {number}: answer {got.cause.name}, expected {wanted.name}")
        return faults

    def places(self, expected: Sequence[AnswerT], result: ResultT) -> Iterable[Hashable]:
        """Where on the stream commands of a run ended, if a family tells."""
        return ()

    def run_checked(
        self,
        sim: PacketSim[Any, Any, ResultT],
        events: Sequence[Any],
        traffic: Traffic | None = None,
    ) -> ResultT:
        """Plays the events and raises CheckFailed unless everything is answered as expected."""
        return self.answered(sim, events, traffic)[1]

    def answered(
        self,
        sim: PacketSim[Any, Any, ResultT],
        events: Sequence[Any],
        traffic: Traffic | None = None,
    ) -> tuple[Sequence[AnswerT], ResultT]:
        """The same, with the answers that were expected."""
        expected = self.expect(events)
        result = sim.run(events, traffic)
        if faults := [*self.compare(expected, result), *self.compare_keys(events, result)]:
            listed = "\n".join(faults[:10])
            total = len(expected) + len(result.keys)
            raise CheckFailed(f"{len(faults)} of {total} answers are wrong:\n{listed}")
        return expected, result


def difference(
    cause: IntEnum, packet: Sequence[Beat], wanted: IntEnum, right: Sequence[Beat]
) -> str:
    """What is wrong with a cause and a packet; nothing if they are right."""
    if cause != wanted:
        return f"ended with {cause.name}, expected {wanted.name}"
    if len(packet) != len(right):
        return f"{cause.name}: {len(packet)} beats came out, expected {len(right)}"
    for i, (got, beat) in enumerate(zip(packet, right, strict=True)):
        if got != beat:
            return f"{cause.name}: beat {i} is {got}, expected {beat}"
    return ""
