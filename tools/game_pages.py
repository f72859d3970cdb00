"""The site's page for each game, generated while mkdocs builds from the game itself, its RULES.md and CHANGELOG.md.

Every page has the same sections in the same order. Whatever the game can say about itself is taken from the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib import import_module
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
NOTATION = ("Writing moves", "Reading the board")  # sections of RULES.md about notation, not about play
GAMES = "<!-- games -->"  # replaced by a table of the games
NOT_YET = "This game does not have an encoding for machine learning yet."
SECTION_OF = {"RULES.md": "", "encoding/__init__.py": "#observation"}  # where a page shows what a game's file has
RULE = r"[A-Z]\d+[a-z]?"


# -- text --------------------------------------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def sections(text: str, level: int) -> list[tuple[str, str]]:
    """The headings of a level, each with the text below it; the text before the first has an empty heading."""
    first, *rest = re.split(rf"^{'#' * level} (.*)\n", text, flags=re.MULTILINE)
    return [("", first), *zip(rest[::2], rest[1::2], strict=True)]


def for_mkdocs(text: str) -> str:
    """Convert common Markdown for a parser that needs a blank line before a list and four spaces of indent in it."""
    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    for k in range(0, len(parts), 2):
        parts[k] = re.sub(r"^( +)", lambda blanks: 2 * blanks[1], parts[k], flags=re.MULTILINE)
        parts[k] = re.sub(r"^([^-\s].*)\n(?=- )", r"\1\n\n", parts[k], flags=re.MULTILINE)
    return "".join(parts)


def linked(text: str, known: set[str]) -> str:
    """Give each rule an anchor, and link every mention of it."""
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
    """RULES.md in two parts, with headings one level lower."""
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
        + f'\n\nSet them in "Set up a table" on the page, as keywords in Python ({how}), or with `--option NAME=VALUE` '
        "on the command line."
    )


def by_seats(values: Sequence[Any], players: Sequence[int]) -> str:
    """The values by number of seats, or a single value if they are all the same."""
    if len(set(values)) == 1:
        return str(values[0])
    kinds = {
        value: [str(number) for number, other in zip(players, values, strict=True) if other == value]
        for value in values
    }
    return "; ".join(f"{value} ({', '.join(numbers)} seats)" for value, numbers in kinds.items())


def features(game: Game, part: str, what: str) -> str:
    """A row for each feature of one part of the encoding, with its size for each number of seats."""
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
    return table((what, *(f"{number} seats" for number in players), "meaning"), [*rows, totals])


def encoding_at(game: Game, players: int) -> Any:
    """The encoding of a table with default options."""
    assert game.encoding is not None
    return game.encoding.describe(players, game.check_options({}, players))


def has_encoding(game: Game) -> bool:
    """Whether the game has an encoding for machine learning."""
    return game.encoding is not None


def observation(game: Game) -> str:
    """What a seat may know, as arrays."""
    if not has_encoding(game):
        return NOT_YET
    described = [encoding_at(game, players) for players in game.players]
    size = by_seats([f"{one.height} × {one.width}" for one in described], list(game.players))
    places = by_seats([one.places for one in described], list(game.players))
    return (
        "An observation is a stack of planes and a vector, in the order below, and contains only what the seat may "
        f"know. With the default options, planes are {size}. Where there is one for each seat, the seat's own comes "
        "first, then the others in the order of play.\n\n"
        f"{places}\n\n{features(game, 'planes', 'planes')}\n\n{features(game, 'vector', 'vector')}"
    )


def action(game: Game) -> str:
    """The action number of every move."""
    if not has_encoding(game):
        return NOT_YET
    return (
        "Every legal move has an action number, which can be converted back to the move. The numbers are divided into "
        "the blocks below, in this order; sizes are for the default options, and each row counts from the first number "
        f"of its block. Cells are numbered as [above](#observation).\n\n{features(game, 'actions', 'actions')}"
    )


def bots(game: Game, told: str) -> str:
    """A row for each level."""
    rows = [(level.name, level.sentence, *budget_texts(level)) for level in game.levels]
    head = ("level", "how it plays", "simulations at most", "seconds at most", "blunders")
    levels = table(head, rows) if rows else "This game has the [default levels](../bots.md)."
    how = f"[how the bots think](../bots.md#{game.name}) and " if f"### {game.title}\n" in told else ""
    return f"{levels}\n\nA blunder is a random legal move. See {how}[how strong each level is](../strength.md)."


def functions(game: Game) -> str:
    """What the game's package offers to programs beside the game itself, from its docstrings."""
    names = getattr(import_module(game.package), "__all__", ())
    return "\n\n".join(f"::: {game.package}.{name}" for name in names if name != "GAME")


def history(game: Game, changelog: str) -> str:
    """The changes in each release."""
    releases = [
        (release, dict(sections(body, 3)).get(game.title, "")) for release, body in sections(changelog, 2) if release
    ]
    told = "\n".join(f"### {release}\n\n{body}" for release, body in releases if body.strip())
    return (
        f"The rules on this page are version {game.rules.VERSION}; each record names the version it was played by.\n\n"
        f"{told}"
    )


def page(game: Game, changelog: str, bots_page: str) -> str:
    """A game's complete page."""
    rules, notation = rules_and_notation(game)
    known = set(re.findall(rf"^- \*\*({RULE})\*\*", rules, re.MULTILINE))
    parts = {
        "Rules": rules,
        "Options": options(game),
        "Notation": notation,
        "Observation": observation(game),
        "Action": action(game),
        "Bots": bots(game, bots_page),
        "Python": functions(game),
        "History": history(game, changelog),
    }
    body = "\n\n".join(
        f"## {heading}\n\n{linked(for_mkdocs(part), known).strip()}" for heading, part in parts.items() if part
    )
    picture = f"![A finished game of {game.title}](../{game.name}.svg){{ .board }}\n\n"
    has_picture = ROOT.joinpath("docs", f"{game.name}.svg").exists()
    facts = f"{players_text(game.players)} seats, about {game.minutes} minutes. {game.sentence}"
    return f"# {game.title}\n\n{facts}\n\n{picture if has_picture else ''}{body}\n"


def to_pages(markdown: str) -> str:
    """Link to a game's page where a page of docs/ links to its files, which exist on a code host, too."""
    return re.sub(
        rf"\]\(\.\./parlour/games/(\w+)/({'|'.join(map(re.escape, SECTION_OF))})\)",
        lambda link: f"](games/{link[1]}.md{SECTION_OF[link[2]]})",
        markdown,
    )


def games_table() -> str:
    """A row for each game, with a link to its page."""
    return table(
        ("game", "seats", "what you do"),
        (
            (f"[{game.title}](games/{game.name}.md)", players_text(game.players), game.sentence)
            for game in map(find, own())
        ),
    )


# -- mkdocs ------------------------------------------------------------------------------------------------------------


def on_config(config: MkDocsConfig) -> None:
    """Add every game to the navigation."""
    for entry in config.nav or ():
        if isinstance(entry, dict) and "Games" in entry:
            entry["Games"] = [{find(name).title: f"games/{name}.md"} for name in own()]


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add a page for every game, and the favicon of the page that people play on."""
    from mkdocs.structure.files import File

    changelog = ROOT.joinpath("CHANGELOG.md").read_text(encoding="utf-8")
    bots_page = Path(config.docs_dir, "bots.md").read_text(encoding="utf-8")
    for name in own():
        files.append(File.generated(config, f"games/{name}.md", content=page(find(name), changelog, bots_page)))
    files.append(File.generated(config, "favicon.svg", abs_src_path=str(ROOT / "web" / "public" / "favicon.svg")))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Insert the table of games into pages that ask for it, and link to the pages of games."""
    return to_pages(markdown.replace(GAMES, games_table()) if GAMES in markdown else markdown)
