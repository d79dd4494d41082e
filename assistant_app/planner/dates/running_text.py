"""Words that tell dates from other things in running text (rule 14)."""

from __future__ import annotations

FUNCTION_WORDS = frozenset(
    """
    a about add after also an and are as at because before book but by call can daily do
    during each every for from go have he her his i if in instead into is it let me meet
    meeting my next not of on onto or our per please remind schedule sharp she so than that
    the their then there they this to today tomorrow tonight too until us via we weekly when
    where which while will with without you your
    """.split()  # noqa: SIM905
)
"""Words after which a number or holiday before them is complete."""

MEALS = frozenset(["breakfast", "brunch", "dinner", "lunch", "supper"])
"""Meals, which are more often what happens than when."""

LEAD_WORDS = frozenset(
    """
    @ after at before between by due during for from in next of on since starting this through
    til till until
    """.split()  # noqa: SIM905
)
"""Words that lead to a date."""

LEAD_CATEGORIES = frozenset(
    """
    after before between by for from in of over prep since the to until within zat zfrom zpre
    zsince zto zuntil
    """.split()  # noqa: SIM905
)
"""What a date may begin with besides the date itself."""

SHORT_NAMES = frozenset(
    """
    apr april aug august dec feb fri jan jul jun june mar march may mon nov oct sat sep sun
    thu tue wed
    """.split()  # noqa: SIM905
)
"""Names of days and months that are other words too."""

CHANGES = frozenset(
    """
    advance after alternate before but closest early even except excluding late least less more
    most nearest no not odd than under without 不 除 除了 非
    """.split()  # noqa: SIM905
) | {"less than"}
"""Words that change what a date beside them means, so that it can not be read without them."""

DATE_CATEGORIES = frozenset(
    """
    ago ampm between dig every freq from holiday later month ones onesord part relday teens
    teensord tens tensord to tonight unit weekday weekdays zago zd zdian zevery zfreq zlater
    zonly zpart zrelday zten zunit zweek zyue
    """.split()  # noqa: SIM905
)
"""Categories of words that belong to dates; one left over means that a date was not understood."""

WEEKDAY_NOUNS = frozenset(
    """
    addams best blues brunch club crossword driver funday knitting league lunches market mass
    monday morning's paper papers roast school sermon special specials sunday supplement times
    trading
    """.split()  # noqa: SIM905
)
"""Nouns that make a weekday before them part of a name."""

MONTH_NOUNS = frozenset(["band", "hare", "madness", "past", "poppins"])
"""Nouns that make a month before them part of a name."""
