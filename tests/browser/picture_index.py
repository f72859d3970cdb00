"""A page with all pictures of the screens."""

from __future__ import annotations

import html
from pathlib import Path


def write_index(folder: Path, names: list[str], looks: list[str]) -> None:
    """Write index.html, with a row for each screen: its pictures are `NAME-LOOK.png`."""
    rows = []
    for name in names:
        files = [f"{name}-{look}.png" for look in looks]
        pictures = "".join(
            f'<a href="{file}"><img loading="lazy" src="{file}" alt="{file}"></a>'
            for file in files
            if (folder / file).exists()
        )
        rows.append(f'<h2 id="{name}">{html.escape(name)}</h2><p>{pictures}</p>')
    style = "body{font-family:sans-serif;background:#888}img{height:420px;margin:4px;vertical-align:top}"
    links = " ".join(f'<a href="#{name}">{name}</a>' for name in names)
    head = f'<!doctype html><meta charset="utf-8"><title>Parlour</title><style>{style}</style>'
    (folder / "index.html").write_text(f"{head}<p>{links}</p>{''.join(rows)}\n", encoding="utf-8")
