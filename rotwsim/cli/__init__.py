"""The command line: which commands there are, loaded on demand, and errors in one line."""

import codecs
import io
import sys
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module

import click

from rotwsim.analysis.questions import COMMAND, LINES, QUESTIONS
from rotwsim.cli.progress import announced_compiling
from rotwsim.scenario.mistakes import Mistakes
from rotwsim.scenario.reading import describe, one_line, suggest
from rotwsim.scenario.schema import DataError

# The order of the help. A name without an entry in WHERE is a command that is still to come.
SECTIONS = {
    "Ask": "run compare prices maps barons skill difficulty assumptions sweep design decisive "
    "multiplayer me experiment",
    "See": "lab report play replay review",
    "Your own": "new check show",
    "Developers": "dev",
}
# A new command is a name above, a line here and a function in a module beside this one.
WHERE = {
    "run": "run:run",
    "difficulty": "question_extras:difficulty",
    "multiplayer": "questions:multiplayer",
    "me": "me:me",
    "experiment": "experiment_and_report:experiment",
    "lab": "experiment_and_report:lab",
    "report": "experiment_and_report:report",
    "play": "play:play",
    "replay": "replay:replay",
    "review": "replay:review",
    "new": "own_files:new",
    "check": "own_files:check",
    "show": "show:show",
    "dev": "dev:dev",
}
# A question of the registry is a command, after the others where it has no place above.
for question in QUESTIONS.at(COMMAND):
    if not LINES[question].group and question not in WHERE:
        WHERE[question] = f"questions:{question}"
        SECTIONS["Ask"] += "" if question in SECTIONS["Ask"].split() else f" {question}"
# Names of version 0.1: each answers with what takes its place.
RENAMED = {
    "audit": "dev audit",
    "bench": "dev bench",
    "board": "show board NAME",
    "board check": "check FILE",
    "board list": "show boards",
    "board template": "new box BOARD",
    "completion": "dev completion",
    "doctor": "dev doctor",
    "explore": "report --all",
    "glossary": "show terms",
    "options": "multiplayer modules",
    "plan": "run --plan, or compare --plan",
    "players": "show players",
    "rules": "show rules",
    "seats": "multiplayer seats",
    "styles": "multiplayer bidding",
    "target": "design --win-rate 50",
    "train": "dev train",
    "tune": "dev train --weights PLAYER",
    "tweaks": "show tweaks",
}
LONGEST_WORD, LONGEST_MESSAGE = 300, 1_500  # letters of an error message
QUIET = "--quiet"
MOST_LETTERS = 200  # of a summary in the help: none is cut off
INTERRUPTED = 130  # exit code after Ctrl-C, as shells have it


class Refusal(click.ClickException):
    """What was asked cannot be done; one line, exit code 2, no traceback."""

    exit_code = 2


class SectionedGroup(click.Group):
    """A group of commands in sections, found as "module:function" and imported when needed."""

    def __init__(
        self,
        *args,
        sections: Mapping[str, str],
        where: Mapping[str, str],
        renamed: Mapping[str, str] | None = None,
        summaries: Mapping[str, str] | None = None,
        **options,
    ):
        super().__init__(*args, **options)
        self.sections, self.where, self.renamed = sections, where, renamed or {}
        self.summaries = summaries or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in " ".join(self.sections.values()).split() if name in self.where]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.where:
            return None
        module, _, function = self.where[cmd_name].partition(":")
        return getattr(import_module(f"{__package__}.{module}"), function)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple:
        ctx.meta[QUIET] = QUIET in args  # worker threads, which compile too, have no context
        word = args[0] if args else ""
        for old in (" ".join(args[:2]), word):
            if old in self.renamed:
                raise Refusal(f"{old} is now: rotwsim {self.renamed[old]}")
        if word and word not in self.where and not word.startswith("-"):
            hint = suggest(word, self.list_commands(ctx))
            raise click.UsageError(f"no command is called {describe(word)}{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for section, names in self.sections.items():
            shown = [(n, self.summary(ctx, n)) for n in names.split() if n in self.where]
            if shown:
                with formatter.section(section):
                    formatter.write_dl(shown)

    def summary(self, ctx: click.Context, name: str) -> str:
        command = None if name in self.summaries else self.get_command(ctx, name)
        return command.get_short_help_str(MOST_LETTERS) if command else self.summaries[name]

    def main(self, *args, **options) -> object:
        make_printable()
        return super().main(*args, **options)

    def make_context(self, *args, **options) -> click.Context:
        with errors_in_one_line():
            return super().make_context(*args, **options)

    def invoke(self, context: click.Context) -> object:
        with errors_in_one_line(), announced_compiling(lambda: context.meta.get(QUIET, False)):
            return super().invoke(context)


@contextmanager
def errors_in_one_line() -> Iterator[None]:
    """Turns everything a user can do wrong into one line each on stderr and exit code 2."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "rotwsim"
        raise Refusal(brief(f"{error.format_message()} (see {path} --help)")) from None
    except Mistakes as error:
        raise Refusal("\n".join(map(brief, error.lines))) from None
    except DataError as error:
        raise Refusal(brief(error)) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise Refusal(brief(f"{where}{error.strerror or error}")) from None


def brief(message: object) -> str:
    """Write a message on one line, without repeating a long argument whole."""
    words = (cut(word, LONGEST_WORD) for word in one_line(message).split(" "))
    return cut(" ".join(words), LONGEST_MESSAGE)


def cut(text: str, most: int) -> str:
    """Leave out the middle of a long text; its end says what to do."""
    return text if len(text) <= most else f"{text[: most // 2]}…{text[-most // 2 :]}"


def example(*lines: str) -> str:
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)


def command(*examples: str) -> Callable[[Callable], click.Command]:
    """Make a command whose help ends with these examples."""
    return click.command(epilog=example(*examples))


PLAIN = {"−": "-", "–": "-", "×": "x", "±": "+-", "…": "...", "“": '"', "”": '"', "·": "."}
NOT_THERE = "?"
HANDLER = "rotwsim.plain"


def make_printable() -> None:
    """Lets stdout and stderr take any letter, whatever their encoding."""
    codecs.register_error(HANDLER, in_plain_letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=HANDLER)


def in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    """Say what is written for letters that cannot be encoded."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain, error.object[error.start : error.end])), error.end


def plain(letter: str) -> str:
    without_accent = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return PLAIN.get(letter) or without_accent or NOT_THERE


def is_unicode() -> bool:
    return (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")


@click.group(
    "rotwsim",
    cls=SectionedGroup,
    sections=SECTIONS,
    where=WHERE,
    renamed=RENAMED,
    summaries={name: line.summary for name, line in LINES.items()},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=example("rotwsim run --games 1000", "rotwsim compare --all-tweaks --games 500"),
)
@click.version_option(package_name="rotwsim", message="%(package)s %(version)s")
def main() -> None:
    """Measure the balance of Railways of the World, solo or with 2 to 6 players."""
