"""Load players that are files outside the package, and let them decide beside ours.

The number of such a player comes from the digest of its code: it is the same in every process, and
the kernels compiled for it are found again. `docs/extend/player.md` is the recipe.
"""

import importlib.util
import inspect
import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from rotwsim.core.jit.decorators import kernel_for
from rotwsim.core.jit.kernel_cache import file_digest, joined_digest, module_digest
from rotwsim.core.state.layout import IS_PLAIN
from rotwsim.players import blocks, registry
from rotwsim.players.registry import FIRST_OWN, Asked, answer_by_judgement, with_owners
from rotwsim.players.strategies.passive_to_expert import CASUAL_FLAGS
from rotwsim.players.value import railbot_choices

ARGUMENTS = {
    "choose_action": ("state", "rules", "seat", "mind"),
    "choose": ("state", "rules", "seat"),
}
NUMBERS = 2**30
KNOWN: dict[int, "Own"] = {}  # by number, in this process


class PlayerError(ValueError):
    """Say in one line what is wrong with the file of a player."""


class Own(NamedTuple):
    """A player from a file."""

    path: Path
    module: str  # that an installed package gives, or nothing
    number: int
    digest: str
    choose_action: Any
    choose: Any  # None where the file leaves other decisions to its judgement
    judgement: int
    like: str  # whose weights it has, but for these:
    weights: dict[str, float]
    learned: Path | None  # file of its learned points in multiplayer, None for ours


def own_player(path: Path, module: str = "") -> Own:
    """Load a player from a file; an edited file is another player."""
    try:
        digest = file_digest(path)
    except OSError as error:
        raise PlayerError(f"{path}: {error.strerror}") from None
    except (SyntaxError, ValueError) as error:
        raise PlayerError(f"{path} is no Python file: {error}") from None
    own = _loaded(path.resolve(), module, digest)
    KNOWN[own.number] = own
    return own


@cache
def _loaded(path: Path, name: str, digest: str) -> Own:
    module = _module(path, name, digest)
    choose_action, choose = (_function(module, path.name, each) for each in ARGUMENTS)
    if choose_action is None:
        raise PlayerError(f"{path.name} has no function {_written('choose_action')}")
    beside = getattr(module, "LEARNED", "")
    learned = path.parent / beside if beside else None
    if learned and not learned.is_file():
        raise PlayerError(f"{path.name}: LEARNED names {beside}, which is no file beside it")
    points = learned.read_text(encoding="utf-8") if learned else ""
    code = joined_digest(module_digest(module.__name__), module_digest(blocks.__name__), points)
    return Own(
        path,
        name,
        FIRST_OWN + int(code, 16) % NUMBERS,
        code,
        choose_action,
        choose,
        getattr(module, "JUDGEMENT_FLAGS", CASUAL_FLAGS),
        getattr(module, "LIKE", "club"),
        dict(getattr(module, "WEIGHTS", {})),
        learned,
    )


def _module(path: Path, name: str, digest: str) -> ModuleType:
    """Import a module by its name, or a file under a name that has its digest."""
    home = name or f"rotwsim_player_{path.stem}_{digest}"
    try:
        if name or home in sys.modules:
            return importlib.import_module(home)
        spec = importlib.util.spec_from_file_location(home, path)
        assert spec and spec.loader  # the file ends in .py
        sys.modules[home] = importlib.util.module_from_spec(spec)  # kernels ask for it by its name
        spec.loader.exec_module(sys.modules[home])
    except Exception as error:
        sys.modules.pop(home, None)
        raise PlayerError(f"{path.name} does not load: {_one_line(error)}") from None
    return sys.modules[home]


def _function(module: ModuleType, file: str, name: str) -> Any:
    found = getattr(module, name, None)
    plain = getattr(found, "py_func", found)
    if found is None:
        return None
    if not callable(plain):
        raise PlayerError(f"{file}: {name} is no function")
    arguments = tuple(inspect.signature(plain).parameters)
    if arguments != ARGUMENTS[name]:
        raise PlayerError(f"{file}: {name}({', '.join(arguments)}) must be {_written(name)}")
    if plain is found and not IS_PLAIN:
        raise PlayerError(f"{file}: the line @kernel is missing above {name}")
    return found


def _written(name: str) -> str:
    return f"{name}({', '.join(ARGUMENTS[name])})"


@cache
def kernels_with(numbers: tuple[int, ...], multiplayer: bool, special: int) -> blocks.Kernels:
    """Make the kernels of games in which players from files decide, alone or beside ours."""
    players = [KNOWN[number] for number in numbers]
    game = "multiplayer" if multiplayer else "solo"

    def with_all(asked: Asked, ending: str) -> Asked:
        for place, own in enumerate(players):
            asked = _with_own(asked, own, multiplayer, f"{ending}_{place}")
        return asked

    ending = f"_{game}_{joined_digest(*(own.digest for own in players))}"
    if multiplayer:
        return blocks.multiplayer_kernels(special, with_all, ending)
    return blocks.kernels_of(registry.solo_party(with_all(registry.SOLO, ending), ending))


def _with_own(asked: Asked, own: Own, multiplayer: bool, ending: str) -> Asked:
    """Add a player to those who are asked."""
    ask_others, answer_others, judgement_of_others = asked
    number, judgement, choose_action = own.number, own.judgement, own.choose_action

    @kernel_for(__name__, ending)
    def ask(player, state, rules, seat, mind):
        if player != number:
            return ask_others(player, state, rules, seat, mind)
        action = choose_action(state, rules, seat, mind)
        return with_owners(state, rules, seat, action) if multiplayer else action

    @kernel_for(__name__, ending)
    def judge(state, rules, seat):
        return answer_by_judgement(state, rules, judgement)

    choose = own.choose or (judge if multiplayer else railbot_choices.choose)

    @kernel_for(__name__, ending)
    def answer(player, state, rules):
        if player == number:
            return choose(state, rules, state.seat)
        return answer_others(player, state, rules)

    @kernel_for(__name__, ending)
    def judgement_of(player):
        return judgement if player == number else judgement_of_others(player)

    return Asked(ask, answer, judgement_of)


def compile_reason(error: Exception, file: Path) -> str:
    """Give numba's reason why a player does not compile, with the line of its file if known."""
    if isinstance(error, KeyError):  # numba's own way to say so
        return f"neither the state nor the rules have a field {error}"
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    skipped = ("Failed in", "During:", "Internal error", "File ", "<source", "There are", "Invoked")
    reasons = [line for line in lines if not line.startswith(skipped)]
    places = re.findall(rf'{re.escape(file.name)}"?,? (?:line |\()(\d+)', text)
    where = f"line {places[-1]}: " if places else ""
    return f"{where}{reasons[0] if reasons else _one_line(error)}"


def _one_line(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
