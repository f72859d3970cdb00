"""What Exago's score counts, in words."""

from parlour.game import ScoreColumn

COLUMNS = {
    "win": ScoreColumn(
        name="longest line",
        one="one line",
        many="{count} lines",
        meaning="The first straight, unbroken line of four tiles wins; with two players, the first of five.",
        rule="X17",
        is_win=True,
    )
}
