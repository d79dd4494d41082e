"""The English words of dates: word -> {category: value}.

A word may be in several categories ("second" is an ordinal and a unit, "may" a month and a verb);
the grammar decides. Phrases of several words are in `PHRASES`. Misspellings are those that people
make often.
"""

from __future__ import annotations

from typing import Any

Entry = dict[str, Any]
WORDS: dict[str, Entry] = {}
PHRASES: dict[str, Entry] = {}


def _add(category: str, table: str) -> None:
    """Add `word word=value ...`: words joined with "=" to a value; "_" in a word is a space."""
    for item in table.split():
        words, _, value = item.partition("=")
        parsed: Any = int(value) if value.lstrip("-").isdigit() else value or True
        for word in words.split("|"):
            target = PHRASES if "_" in word else WORDS
            target.setdefault(word.replace("_", " "), {})[category] = parsed


_add("ones", "one=1 two|too=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9")
_add(
    "teens",
    """
    ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17
    eighteen=18 nineteen=19
    """,
)
_add(
    "tens",
    """
    twenty=20 thirty=30 forty|fourty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90
    """,
)
_add(
    "onesord",
    """
    first=1 second=2 third=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth|eigth=8 ninth|nineth=9
    """,
)
_add(
    "teensord",
    """
    tenth=10 eleventh=11 twelfth|twelveth|twelth=12 thirteenth=13 fourteenth=14 fifteenth=15
    sixteenth=16 seventeenth=17 eighteenth=18 nineteenth=19
    """,
)
_add("tensord", "twentieth|twentyth=20 thirtieth=30 fortieth=40 fiftieth=50")
_add("hundred", "hundred")
_add("thousand", "thousand")
_add("oh", "oh o ou zero=0")
_add("art", "a an another")
_add("half", "half")
_add("quarter", "quarter=15 quarters=15")
_add("fewq", "couple=2 pair=2 few=3 several=3 some=3 many=7")
_add("ordsuf", "st nd rd th")
_add("and", "and &")
_add("the", "the my our your")
_add("of", "of in on")
_add("ofonly", "of")
_add(
    "unit",
    """
    second|seconds|sec|secs=second minute|minutes|min|mins|minuts|minites=minute
    hour|hours|hr|hrs|h=hour day|days|d=day week|weeks|wk|wks|w=week
    fortnight|fortnights=fortnight weekend|weekends|wkend=weekend
    month|months|mth|mths|mo=month year|years|yr|yrs|y=year night|nights=night
    evening|evenings=evening morning|mornings=morning afternoon|afternoons=afternoon
    quarter|quarters|qtr|qtrs=quarter workday|workdays=workday weekday|weekdays=workday
    m=minute s=second workweek=workweek decade|decades=decade
    """,
)
_add(
    "unit",
    """
    week-end|week_end|week-ends=weekend
    business_day|business_days|working_day|working_days|work_day|work_days=workday
    bank_working_days|week_days|week_day=workday
    chinese_working_day|chinese_working_days|chinese_workday|chinese_workdays=cnworkday
    work_week|working_week=workweek
    """,
)
_add(
    "glued",
    """
    s sec secs m min mins h hr hrs hour hours d day days w wk wks week weeks mo month months y
    yr yrs year years a p am pm ish minute minutes st nd rd th ampm o'clock
    """,
)
_add(
    "weekday",
    """
    monday|mon|mondy|munday=0 tuesday|tue|tues|tuseday|teusday=1
    wednesday|wed|weds|wednsday|wendsday|wensday|wednesdy=2
    thursday|thu|thur|thurs|thrusday|thurday=3 friday|fri|firday|friady=4
    saturday|sat|saterday|saturaday|satuday=5 sunday|sun|sundy=6
    """,
)
_add("weekdays", "mondays=0 tuesdays=1 wednesdays=2 thursdays=3 fridays=4 saturdays=5 sundays=6")
_add(
    "month",
    """
    january|jan|janurary|janury=1 february|feb|febuary|febrary|feburary=2 march|mar=3
    april|apr|aprl=4 may=5 june|jun=6 july|jul=7 august|aug|agust=8
    september|sept|sep|setember|septmber=9 october|oct|octber=10 november|nov|novmber=11
    december|dec|decmber|dicember=12
    """,
)
_add(
    "relday",
    """
    today|todays|today's|2day=0
    tomorrow|tomorrows|tomorrow's|tmrw|tmr|tmrrw|tomorow|tommorow|tommorrow|tomorro=1
    tomoro|tomorrrow|tmw|2moro|2morrow=1 yesterday|yesterdays|yesterday's|yday|yesturday=-1
    """,
)
_add(
    "now",
    """
    now|rightnow|immediately|asap|currently
    right_now|just_now|at_the_moment|at_present|at_this_time|at_this_moment|this_moment
    this_instant|straight_away|right_away|as_soon_as_possible
    """,
)
_add(
    "part",
    """
    morning|mornings|morn|morning's|mrng=morning
    afternoon|afternoons|afternoon's|aftn|arvo|afternon=afternoon
    evening|evenings|eve|evening's|evng=evening
    night|nights|nite|night's|night-time|nighttime=night noon|midday|noontime|mid-day=noon
    lunchtime|lunch|lunch-time=lunch midnight|mid-night=midnight
    breakfast|breakfasttime=breakfast dinnertime|dinner|suppertime|supper=dinner
    daytime=daytime dawn|sunrise|daybreak=dawn dusk|sunset|sundown|twilight=dusk
    midmorning|mid-morning=midmorning midafternoon|mid-afternoon=midafternoon brunch=brunch
    teatime=teatime
    """,
)
_add(
    "part",
    """
    mid_day=noon lunch_time=lunch night_time=night dinner_time|supper_time=dinner sun_set=dusk
    sun_rise=dawn mid_morning=midmorning mid_afternoon=midafternoon
    close_of_business|cob|eob|close_of_play|end_of_business=cob
    end_of_play=cob early_hours|wee_hours|the_early_hours_of_the_morning=smallhours
    the_early_hours_of_the_day|small_hours|early_hours_of_the_morning=smallhours
    tea_time=teatime the_early_hours=smallhours after_noon=afternoon mid_night=midnight
    day_time=daytime after_lunch=afterlunch after_work=afterwork after_dinner=afterdinner
    before_lunch=beforelunch before_work=beforework break_of_day=dawn first_thing=firstthing
    eod|end_of_day|end_of_the_day=eod after_school=afterschool before_bed|bedtime=bedtime
    """,
)
_add("part", "eod=eod cob=cob eob=cob bedtime=bedtime")
_add("tonight", "tonight tonite tonight's 2nite 2night tonights tongiht tonigt")
_add("this", "this current same")
_add("next", "next nxt")
_add("last", "last past previous prior")
_add("coming", "coming upcoming up-coming forthcoming")
_add("following", "following")
_add("after", "after")
_add("before", "before")
_add("ago", "ago back earlier before")
_add("later", "later hence out")
_add("from", "from")
_add("startw", "starting beginning commencing begining")
_add("fromfor", "from after following")
_add("to", "to until till til thru through untill upto - ~ 'til up_to")
_add("until", "until till til untill through thru 'til up_to")
_add("for", "for")
_add("between", "between betw in_between btw")
_add("in", "in within")
_add("within", "within")
_add("by", "by no_later_than not_later_than at_the_latest_by at_the_latest latest_by")
_add("atlatest", "at_the_latest at_latest or_earlier or_before or_sooner")
_add("onward", "at_the_earliest at_earliest or_later or_after onward onwards and_after and_later")
_add("after", "no_earlier_than not_before not_earlier_than")
_add("since", "since")
_add(
    "prep",
    """
    on at in @ of during around about approximately approx roughly near the circa for ~
    starting exactly sharp over from
    """,
)
_add("sharp", "sharp exactly approximately approx ish or_so prompt dead on_the_dot")
_add("past", "past after")
_add("till", "to till before of til")
_add("at", "at @ around about by before after until till til since")
_add("oclock", "o'clock oclock o,clock clock")
_add("hours", "hours hrs hour hr")
_add("repeatw", "repeat repeating recurring repeatedly recurrent")
_add("early", "early")
_add("late", "late")
_add("mid", "mid middle mid-")
_add("begin", "beginning start begining")
_add("endw", "end ending close")
_add("rest", "rest remainder")
_add("laterin", "later")
_add("earlierin", "earlier")
_add("every", "every each evry any")
_add("everyonly", "every each evry any")
_add("other", "other alternate second")
_add("alternate", "alternate alternating")
_add("whole", "all whole")
_add(
    "freq",
    """
    daily|everyday=DAILY weekly=WEEKLY monthly=MONTHLY yearly|annually|annual=YEARLY
    hourly=HOURLY biweekly|bi-weekly|fortnightly=WEEKLY2 bimonthly|bi-monthly=MONTHLY2
    quarterly=MONTHLY3
    semiannually|semi-annually|semiannual|semi-annual|half-yearly|biannually=MONTHLY6
    biannual=MONTHLY6 nightly=NIGHTLY biennially|biennial=YEARLY2
    every_day|each_day|any_day=DAILY seven_days_a_week|7_days_a_week=DAILY
    """,
)
_add("once", "once=1 twice=2 thrice=3")
_add("times", "times")
_add(
    "weekof",
    """
    week_beginning week_starting week_commencing w/c week_starting_on week_beginning_on
    """,
)
_add("utc", "gmt utc")
_add("clockzone", "gmt|utc=Etc/GMT|UTC")
_add(
    "zone",
    """
    gmt|utc|zulu=UTC pst|pdt|pt=America/Los_Angeles mst|mdt|mt=America/Denver
    cst|cdt|ct=America/Chicago est|edt|et=America/New_York bst=Europe/London
    cet|cest=Europe/Paris jst=Asia/Tokyo hkt=Asia/Hong_Kong sgt=Asia/Singapore
    aest|aedt=Australia/Sydney ist=Asia/Kolkata
    """,
)
_add(
    "zone",
    """
    pacific_time|pacific_timezone|pacific_standard_time=America/Los_Angeles
    beijing_time|china_time|shanghai_time=Asia/Shanghai
    mountain_time|mountain_timezone=America/Denver
    central_time|central_timezone=America/Chicago
    eastern_time|eastern_timezone|new_york_time=America/New_York
    london_time|uk_time=Europe/London tokyo_time=Asia/Tokyo
    central_european_time|paris_time=Europe/Paris hong_kong_time=Asia/Hong_Kong
    singapore_time=Asia/Singapore sydney_time=Australia/Sydney
    india_time|indian_time=Asia/Kolkata berlin_time=Europe/Berlin taipei_time=Asia/Taipei
    seoul_time|korea_time|korean_time=Asia/Seoul moscow_time=Europe/Moscow
    """,
)
_add("ampm", "am|a_m=am pm|p_m=pm")
_add("ish", "ish -ish")
_add("is", "is are was")
_add("advance", "advance")
_add("ad", "ad ce")
_add("only", "just only single")
_add("but", "but")
_add("butone", "but_one")
_add("era", "be=543 bc=0 b.c.=0")
_add("to", "but_before")
_add("between", "later_than")
_add("comma", ",")
_add("lunarw", "lunar")
_add("qn", "q1=1 q2=2 q3=3 q4=4 h1=5 h2=6")
_add("unit", "calendar_year|fiscal_year=year calendar_month=month calendar_week=week")
_add("poss", "'s")
_add("full", "full entire")
_add("good", "good")
_add("single", "single")
_add("on", "on")
_add("or", "or")
_add("part", "noonish=noon")
_add("run", "to through thru - ~")
_add("day", "day")
_add("parts", "mornings=morning afternoons=afternoon evenings=evening nights=night")
_add("pluralunit", "weekends|week-ends=weekend weekdays|workdays=workday")
_add("pluralunit", "business_days|working_days|work_days|week_days=workday")
_add("time", "time")
_add("over", "over")
_add("future", "future")
_add("less", "less_than under")
_add("priorto", "prior_to ahead_of")
_add("prep", "all_of the_whole_of repeats sometime some_time")
_add("endmonth", "eom=endm eoy=endy eow=endw bom=beginm boy=beginy")
_add("apglue", "a=am p=pm ampm=")
_add("half", "½")
_add("more", "more additional extra")


OPAQUE = tuple(
    line.strip()
    for line in """
    sunday roast, sunday roasts, sunday school, sunday best, sunday times, sunday paper,
    sunday papers, sunday supplement, sunday driver, sunday league, sunday blues,
    bloody sunday, gloomy sunday, lazy sunday, easy like sunday morning, ruby tuesday,
    super tuesday, taco tuesday, tuesdays with morrie, manic monday, blue monday, black monday,
    stormy monday, monday blues, monday night football, wednesday addams,
    freaky friday, man friday, gal friday, girl friday, casual friday, black friday deals,
    good friday agreement, friday night lights, friday the 13th film, friday i'm in love,
    saturday night live, saturday night fever, the man who was thursday, before sunrise,
    before sunset, until dawn, from dusk till dawn, dawn of the dead, breaking dawn,
    today show, the today show, usa today, psychology today, yesterday once more,
    yesterday by the beatles, tomorrow never dies, tomorrow never knows, edge of tomorrow,
    tomorrow people, the day after tomorrow film, midnight in paris, midnight cowboy,
    midnight blue, midnight sun, midnight express, midnight snack, high noon,
    the twilight zone, morning star, good morning america, the morning show,
    the evening standard, evening standard, night at the museum, twelfth night, first night,
    starry night, silent night, a hard day's night, day of the jackal, groundhog day film,
    independence day film, independence day movie, the fourth of july film,
    born on the fourth of july, march madness, march hare, march past, mad march, may queen,
    may ball, maypole, april o'neil, june bug, august rush, october sky, first man on the moon,
    first aid, first lady, second hand, second life, second opinion, third party, third man,
    fifth avenue, fifth element, seventh seal, this week in tech, this american life,
    last week tonight, next generation, last christmas lyrics, last christmas song,
    the year of living dangerously, a year in provence, every day is like sunday, 24/7, 50/50,
    9/11, 7/11, 20/20, weekend update, weekend warrior, long weekend film, one day at a time,
    day one, catch 22, summer of 69
    """.replace("\n", " ").split(",")
)
"""Names and set phrases that only look like dates (rule 14)."""


def finish() -> None:
    """Drop entries that are no words of their own."""
    for category in ("clockzone", "glued"):
        for word in list(WORDS):
            WORDS[word].pop(category, None)
            if not WORDS[word]:
                del WORDS[word]


GLUED = frozenset(w for w, e in WORDS.items() if "glued" in e) | frozenset(
    w for w, e in WORDS.items() if "month" in e
)
finish()
