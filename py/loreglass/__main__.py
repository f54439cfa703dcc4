"""`python -m loreglass`: the commands. JSON goes to standard output and nothing else; problems to standard error.

Exit codes: 0 done, 1 lint found something, 2 unusable input.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from loreglass.domain.errors import BadInput, LoreglassError
from loreglass.headless.answers import Answers
from loreglass.headless.commands import plan, replay
from loreglass.headless.convert import convert, list_formats
from loreglass.headless.inspect import inspect
from loreglass.headless.lint import COUNTERS, lint
from loreglass.headless.report import Json

Command = Callable[[object, str, Answers], Json]
_COMMANDS: dict[str, tuple[Command, str]] = {
    "plan": (plan, "what would be sent, and why"),
    "replay": (replay, "every turn of the chat: what fired when"),
}
_STANDARD_INPUT = "standard input"


def main(arguments: list[str] | None = None) -> int:
    """Runs one command; gives the exit code."""
    chosen = _parser().parse_args(arguments)
    try:
        match chosen.command:
            case "inspect":
                _print(inspect(_read(chosen.file), _name(chosen.file)), indent=2)
            case "convert":
                _convert(chosen)
            case "lint":
                return _lint(chosen)
            case _:
                _run(chosen)
    except LoreglassError as error:
        sys.stderr.write(f"{_told(error, _name(chosen.file or ''))}\n")
        return 2
    return 0


def _run(chosen: argparse.Namespace) -> None:
    """A command that reads scenarios: one, or one a line."""
    command: Command = _COMMANDS[chosen.command][0]
    with closing(Answers()) as answers:
        if chosen.jsonl is not None:
            for line, place in _lines(chosen.jsonl):
                _print(_answer_line(command, line, place, answers), indent=None)
        else:
            value = _parsed(_read(chosen.file), _name(chosen.file))
            _print(command(value, _name(chosen.file), answers), indent=2)


def _lint(chosen: argparse.Namespace) -> int:
    with closing(Answers()) as answers:
        told = lint(_read(chosen.file), _name(chosen.file), answers, encoding=chosen.counter)
    _print(told, indent=2)
    return 1 if told["findings"] else 0


def _convert(chosen: argparse.Namespace) -> None:
    if chosen.list:
        _print(list_formats(), indent=2)
        return
    if chosen.file is None or chosen.to is None:
        raise BadInput("a file and --to FORMAT were expected; --list names the formats", source="convert")
    made = convert(_read(chosen.file), _name(chosen.file), to=chosen.to, out=chosen.out or "")
    if chosen.out:
        _write(chosen.out, made.data)
    else:
        sys.stdout.buffer.write(made.data)
        sys.stdout.buffer.flush()
    report = "".join(f"{json.dumps(line)}\n" for line in made.report)
    if chosen.report:
        _write(chosen.report, report.encode())
    else:
        sys.stderr.write(report)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loreglass", description="The Loreglass engine without a browser.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, (_, about) in _COMMANDS.items():
        command = commands.add_parser(name, help=about, description=f"Prints {about}, as JSON.")
        given = command.add_mutually_exclusive_group(required=True)
        given.add_argument("file", nargs="?", help="a scenario in JSON; - reads standard input")
        given.add_argument(
            "--jsonl", metavar="FILE", help="one scenario a line, one result a line; - reads standard input"
        )
    _add_file_commands(commands)
    return parser


def _add_file_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    about = "what a file is, and what an import would do"
    command = commands.add_parser("inspect", help=about, description=f"Prints {about}, as JSON.")
    command.add_argument("file", help="any file that can be imported; - reads standard input")
    about = "what is wrong or wasteful in a book"
    command = commands.add_parser("lint", help=about, description=f"Prints {about}, as JSON.")
    command.add_argument("file", help="a book, or a card, story or save with one; - reads standard input")
    command.add_argument("--counter", choices=COUNTERS, default=COUNTERS[0], help="what tokens are counted with")
    about = "a book or card in another format"
    command = commands.add_parser("convert", help=about, description=f"Prints or writes {about}.")
    command.add_argument("file", nargs="?", help="a book, card, story or save; - reads standard input")
    command.add_argument("--to", metavar="FORMAT", help="the format to write")
    command.add_argument("--out", metavar="FILE", help="the file to write; needed for a PNG and for CHARX")
    command.add_argument("--report", metavar="FILE", help="what the format cannot hold, one JSON object a line")
    command.add_argument("--list", action="store_true", help="prints the formats and whether they can be written")


def _name(file: str) -> str:
    return _STANDARD_INPUT if file == "-" else file


def _read(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise BadInput(
            f"the file cannot be read ({error.strerror}); a file that can be opened was expected", source=file
        ) from None


def _write(file: str, data: bytes) -> None:
    try:
        Path(file).write_bytes(data)
    except OSError as error:
        raise BadInput(f"the file cannot be written ({error.strerror})", source=file) from None


def _lines(file: str) -> Iterator[tuple[bytes, str]]:
    for number, line in enumerate(_read(file).split(b"\n"), start=1):
        if line.strip():
            yield line, f"{_name(file)}, line {number}"


def _answer_line(command: Command, line: bytes, place: str, answers: Answers) -> Json:
    try:
        return command(_parsed(line, place), place, answers)
    except LoreglassError as error:
        return {"error": _told(error, place)}


def _told(error: LoreglassError, place: str) -> str:
    """The error with the place that it came from: what a plan alone raises does not know it."""
    return str(error) if isinstance(error, BadInput) else f"{place}: {error}"


def _parsed(data: bytes, source: str) -> object:
    try:
        value: object = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadInput(f"byte {error.start} is no UTF-8; JSON in UTF-8 was expected", source=source) from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadInput(f"this is no JSON ({error.msg}); a scenario was expected", source=source, place=place) from None
    except (RecursionError, ValueError):
        raise BadInput(
            "the JSON is nested too deep or has a number too long; a scenario was expected", source=source
        ) from None
    return value


def _print(value: Json, *, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    try:
        data = text.encode()
    except UnicodeEncodeError:
        data = json.dumps(value, indent=indent).encode()
    sys.stdout.buffer.write(data + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main())
