"""The site's page of each game, made while mkdocs builds: from the game itself, its RULES.md and CHANGELOG.md.

Every page has the same sections in the same order. Nothing on it is written here that the game tells itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.cli.games import budget_texts, default_text, players_text, values_text
from parlour.game import Game
from parlour.games import find, own

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
NOTATION = ("Writing moves", "Reading the board")  # sections of RULES.md that are about texts, not about play
GAMES = "<!-- games -->"  # where a page wants a table of the games
NOT_YET = "Not yet: this game has no encoding for learning so far."
RULE = r"[A-Z]\d+[a-z]?"


# -- text --------------------------------------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def sections(text: str, level: int) -> list[tuple[str, str]]:
    """Headings of a level, each with what stands below it; what stands before the first has none."""
    first, *rest = re.split(rf"^{'#' * level} (.*)\n", text, flags=re.MULTILINE)
    return [("", first), *zip(rest[::2], rest[1::2], strict=True)]


def for_mkdocs(text: str) -> str:
    """Markdown as people write it, for a reader that wants a blank line before a list and four blanks within it."""
    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    for k in range(0, len(parts), 2):
        parts[k] = re.sub(r"^( +)", lambda blanks: 2 * blanks[1], parts[k], flags=re.MULTILINE)
        parts[k] = re.sub(r"^([^-\s].*)\n(?=- )", r"\1\n\n", parts[k], flags=re.MULTILINE)
    return "".join(parts)


def linked(text: str, known: set[str]) -> str:
    """Each rule can be found by its number, and leads there wherever it is named."""
    parts = re.split(rf"(```.*?```|`[^`]*`|^- \*\*{RULE}\*\*)", text, flags=re.MULTILINE | re.DOTALL)
    for k, part in enumerate(parts):
        if k % 2 == 0:
            parts[k] = re.sub(
                rf"\b{RULE}\b", lambda rule: f"[{rule[0]}](#{rule[0]})" if rule[0] in known else rule[0], part
            )
        elif part.startswith("- "):
            parts[k] = f"{part}{{ #{part[4:-2]} }}"
    return "".join(parts)


# -- sections ----------------------------------------------------------------------------------------------------------


def rules_and_notation(game: Game) -> tuple[str, str]:
    """RULES.md in two parts, its headings one level down."""
    text = game.folder.joinpath("RULES.md").read_text(encoding="utf-8")
    (_, first), *rest = sections(text.partition("\n")[2], 2)
    told = [(heading, f"### {heading}\n{body}") for heading, body in rest]
    rules = "".join([first, *(part for heading, part in told if heading not in NOTATION)])
    return rules, "".join(part for name in NOTATION for heading, part in told if heading == name)


def options(game: Game) -> str:
    """A row for each option."""
    if not game.options:
        return "None."
    rows = [
        (f"`{option.name}`", values_text(option, game), f"`{default_text(option)}`", option.rule, option.sentence)
        for option in game.options
    ]
    how = f"`parlour.new({game.name!r}, {game.options[0].name}=...)`"
    return (
        table(("option", "values", "default", "rule", "what it does"), rows)
        + f'\n\nOn the page they are in "Set up a table", in Python they are named ({how}), at the command line they '
        "are `--option NAME=VALUE`."
    )


def by_seats(values: Sequence[Any], players: Sequence[int]) -> str:
    """What holds at each table, told once where it is the same for all."""
    if len(set(values)) == 1:
        return str(values[0])
    kinds = {
        value: [str(number) for number, other in zip(players, values, strict=True) if other == value]
        for value in values
    }
    return "; ".join(f"{value} ({', '.join(numbers)} seats)" for value, numbers in kinds.items())


def features(game: Game, part: str, what: str) -> str:
    """A row for each feature of one part of the encoding, with how many there are at each table."""
    players = list(game.players)
    described = [encoding_at(game, number) for number in players]
    columns = list(zip(*(getattr(one, part) for one in described), strict=True))
    rows = [
        (
            f"`{column[0].name}`",
            *(f"{feature.many:,}" for feature in column),
            by_seats([feature.sentence for feature in column], players),
        )
        for column in columns
    ]
    totals = ["**all**", *(f"{sum(column[k].many for column in columns):,}" for k in range(len(players))), ""]
    return table((what, *(f"{number} seats" for number in players), "what they are"), [*rows, totals])


def encoding_at(game: Game, players: int) -> Any:
    """The encoding of a table without chosen options."""
    assert game.encoding is not None
    return game.encoding.describe(players, game.check_options({}, players))


def has_encoding(game: Game) -> bool:
    """Whether it can be learned from numbers."""
    return game.encoding is not None


def observation(game: Game) -> str:
    """What a seat may know, in numbers."""
    if not has_encoding(game):
        return NOT_YET
    described = [encoding_at(game, players) for players in game.players]
    size = by_seats([f"{one.height} × {one.width}" for one in described], list(game.players))
    places = by_seats([one.places for one in described], list(game.players))
    return (
        f"Planes of {size}, and a vector of numbers, in this order, with the options at their default. Where there is "
        "one for each seat, the seat's own is first, the others follow in the order of play. Only what the seat may "
        f"know is in them.\n\n{places}\n\n{features(game, 'planes', 'planes')}\n\n{features(game, 'vector', 'vector')}"
    )


def action(game: Game) -> str:
    """An index for every move."""
    if not has_encoding(game):
        return NOT_YET
    return (
        "Every legal move has a number, and the number leads back to the move. Blocks of numbers, in this order, with "
        "the options at their default; what a row tells counts from the first number of its block. Cells are counted "
        f"as [above](#observation).\n\n{features(game, 'actions', 'actions')}"
    )


def bots(game: Game, told: str) -> str:
    """A row for each level."""
    rows = [(level.name, level.sentence, *budget_texts(level)) for level in game.levels]
    head = ("level", "how it plays", "simulations at most", "seconds at most", "slips")
    levels = table(head, rows) if rows else "The levels of [every game](../bots.md)."
    how = f"[How it thinks](../bots.md#{game.name}), and" if f"### {game.title}\n" in told else "See"
    return f"{levels}\n\n{how} [how strong each level is](../strength.md). A slip is a move that merely comes to mind."


def history(game: Game, changelog: str) -> str:
    """What has changed, from release to release."""
    releases = [
        (release, dict(sections(body, 3)).get(game.title, "")) for release, body in sections(changelog, 2) if release
    ]
    told = "\n".join(f"### {release}\n\n{body}" for release, body in releases if body.strip())
    return (
        f"The rules here are version {game.rules.VERSION}; records name the version that they were made by.\n\n{told}"
    )


def page(game: Game, changelog: str, bots_page: str) -> str:
    """The whole page of a game."""
    rules, notation = rules_and_notation(game)
    known = set(re.findall(rf"^- \*\*({RULE})\*\*", rules, re.MULTILINE))
    parts = {
        "Rules": rules,
        "Options": options(game),
        "Notation": notation,
        "Observation": observation(game),
        "Action": action(game),
        "Bots": bots(game, bots_page),
        "History": history(game, changelog),
    }
    body = "\n\n".join(f"## {heading}\n\n{linked(for_mkdocs(part), known).strip()}" for heading, part in parts.items())
    picture = f"![A finished game of {game.title}](../{game.name}.svg){{ .board }}\n\n"
    has_picture = ROOT.joinpath("docs", f"{game.name}.svg").exists()
    facts = f"{players_text(game.players)} seats, about {game.minutes} minutes. {game.sentence}"
    return f"# {game.title}\n\n{facts}\n\n{picture if has_picture else ''}{body}\n"


def games_table() -> str:
    """A row for each game, with the way to its page."""
    return table(
        ("game", "seats", "what one does"),
        (
            (f"[{game.title}](games/{game.name}.md)", players_text(game.players), game.sentence)
            for game in map(find, own())
        ),
    )


# -- mkdocs ------------------------------------------------------------------------------------------------------------


def on_config(config: MkDocsConfig) -> None:
    """Every game has a place in the navigation."""
    for entry in config.nav or ():
        if isinstance(entry, dict) and "Games" in entry:
            entry["Games"] = [{find(name).title: f"games/{name}.md"} for name in own()]


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Every game has a page; and the site has the sign of the page that people play on."""
    from mkdocs.structure.files import File

    changelog = ROOT.joinpath("CHANGELOG.md").read_text(encoding="utf-8")
    bots_page = Path(config.docs_dir, "bots.md").read_text(encoding="utf-8")
    for name in own():
        files.append(File.generated(config, f"games/{name}.md", content=page(find(name), changelog, bots_page)))
    files.append(File.generated(config, "favicon.svg", abs_src_path=str(ROOT / "web" / "public" / "favicon.svg")))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """A table of the games where a page wants one."""
    return markdown.replace(GAMES, games_table()) if GAMES in markdown else markdown
