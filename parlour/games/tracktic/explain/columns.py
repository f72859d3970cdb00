"""What Tracktic's score counts, in words."""

from parlour.game import ScoreColumn

COLUMNS = {
    "path": ScoreColumn(
        name="pieces",
        one="one piece",
        many="{count} pieces",
        meaning="The pieces on the longest path of the seat's own colour and of white, side to side, none used twice.",
        rule="K19",
    )
}
