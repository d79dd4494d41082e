# ruff: noqa: E501 - a pattern cut in two is harder to read than a long line
"""English patterns: what states a lasting fact about the speaker, and what only looks like it.

All match a clause in lower case with straight apostrophes. General forms of the language; nothing
here knows a particular person, product or place.
"""

from __future__ import annotations

import re

_ANYWHERE = re.IGNORECASE | re.DOTALL


def _any(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(alternatives), _ANYWHERE)


KIN = (
    r"(?:wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|spouse|son|daughter|stepson|"
    r"stepdaughter|kids?|child(?:ren)?|baby|twins|toddler|teenager|boys?|girls?|mother|mum|mom|"
    r"mama|father|dad|papa|parents?|sisters?|brothers?|siblings?|gran|granny|nan|grandma|grandpa|"
    r"granddad|grandad|grandmother|grandfather|grandparents|grandson|granddaughter|aunt(?:ie)?|"
    r"uncle|cousins?|niece|nephew|in-laws|(?:mother|father|sister|brother|son|daughter)-in-law|"
    r"godson|goddaughter|family|ex(?:-wife|-husband)?)"
)
PEOPLE = (
    r"(?:(?:best |oldest |closest )?friend|flatmates?|roommates?|housemates?|neighbou?rs?|boss|"
    r"manager|supervisor|colleagues?|co-?workers?|assistant|landlord|landlady|lodger|tenant|doctor|"
    r"gp|dentist|therapist|physio|accountant|lawyer|teacher|tutor|coach|trainer|mentor|"
    r"business partner|cleaner|nanny|childminder|vet|hairdresser|emergency contact)"
)
PET = (
    r"(?:dogs?|cats?|pupp(?:y|ies)|kittens?|rabbits?|hamsters?|guinea pigs?|parrots?|budgies?|"
    r"horses?|pon(?:y|ies)|tortoises?|turtles?|goldfish|fish|hens?|chickens?|ducks?|snake|gecko|"
    r"lizard|ferrets?|goats?|sheep|bees|pets?|greyhound|labrador|lab|terrier|poodle|beagle|collie|"
    r"spaniel|retriever|husky|dachshund|corgi|pug|bulldog|tabby|siamese)"
)
ATTRIBUTE = (
    r"(?:(?:first |last |full |middle |maiden |nick)?name|surname|birthday|bday|birth date|"
    r"date of birth|(?:wedding )?anniversary|job|day job|profession|age|height|weight|"
    r"(?:shoe|ring|shirt|dress|trouser|hat|clothes|bra|t-shirt)?\s?size|address|postcode|hometown|"
    r"home ?town|email(?: address)?|phone(?: number)?|mobile|laptop|computer|pc|tablet|car|van|"
    r"bike|motorbike|camera|budget|salary|rent|mortgage|diet|fav(?:ou?rite)?\b[\w\s'-]*|"
    r"blood (?:type|group|pressure)|nationality|native language|first language|mother tongue|"
    r"pronouns?|time ?zone|locker|parking (?:space|spot|permit)|desk|office|team|company|employer|"
    r"school|uni(?:versity)?|college|degree|major|hobb(?:y|ies)|instrument|commute|"
    r"knees?|back|hips?|shoulder|heart|eyesight|hearing|allerg(?:y|ies)|asthma|condition|"
    r"medication|meds|insulin|prescription|dose|thyroid|shifts?|(?:working |office )?hours|"
    r"days? off|weekends?|gym(?: days?)?|religion|faith|star sign|handle|username|passport|"
    r"flat|house|apartment|place|home|garden|allotment|balcony|heating|oven|hob|boiler|visa|"
    r"driving licen[cs]e|licen[cs]e|bank|insurance|gp surgery|main language|editor|"
    r"(?:standing |weekly |team )?(?:meeting|call|class|lesson|rehearsal|choir|band|club)s?)"
)
_KEPT_VERB = (
    r"(?:live|work|study|teach|run|own|drive|ride|play|speak|use|wear|commute|hold|sell|grow|"
    r"collect|paint|sing|volunteer|coach|train|practi[sc]e|suffer|swim|cycle|climb|dance|knit|sew|"
    r"crochet|cook|bake|garden|fish|hike|jog|draw|sculpt|repair|fix|restore|build|design|manage|"
    r"rent|breed|raise|foster|care for|look after|smoke|vape|eat|drink|avoid|follow|support|attend|"
    r"prefer|enjoy|dislike|adore|detest|loathe|cannot stand|can't stand|get up|wake up|go to bed|"
    r"keep|take|translate|edit|freelance|meditate|pray|fast|surf|ski|skate|sail|row|box|lift|"
    r"write|make|do|code|program|busk|farm|moonlight|sleep|shop|bike|walk)"
)
_NOT_KEPT = (
    r"(?!\s+(?:this|that|it|the same|these|those|to|not|no|a (?:look|guess|break|nap|note|mistake|"
    r"decision|call)|sense|sure|need|want|have|think|know|believe|wonder|care about|apologi[sz]e|"
    r"up\b(?! at)|out\b(?! at| of town)|agree|too\b|so\b)\b)"
)
_SOMEONE = r"(?:i|we)"
_HOW_OFTEN = (
    r"(?:always|usually|never|only|mostly|mainly|normally|generally|often|still|rarely|seldom|"
    r"hardly ever|strictly|typically|tend to|basically|also|actually|really|absolutely|honestly|"
    r"just|both|currently|mostly|kind of|kinda|sort of|do|all|even|officially|now|sometimes|"
    r"prefer to)"
)
_STATE = (
    r"(?:(?:severely|officially|legally|very|badly|mildly|slightly|a bit|highly|deathly|really|totally|also|"
    r"still|now|happily|newly|recently|originally|mostly|actually|partially|legally|strictly|"
    r"terribly|quite|so|super|half|type [12]|currently|semi-?)\s*)*"
    r"(?:allergic|intolerant|lactose|gluten|vegan|vegetarian|veggie|pescatarian|teetotal|sober|"
    r"diabetic|asthmatic|epileptic|an[a]?emic|coeliac|celiac|dyslexic|dyspraxic|autistic|adhd|deaf|"
    r"blind|hard of hearing|colou?r[- ]?blind|short-?sighted|long-?sighted|left-?handed|"
    r"right-?handed|ambidextrous|married|single|divorced|widowed|engaged|separated|retired|"
    r"pregnant|self-employed|freelance|unemployed|gay|bi(?:sexual)?|trans|lesbian|straight|"
    r"non-?binary|jewish|muslim|christian|catholic|hindu|buddhist|sikh|atheist|quaker|mormon|"
    r"orthodox|from\b|based\b|born\b|bilingual|fluent|into\b|fond of|partial to|obsessed with|"
    r"keen on|terrified of|scared of|afraid of|claustrophobic|bad at|good at|hopeless at|rubbish at|"
    r"terrible at|responsible for|in charge of|studying\b|training\b|learning\b|"
    r"working (?:as|at|for|in)\b|living (?:in|with|at|on)\b|doing (?:a|an|my) (?:phd|masters?|"
    r"degree|apprenticeship)|an only child|not a (?:fan|morning)|used to\b|on (?:insulin|statins|"
    r"medication|blood thinners|antidepressants|warfarin|the pill|a (?:\w+ ){0,2}diet|\d|[a-z]+ \d)|"
    r"\d{1,3}(?:$| years? old\b| and\b| now\b)|(?:\d['’]?\d?|\d{3} ?cm)\b.*\btall|"
    r"no longer|sensitive to|immune to|a member of|nocturnal|tall\b|\w+ (?:intolerant|by birth|"
    r"by trade|by training|by nationality)|(?:german|french|english|british|scottish|welsh|"
    r"irish|american|canadian|australian|spanish|italian|portuguese|brazilian|polish|dutch|swedish|"
    r"norwegian|danish|finnish|russian|ukrainian|greek|turkish|indian|pakistani|chinese|japanese|"
    r"korean|thai|vietnamese|nigerian|ghanaian|kenyan|egyptian|mexican|argentinian|colombian|"
    r"swiss|austrian|belgian|czech|hungarian|romanian|bulgarian|serbian|croatian|israeli|iranian)\b)"
)
_NOT_A = (
    r"(?!(?:bit|little|lot|mess|wreck|zombie|fool|idiot|few|couple|tad|disaster|bunch|while|"
    r"moment|vampire|ghost|robot|genius|failure|joke|loser|monster|god|king|queen|slave|minute|"
    r"step|hurry|rush|good mood|bad mood|different|nervous wreck|total|complete|walking|human|"
    r"fraction|sec|tiny bit|third|quarter|hair|mile|block|stranger to)\b)"
)

FACTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "identity",
        _any(
            r"\bi(?:'m| am) not (?:an? )?(?:vegan|vegetarian|pescatarian|married|single|engaged|religious|"
            r"catholic|muslim|smoker|\w+(?:ist|ian|ologist)|nurse|student|teacher|driver|manager|engineer|"
            r"member)\b[^.;?]{0,24}\bany ?(?:more|longer)\b",
            r"\bmy (?:first |full |last )?name(?:'s| is)\b",
            r"\bcall me\b(?! (?:back|later|when|at|on|in|after|before|once|as soon|asap|now|soon|again|"
            r"today|tonight|tomorrow|this|next|if|crazy|mad|old|maybe|whatever|anything|any|what|"
            r"names|a |an |the |for |about ))",
            r"\b(?:i go by|i'?m called|i am called|people call me|everyone calls me|known as)\b",
            rf"\bi'?(?:m| am)\s+{_STATE}",
            rf"\bwe(?:'re| are)\s+(?!terrible|bad|good|hopeless|rubbish|training|used){_STATE}",
            rf"\bi(?:'?m| am| was)? (?:an?|the|one of) {_NOT_A}[a-z]",
            r"\b(?:as|being) (?:an? [a-z-]+(?: [a-z-]+){0,3}|someone (?:with|who|allergic|from))",
            r"\bi (?:studied|majored in|trained as|qualified as)\b(?! (?:it|for (?:the|this|my) (?:test|exam)))",
            r"\bwe(?:'re| are) a (?:family|couple|household)\b|\bfamily of (?:\d|two|three|four|five|six)\b",
            r"\bi (?:was born|grew up|come from|originally come)\b",
            r"\bi hold an? [\w\s]*(?:passport|visa|green card|licen[cs]e|citizenship|degree)",
            r"\bi(?:'ve| have) (?:dual )?(?:citizenship|an? [\w\s]*(?:phd|degree|passport))",
            r"\bi (?:finished|got|did|have|completed|defended) (?:my|a|an) (?:phd|master|degree|"
            r"mba|doctorate|licen[cs]e|diploma)",
            r"\bi graduated\b",
        ),
    ),
    (
        "health",
        _any(
            r"\ballergic\b",
            r"\b(?:i|we) (?:have|'ve|'ve got|have got|suffer from|was diagnosed|got diagnosed|"
            r"live with)\b.*\b(?:allerg|asthma|diabetes|coeliac|celiac|migraines?|arthritis|"
            r"epilepsy|adhd|autism|dyslexia|eczema|psoriasis|hypertension|blood pressure|disease|"
            r"disorder|syndrome|condition|intoleran|sciatica|tinnitus|pacemaker|asthma|anemia|"
            r"anaemia|ibs|endometriosis|insomnia|phobia|depression|anxiety|implant|prosthetic)",
            r"\bi'?ve (?:got )?(?:a )?(?:bad|dodgy|weak|replaced|artificial) (?:knee|back|hip|heart|"
            r"shoulder)",
            r"\bi (?:take|am on|inject|use) [\w\s.-]+\b(?:every|daily|each|a day|twice|once|morning|"
            r"night|for my|mg|mcg|ml)\b",
            r"\b(?:out|off limits|off the table|over|impossible)\b.*\bfor me\b.*\bsince\b",
            r"\bsince (?:my|the) [\w\s]*(?:surgery|operation|accident|stroke|replacement|"
            r"transplant|attack|diagnosis|ulcer|injury)\b",
            r"\bafter (?:my|the) [\w\s]*(?:surgery|operation|stroke|heart|transplant|diagnosis)\b",
            r"\bmy [a-z]+ (?:is|are) (?:now )?\d+ ?(?:mg|mcg|ml|units)\b",
            r"\b(?:doctor|gp|cardiologist|dietitian|physio|nutritionist)\b.*\b(?:told me to|says i|"
            r"said i|wants me to|banned|put me on|has me on|took me off)\b",
        ),
    ),
    (
        "preference",
        _any(
            rf"\b{_SOMEONE} (?:{_HOW_OFTEN} )*(?:prefer|love|hate|enjoy|dislike|adore|detest|loathe|"
            r"despise|favou?r)\b"
            r"(?! (?:it\b|this\b|that\b|these\b|how\b|when\b|you\b|your\b|the (?:idea|second|first|"
            r"way|new|last|other)\b|to (?:know|see|hear|help|ask|say|think|admit|break)))",
            rf"\b{_SOMEONE} (?:{_HOW_OFTEN} )*like\b(?! (?:it\b|this\b|that\b|these\b|how\b|you\b|the \w+ (?:one|version|option|draft|look|sound)\b|"
            r"your\b|the (?:idea|second|first|way|new|last|other)\b))",
            rf"\b{_SOMEONE} (?:{_HOW_OFTEN} )*(?:don't|do not|dont|never|can't|cannot|won't|"
            r"no longer|rarely|can not)\s+(?:really |ever )?(?:like|eat|drink|do|use|touch|wear|"
            r"smoke|watch|read|stand|bear|tolerate|handle|work|fly|drive|swim|cook|play|go|take|"
            r"answer|have|own|speak|celebrate|sleep|run|travel|consume|enjoy|listen)\b"
            r"(?! (?:it|this|that|think|know|want|get to|have to|need|anything|much time)\b)",
            rf"\b{_SOMEONE} (?:strictly |literally )?only (?:ever )?\w+",
            r"\b(?:i'?m|i am) (?:more of )?an? [\w\s]*(?:person|fan|lover|drinker|eater|owl|lark|"
            r"enthusiast|nerd|geek|buff|junkie|type)\b",
            r"\bmy fav(?:ou?rite)?\b",
            r"\b(?:gone|went) (?:right |completely |totally )?off\b",
            r"\b(?:works|suits?) (?:best |better )?(?:for )?me (?:best|better)\b",
            r"\bi'?d (?:always |much )?rather\b.*\b(?:always|than|any day|in general)\b",
            r"\bfor me\b.*\bonly\b|\bonly\b.*\bfor me\b",
            r"\b(?:is|are) (?:not|never) (?:my thing|for me)\b|\bnot my (?:thing|cup of tea)\b",
            r"\bnothing beats\b|\bthe best (?:is|for me)\b.*\bfor me\b",
        ),
    ),
    (
        "work",
        _any(
            rf"\b{_SOMEONE} (?:{_HOW_OFTEN} )*(?:work|teach|manage|run|lead|own|freelance|study|"
            r"lecture|nurse|drive a|do research|moonlight|train|volunteer)\b(?! (?:out|late|on it|on "
            r"this|well|fine|away|over)\b)",
            r"^work as\b|\bwork as an?\b",
            r"\bi(?:'m| am|m) (?:an? )?[\w\s-]*(?:at|in|for) (?:a|an|the) [\w\s-]*(?:company|firm|"
            r"school|hospital|startup|bank|agency|office|lab|shop|studio|factory|university)",
            r"\bfor a living\b|\bby trade\b|\bby profession\b|\bday job\b|\bmy own business\b",
            r"\bi (?:quit|left|got|started|took|lost|landed|changed) (?:my|a|an|the)? ?[\w\s-]*(?:job|"
            r"position|role|company|career|business|practice)\b",
            r"^(?:just |recently )*(?:got laid off|got promoted|freelancing (?:as|since|for))\b|\bfreelancing as\b",
            r"\bi (?:quit|retired|resigned|got promoted|was promoted|got laid off)\b",
            r"\bi(?:'ve| have) (?:been|worked) (?:an? |at |in |as )?[\w\s-]+ (?:for|since)\b",
            r"\b(?:i'?m|i am) (?:now |currently )?(?:a |an )?(?:full-time|part-time|freelance|"
            r"self-employed|trainee|junior|senior|head|chief)\b",
        ),
    ),
    (
        "home",
        _any(
            rf"\b{_SOMEONE} (?:{_HOW_OFTEN} )*(?:live|rent|own|share)\b",
            rf"\b{_SOMEONE}(?:'ve| have)? (?:just |recently |finally |all )?(?:moved (?!on\b|it\b|the\b|this\b|past\b)\w+|"
            r"relocated|settled|emigrated)\b",
            r"^(?:just |recently |finally |so )*(?:moved|relocated) (?:in|to|from|into|out|back)\b",
            r"\b(?:officially |now |currently )*living (?:in|with|at|on|near)\b",
            r"\b(?:we|i)(?:'ve| have)? (?:just |recently |finally )?bought (?:a|our|my|the) [\w\s-]*"
            r"(?:house|flat|apartment|place|cottage|boat|van)\b",
            r"\bwe speak\b|\bat home we\b|\bin our (?:house|home|family)\b",
            r"\bi(?:'m| am|m) based in\b",
        ),
    ),
    (
        "family",
        _any(
            rf"\b(?:my|our) (?:[\w-]+ ){{0,2}}?{KIN}(?:,? [a-z]+,?)? (?!(?:wants|says|thinks|keeps|asks|calls|tells|hopes|feels|looks|"
            r"seems|reckons|means|always|does|was|this|sends|comes|arrives|gets here)\b)[a-z]+s\b",
            rf"\b(?:my|our) (?:[\w-]+ ){{0,3}}?{KIN}(?:,? [a-z]+,?)?(?:'s| is| are| was| has| have| "
            r"lives?| works?| loves?| hates?| likes?| only| never| always| eats?| plays?| "
            r"stud(?:y|ies)| goes| drinks?| speaks?| can't| cannot| doesn't| don't| died| passed| "
            r"turned| starts?| started| runs?| called| named| teaches| owns?| needs| wears|"
            r" and i\b| got married| got engaged| just had)",
            rf"\b(?:i|we)(?:'ve| have|'ve got| have got| got)? (?:got )?(?:an?|one|two|three|four|five|"
            rf"six|\d|twin|no) (?:[\w-]+ ){{0,3}}?{KIN}\b",
            r"\b(?:i|we)(?:'ve| have|'ve got)? (?:a|an|two|three) [\w-]+-year-old",
            rf"^(?:two|three|four|five|six|\d) (?:\w+ )?{KIN}\b",
            r"^(?:so )?(?:the|my|our) (?:kids|boys|girls|twins|children|dogs|cats) are \w+ (?:\(|and\b|,)",
            r"\bi(?:'ve| have)? (?:had |got )?the kids\b",
            r"\b(?:got|getting) (?:married|divorced|engaged)\b",
            r"\bmarried (?:to|for|since|with)\b|\bwe(?:'re| are) expecting\b|\bmy other "
            r"(?:boy|girl|son|daughter|kid|child|brother|sister|one)\b",
            r"\bi(?:'m| am) (?:the |an? )?(?:\w+ )?(?:mother|father|mum|mom|dad|parent|aunt|uncle) of\b",
        ),
    ),
    (
        "family",
        _any(
            rf"\b(?:my|our) (?:[\w-]+ ){{0,3}}?{PET}(?:,? [a-z]+,?)?(?:'s| is| are| has| have| loves?| "
            r"hates?| likes?| only| never| always| eats?| sleeps?| called| named| needs| can't| died)",
            rf"\b(?:i|we)(?:'ve| have)? (?:just |recently |also |still |now )?(?:got|adopted|have|own|keep|rescued|raise|"
            rf"breed|foster)\b (?:[\w-]+ ){{0,4}}?{PET}\b",
            r"\b(?:i|we)(?:'ve| have)? (?:just |recently )?(?:adopted|rescued|fostered)\b",
            rf"\bi'?ve {PET}\b|\bi'?ve (?:an?|two|three|four|\d+) (?:[\w-]+ )?{PET}\b",
        ),
    ),
    (
        "people",
        _any(
            rf"\b(?:my|our) (?:[\w-]+ ){{0,2}}?{PEOPLE}(?:,? [a-z]+,?)?(?:'s (?:name|called)|'s| is| "
            r"are| has| lives| works| called| named| never| always| only)",
            r"\bi(?:'ve| have)? (?:known|share an? (?:flat|house|office)|report to|live next)\b",
            r"\bmy \w+ and i agreed\b",
        ),
    ),
    (
        "other",
        _any(
            rf"\b(?:my|our) (?:[\w-]+ ){{0,2}}?{ATTRIBUTE}(?:'s| is| are| was (?:replaced|removed|"
            r"fused|broken in)| has (?:always )?been| takes| starts?| runs| uses| doesn't| can't|"
            r" needs| only| costs)",
            r"\b(?:i|we)(?:'ve got| have got|'ve| have| own| drive| ride| got) (?:an?|the|two|three|my "
            r"own|our own) (?!(?:bit|lot|few|questions?|problems?|ideas?|minutes?|meetings?|guests?|errors?|tabs?|files?|options?|exams?|question|problem|issue|meeting|appointment|call|headache|"
            r"cold|fever|cough|idea|feeling|hunch|exam|test|interview|flight|deadline|bug|error|file|"
            r"list|table|doc|report|presentation|essay|hour|minute|day|date|dentist|doctor's|"
            r"conference|plan|guest|visitor|party|wedding|train|plane|bus|trip|hangover|break|"
            r"row|argument|chat|quick|spreadsheet|csv|string|number|function|class|dataset|paragraph|"
            r"sentence|photo|picture|letter|draft|message|email|favou?r|request|bad day|rough|busy|"
            r"long day|craving|sore|stomach|couple of (?:hours|minutes|questions)|presentation|"
            r"\w+ (?:tomorrow|today|tonight))\b)[\w'-]+",
            r"\bi(?:'m| am|m) on (?:an?|the|my)? ?(?:pixel|iphone|android|mac|macbook|windows|linux|"
            r"ubuntu|debian|fedora|arch|ios|galaxy|samsung|chromebook|thinkpad|\w+ (?:\d+|pro|plan))\b",
            r"\b(?:i|we) (?:finally |just |recently )?(?:got rid of|traded in|sold (?:the|my|our)|"
            r"switched|changed|upgraded|swapped|replaced|converted|migrated)\b",
            r"\b(?:finally )?got (?:rid of|an? [\w\s]+ instead)\b|^sold (?:the|my|our)\b",
            r"\bi (?:use|do all|keep all|write all|store all|run|code in|program in|read everything on)\b"
            r"(?! (?:this|that|it|the)\b)",
        ),
    ),
    (
        "routine",
        _any(
            rf"\b{_SOMEONE} (?:{_HOW_OFTEN} )+(?!to\b|need|want|think|know|remember|forget|wonder|said)"
            r"[a-z]+\b.*\b(?:at|on|in|before|after|every|until|by|around|with|for|when)\b",
            rf"\b(?:every|each|most|on|twice a|once a|\w+ (?:times|days|nights) a)\b.*\b{_SOMEONE}\b"
            rf"(?: {_HOW_OFTEN})* {_KEPT_VERB}",
            rf"\b(?:every|each) \w+ {_SOMEONE} (?:{_HOW_OFTEN} )*(?:have|go|do|meet|call|play|visit)\b",
            rf"\bon (?:mon|tues|wednes|thurs|fri|satur|sun)days,? {_SOMEONE}\b",
            rf"\bon weekends,? {_SOMEONE}\b|\bat weekends,? {_SOMEONE}\b",
            rf"\b{_SOMEONE} [a-z]+\b.*\b(?:every|each) (?:other |single |second )?(?:morning|evening|"
            r"night|day|week|weekend|weekday|month|year|summer|winter|spring|autumn|mon|tues|wednes|"
            r"thurs|fri|satur|sun)",
            rf"\b{_SOMEONE} [a-z]+\b.*\b(?:on (?:mon|tues|wednes|thurs|fri|satur|sun)days|on weekdays|"
            r"on weekends|at weekends|(?:once|twice|\w+ times|\w+ days|\w+ nights) (?:a|per|every) week)",
            r"\b(?:up|awake|in bed|asleep) (?:at|by|before) .*\b(?:on|every|always|as usual|weekdays|"
            r"workdays|most)\b",
            r"\bi shouldn't\b.*\b(?:after|before|at|on)\b.*\d|\bno \w+ after \d",
            r"\bi work (?:from home|nights|days|shifts|remotely|mon|tues|wed|thur|fri|sat|sun|weekends)",
        ),
    ),
    (
        "other",
        _any(
            rf"\b{_SOMEONE} (?:{_HOW_OFTEN} )*{_KEPT_VERB}\b{_NOT_KEPT}(?=\s+[a-z])",
            r"\bi(?:'ve| have) (?:never|always) \w+",
            r"\bi (?:\w+ )?(?:stutter|stammer|snore|smoke|meditate|freelance|garden|knit|fast|lip-?read|sleepwalk)\b",
            r"\bwe (?:homeschool|co-?parent|foster)\b",
            r"\bi(?:'ve| have) (?:had|lived|known|kept|owned) .*\bsince (?:19|20)\d\d",
            r"\bi got my (?:citizenship|green card|licen[cs]e|diagnosis|degree)\b",
            r"\bi never (?:learned|learnt|got|had|owned|went|liked)\b(?! (?:it|around|back|an answer|"
            r"your|the)\b)",
            r"\b(?:i|we)(?:'ve| have)? (?:been )?[a-z]+(?:ed|ing|en|t)\b.*\b(?:for (?:\w+ )?(?:\w+ )?"
            r"(?:years|decades)|since (?:19|20)\d\d|since (?:uni|school|college|i was|childhood|"
            r"birth|lockdown|covid))\b",
            r"^(?:been|have been) .*\b(?:since|for)\b.*(?:uni|school|college|years|child|(?:19|20)\d\d|"
            r"i was|decade|kid|born|teen|always|twenties|ever)",
            r"\bi can(?:'t|not) (?:drive|swim|cook|read music|dance|sing|eat|drink|ride|whistle|see|"
            r"hear|have (?:dairy|gluten|nuts|milk|eggs|alcohol|caffeine))\b",
            r"\bi(?:'ve| have)? (?:quit|given up|gave up|stopped) (?:\w+ing|drinking|sugar|alcohol|meat|"
            r"coffee|caffeine|dairy|gluten|cigarettes)\b",
            r"\bi used to (?!think|believe|wonder)\w+\b.*\b(?:but|until|before|then) (?:i |we )?(?:stopped|quit|"
            r"gave (?:it |that )?up|(?:have |'ve )?given (?:it |that )?up|don't any ?more|no longer)\b",
            r"\bi used to\b.*\bnow\b|\bi no longer\b|\bi don't .* any ?more\b",
            r"\bi(?:'ve| have)? (?:recently |just )?(?:started|taken up|took up|begun|joined)\b"
            r"(?! (?:to think|thinking|wondering|it|this|the (?:download|installation|app|game|"
            r"meeting|call))\b)",
            r"\bis my (?:\w+ ){0,2}(?:name|birthday|job|hobby|passion|favou?rite|home town|hometown|"
            r"day off|wife|husband|son|daughter|dog|cat|boss|manager|limit|budget)",
            r"\b(?:i|we) (?:have|'ve had|have had) (?:fish|pizza|roast|dinner|breakfast|takeaway)\b.*\b"
            r"(?:every|on \w+days)",
        ),
    ),
)
"""Category and pattern of a lasting statement; the first that matches gives the category."""

STANDING = _any(
    r"^(?:and |please |pls |also |then )*(?:from now on|going forward|in (?:the )?future|as a rule|"
    r"by default|for (?:future|all future) \w+)\b",
    r"^(?:and |please |pls |also |just )*(?:always|never)\s+(?:ever )?(?!mind|ever mind|have\b|has\b|did\b|will\b|was\b|am\b|again|know|thought|"
    r"understood|seen|been|wanted|loved|hated|say never)[a-z]+\b",
    r"\bfrom now on\b|\bgoing forward\b|\bevery time (?:i|you)\b|\bwhenever (?:i|you)\b",
    r"\b(?:when|whenever|if) i (?:say|ask|type|write|mention)\b.*\b(?:list|show|give|tell|open|read|"
    r"start|play|do|use|answer|reply|mean|remind|add|set)\b",
    r"\bi (?:always|only) (?:want|need|expect)\b|\bi (?:want|need|'d like|would like) you to always\b",
    r"\b(?:no need to|don't|do not|stop) (?:ever )?(?:ask|tell|explain|remind|suggest|use|call|show|"
    r"give|recommend)\w*\b.*\b(?:with me$|to me$|again|each time|every time|ever|any ?more|in future)\b",
    r"\b(?:use|give me|show me|write|answer|reply|speak|keep|call me|address me)\b.*\b(?:always|every "
    r"time|from now on|by default|in (?:the )?future|for good)\b",
)
"""A lasting instruction to the assistant: kept as a routine."""

EXPLICIT = _any(
    r"^(?:(?:so|and|oh|also|ok(?:ay)?|hey|hi|hello|well|please|pls|now|but|btw|by the way|thanks|fyi|"
    r"one more thing|quick one)\b[\s,!:.-]*)*(?:(?:can|could|will|"
    r"would) you (?:please )?|i(?:'d| would) like you to |i want you to |i need you to |"
    r"(?:please|pls|just),? |do |you should |you must |you can )*"
    r"(?P<verb>remember|don'?t (?:ever )?forget|do not forget|never forget|keep in mind|"
    r"bear in mind|keep (?:it )?on (?:file|record)|memori[sz]e|make a (?:mental )?note|take note|"
    r"take a note|note down|note to self|note this(?: down)?|note it down|jot down|"
    r"jot this down|write (?:this |that |it )?down|save (?:this|that|the fact)|store (?:this|that|the "
    r"fact)|log (?:this|that)|record that|put (?:this|it) on record|for the record|for your records|"
    r"for future reference|note for (?:the |your )?(?:future|records?)|note|something to remember|"
    r"one (?:thing|more thing) to remember|add to (?:your|my) memory|commit to memory|"
    r"remember this|file this away|learn)\b"
    r"(?P<fill>(?: for (?:good|me|later|future reference|the future|next time|ever|always)| in (?:the "
    r")?future| this| it| down| of| please| pls| as well| too| also| forever)*)"
    r"\s*(?:(?P<sep>[:,;–—-]|that\b|the fact that\b|about me\b:?)\s*)*",
)
"""A request to remember at the start of a sentence; what follows is the content."""

EXPLICIT_END = _any(
    r"(?:,|^|\band\b|\bso\b|[-–—])?\s*(?:please |pls |do |and |so |just |can you |could you )*(?:"
    r"remember (?:it|that|this)|keep (?:it|that|this) in mind|bear (?:it|that|this) in mind|"
    r"don'?t forget(?: it| that| this)?|make a note(?: of (?:it|that|this))?|note (?:it|that|this)"
    r"(?: down)?|write (?:it|that|this) down|save (?:it|that|this)|commit (?:it|that) to memory|"
    r"store (?:it|that|this)|memori[sz]e (?:it|that|this)|remember)\b"
    r"(?: for (?:me|next time|later|good|future reference|the future)| please| pls| ok(?:ay)?| for "
    r"when| when you\b.*| when i\b.*| whenever\b.*| if\b.*| in (?:the )?future|, (?:will you|would "
    r"you|please|ok(?:ay)?|thanks)| thanks| thank you| always| from now on| going forward| too)*\s*$",
)
"""A request to remember what was just said."""

UPDATE_END = _any(
    r"(?:,|^|\band\b|\bso\b|[-–—])\s*(?:please |pls |do |can you |could you )*(?:update|correct|change) "
    r"(?:it|that|this|your (?:notes?|memory|memories|records?)|what you (?:know|have|remember))"
    r"(?: accordingly| please| pls| too| thanks| thank you| then| (?:in|on) (?:your (?:notes?|memory|records?)|file))*\s*$",
)
"""A request to put right what is known by what was just said."""

PLANNED = _any(
    r"\b(?:meetings?|appointments?|events?|calendar|schedule|reminders?|alarms?|tasks?|to-?dos?|lists?|calls?|flights?|"
    r"bookings?|reservations?|deadline|app|software|driver|version|file|document|spreadsheet|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|postponed|at \d{1,2}(?::\d\d)?"
    r"|\d{1,2}(?::\d\d)? ?[ap]\.?m)\b",
)
"""Words of what the calendar and the tasks keep, or of machines: an update of that is no memory."""

NOT_EXPLICIT = _any(
    r"\b(?:do|did|does|can|could|will|would) you (?:still |even )?(?:remember|recall|know) (?:what|"
    r"when|how|who|where|which|why|if|whether|any|anything|the time|me\b)",
    r"\b(?:if|as|when|what|that) you remember\b",
    r"\b(?:do|did|does) (?:you|i|we|he|she|they|anyone) (?:still |even |ever )?(?:remember|recall)\b",
    r"\b(?:i|we|he|she|they|people|(?<!you )to|can't|cannot|don't|doesn't|didn't|help me|i'll|how (?:do|"
    r"can)|how to)\s+(?:always |still |never |ever )?remember\b",
    r"^(?:\W*(?:please|pls|and|also|oh|hey|ok)\W+)*(?:remember|don'?t (?:let me )?forget|do not forget|"
    r"never forget)\s+(?:to\b|when\b|how\b|what\b|who\b|the time\b|me\?|tomorrow|tonight|today)",
    r"^(?:\W*(?:please|pls|and|also|oh|hey|ok)\W+)*(?:make|take|write) a? ?note\w* (?:about|on|"
    r"for (?:the )?(?:meeting|class|shopping))",
    r"^(?:note|learn)\b(?!\s*[:,;–—-]|\s+(?:that|this|down|it|for)\b)",
    r"\bnote (?:app|pad|book)\b|\bnotes?\s+(?:app|in|on|from)\b",
    r"\bsave (?:this|that|the) (?:file|document|doc|page|image|picture|photo|draft|link|recipe|chat|"
    r"conversation|time|money)\b",
    r"\bwrite (?:this|that|it) down (?:as|on|in)\b",
)
"""Words of remembering that ask, tell, or give a task."""

REFUSED = _any(
    r"\b(?:don'?t|do not|never|no need to|please don'?t|you needn'?t|not to) (?:\w+ )?(?:save|remember|"
    r"store|keep|record|note|log|memori[sz]e|write (?:this|that|it) down)\b(?! forgetting)",
    r"\b(?:off the record|between us|just between|not for (?:your )?memory|(?:please|just|can you|^)\s*forget (?:this|that|it|what i|"
    r"everything|about)|nothing to (?:save|remember)|keep this (?:private|between))\b",
)
"""The owner asks not to remember."""

RETRACTED = _any(
    r"\bscratch that\b|\bjust kidding\b|\bj/?k\b|\bkidding\b|\bonly joking\b|\bjust joking\b|\bnot really\b|"
    r"\bnever ?mind\b|\bwait,? no\b|\bi take (?:that|it) back\b|\bignore (?:that|what i said)\b|\bgotcha\b|"
    r"\bmy mistake\b|\bthat(?:'s| was) (?:a lie|wrong|a joke|not true)\b|\bapril fool|\bpsych\b|"
    r"\bdisregard (?:that|this|what)\b|\bi made that up\b|^no,? (?:wait|sorry|actually)\b|^not!|\bas if\b$|"
    r"\bhaha,? no\b|\blol,? no\b",
)
"""What was said before is taken back."""

FICTION = _any(
    r"^(?:for|in|during) (?:this|the) (?:\w+ )?(?:exercise|game|scene|story|skit|drill|demo|test|campaign|scenario)\b|\b(?:role-?\s?play|role-?playing|pretend|pretending|make-?believe|in character|imagine|let's play|"
    r"let's act|act as|act like|acting as|play the (?:role|part)|you(?:'re| are) (?:now )?(?:a|an|the|my) "
    r"\w+.*\bi(?:'m| am)\b|i'll (?:be|play) (?:a|an|the)\b|i will (?:be|play) the\b|my character|"
    r"the character|protagonist|narrator|first[- ]person|in the (?:voice|style) of|from the "
    r"(?:perspective|point of view) of|as if i were|d&d|dungeon|campaign|my persona|fictional|fiction|"
    r"word problem|math problem|maths problem|mad ?libs|improv|my (?:wizard|elf|bard|orc|paladin|"
    r"novel|hero|sim|avatar))\b",
    r"\b(?:write|compose|draft|create|make up|invent|tell|continue|finish|generate|give) (?:me |us |up )?"
    r"(?:a|an|another|the|my|some|this|two|three|\d+)\s+(?:[\w'-]+ ){0,4}?(?:story|stories|tale|poem|haiku|limerick|song|"
    r"lyrics|scene|dialogue|monologue|script|play|novel|chapter|speech|diary|letter|cover letter|essay|"
    r"bio|profile|post|tweet|joke|rap|sketch|ad|caption|sonnet|verse|skit|fan ?fic|statement|example|"
    r"sentence|sentences|review|email|mail|message|text|toast|cv|resume)\b",
    r"\b(?:lyrics|line from|quote from|the song|the poem|the movie|the film|in the book)\b.*\bi\b",
    r"\b(?:sentence|phrase|example|text|string|input|prompt|line)s?\b\s*[:\"“]",
)
"""The first person of this message is somebody invented."""

SARCASM = _any(
    r"\byeah,? right\b|\boh sure\b|\bsure,? (?:because|cause|cos)\b|\bbecause i (?:just|totally|really|clearly|"
    r"obviously)\b|\bi (?:just|simply|absolutely|so|do|totally) (?:love|adore|enjoy) (?:it when|when|how|being "
    r"(?:late|ignored|woken|stuck)|waiting|queu|standing|sitting in|paying|getting (?:woken|stuck)|"
    r"having to|working (?:late|weekends)|"
    r"spending (?:hours|my)|losing|missing)|/s\b|🙄|\boh (?:great|joy|wonderful|fantastic|brilliant|yes)\b|"
    r"\bhow (?:wonderful|lovely|original)\b|\bmy favou?rite (?:part|thing) (?:about|of) (?:mondays?|the "
    r"commute|traffic|taxes)|\bliving the dream\b|\bobviously i\b|\bclearly i\b|\bwhat a (?:joy|treat|"
    r"dream)\b|\blucky me\b|\bi'?m (?:basically |literally |totally |clearly )?(?:the )?(?:queen|king|god|"
    r"emperor|pope|batman|superman|santa|the pope|napoleon|immortal|a millionaire|the president)\b|"
    r"\bin a (?:past|previous|former) life\b|\b(?:and|then) i(?:'m| am) the (?:pope|queen|king)\b|"
    r"\bi (?:live|sleep|work) (?:at|in|under) (?:my|the) (?:desk|office|fridge)\b|\bwho doesn't love\b|"
    r"\ba (?:million|billion|thousand) years\b|\bi eat \w+ for breakfast\b"
)
"""Said for the joke."""

HYPOTHETICAL = _any(
    r"\b(?:if|suppose|supposing|what if|imagine|assuming|assume|hypothetically|were i to|in case i|"
    r"unless|let's say|say i|as though|as if)\b",
    r"\b(?:i|we)(?:'d| would| could| might| may|'ll| will| should|'m going to| am going to|"
    r"'re going to|'m gonna| wish| hope| plan| want| need| was going to|'m thinking| am thinking|"
    r" think(?:ing)? (?:of|about)|'m considering| am considering| was wondering| dream of| feel like)\b",
    r"\b(?:maybe|perhaps|possibly|probably|thinking (?:of|about) \w+ing|considering|planning to|"
    r"hoping to|about to|dreaming of|tempted to|someday|one day)\b",
)
"""Wished, planned or supposed, not so."""

TRANSIENT = _any(
    r"\b(?:today|tonight|right now|at the moment|this (?:morning|afternoon|evening|week|weekend|time|"
    r"month|once|instant|second)|yesterday|last night|just now|for now|tomorrow|in an? (?:minute|hour|"
    r"sec|second)|in \d+ (?:minutes|mins|hours|days)|running late|stuck (?:in|at|on)|temporarily|"
    r"for the (?:moment|time being|day|night|weekend)|these days only|earlier|until (?:tomorrow|monday|"
    r"tuesday|wednesday|thursday|friday|saturday|sunday|next|the \d)|so far today|later|all (?:day|"
    r"morning|afternoon|night)(?! every)|the other day|a (?:minute|moment|second) ago|tonite|currently (?:in|at|stuck|waiting|"
    r"out|watching|reading)|next (?:week|month|monday|tuesday|wednesday|thursday|friday|saturday|"
    r"sunday)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?!s)|on my way|on the (?:bus|train|"
    r"phone|plane|tube))\b",
    r"\bi(?:'m| am|m) (?:so |really |very |a bit |quite |just |too |dead |super |absolutely |kinda |"
    r"feeling |still |pretty )*(?:tired|hungry|thirsty|bored|sleepy|exhausted|sad|happy|angry|stressed|"
    r"sick|ill|cold|hot|late|busy|fine|ok|okay|good|great|sure|sorry|back|here|home|done|ready|lost|"
    r"confused|stuck|free|off|out|in a|at the|at work|on my|waiting|going|looking|trying|wondering|"
    r"asking|thinking|writing|reading|watching|making|cooking|having|getting|feeling|curious|excited|"
    r"nervous|worried|annoyed|glad|not sure|afraid (?:i|that|so|not)|all|about|gonna|broke|starving|"
    r"freezing|knackered|drunk|hungover|awake|alone|in the mood|not in the mood|coming|leaving|"
    r"heading|running|chairing|driving|walking|planning|hoping|using this|calling|talking|sitting|"
    r"standing|lying|putting|doing this|working on|organi[sz]ing|preparing|debugging|travell?ing to)\b",
    r"\bnot in the mood\b|\bfeel(?:s|ing)? (?:like|sick|tired|so|really|awful|great|down)\b|\bmy (?:feet|"
    r"head|legs?|arms?|eyes|stomach|throat|neck|tooth|teeth) (?:hurt|aches?|is|are|kills?)\b|"
    r"\bi(?:'ve| have) (?:just |already )?(?:eaten|finished (?:the|this|it|reading|watching)|seen|heard|"
    r"read|watched|tried|checked|looked|noticed|got (?:a |an )?(?:meeting|call|headache|cold|"
    r"appointment|flight|exam|question|deadline|interview|minute|hour))\b",
    r"\b(?:is|are|'s|'re) (?:late|broken|down|off sick|on fire|out of|coming (?:over|round)|visiting|"
    r"asleep|crying|calling|barking|not working|dead|empty|being|in the (?:shower|garage|shop|oven)|"
    r"sick|ill|away|here|mad at|angry|upset|running|acting|ringing|flat)\b",
    r"\bi (?:was|am|'m) (?:just )?(?:wondering|curious|asking)\b|\b(?:had|have) a (?:row|fight|chat|nice|"
    r"lovely|great|bad|rough|terrible|long)\b",
)
"""True for now, and no use in a month."""

LASTING = _any(
    r"\b(?:every|always|never|since (?:uni|school|\d|my|the|i was)|for (?:\w+ )?(?:years|decades)|"
    r"usually|any ?more|no longer|from now on|for good|permanently|forever|each|allergic|years? old|"
    r"phd|degree|got married|turned \w+|moved|most (?:days|mornings|nights)|as (?:a|of) now on|"
    r"my whole life|life-?long|officially|full-time|mg)\b",
    r"\b(?:once|twice|\w+ times) (?:a|per) (?:day|week|month|year)\b",
)
"""Outweighs a passing word such as "last month"."""

QUESTION = _any(
    r"^(?:so |and |but |or |ok |well |hey |hi |also |then |please |pls |just |um |do you know |"
    r"tell me |now )*(?:what(?!ever)|when(?!ever)\b(?! i)|where(?!ver)|which|who\b|whom|whose|why|how|is (?!my)|are (?!my)|"
    r"was|were|do|does|did|can|could|will|would|should|shall|may|might|am i|have (?:you|i|we)|has|had|"
    r"is there|any (?:idea|tips|advice|suggestions|recommendations)|isn't|aren't|don't you|"
    r"doesn't|won't|can't you|ever)\b(?! i (?:say|ask|type))",
)
"""Asks."""

COMMAND = _any(
    r"^(?:so |and |but |ok |hey |hi |also |then |please |pls |just |now |quickly |kindly )*(?:add|book|call(?! me\b)|"
    r"cancel|change|check|compare|convert|create|delete|describe|draft|erase|explain|fill|find|fix|forget|give|go|"
    r"help|join|list|look|make|move|open|order|pick|plan|play|print|put|read|recommend|remind|remove|"
    r"rename|repeat|reply|rewrite|say|schedule|search|send|set|shift|show|sort|start|stop|suggest|"
    r"summari[sz]e|swap|switch|take|teach|tell|text|translate|turn|update|use|wake|write|answer|be|"
    r"let|keep|get|google|calculate|count|ring|email|mark|log|block|push|postpone|reschedule|invite|"
    r"share|copy|paste|design|generate|build|bring|choose|define|run)\b",
)
"""Asks for something to be done."""

REPORTED = _any(
    r"\b(?:he|she|they|someone|somebody|people|everyone|the (?:article|book|email|guy|man|woman|ad|post|"
    r"character)|my (?:[\w-]+ )?(?:\w+)|[A-Z][a-z]+) (?:said|says|told me|tells me|claims?|claimed|"
    r"thinks|thought|wrote|texted|emailed|insists?|reckons?|swears?|keeps saying|always says|mentioned|"
    r"asked|asks|used to say|goes|argues|believes)\b",
    r"\b(?:apparently|allegedly|according to|rumou?r|i (?:heard|read) (?:that|about|somewhere))\b",
)
"""Somebody else's statement."""

FIRST_PERSON = _any(r"\b(?:i|i'?m|i'?ve|i'd|my|me|we|we're|we've|our|us|mine|myself|ours|ive)\b")
"""Speaks of the owner."""

SELF = re.compile(
    r"^(?:(?:hi|hey|hello|so|and|well|quick intro|introducing myself)\b[\s,!:.-]*)*"
    r"(?:I'?m|I am|im|[Mm]y name'?s|[Tt]his is) (?!I\b|OK\b|So\b|Not\b)[A-Z][a-zé'-]+(?: [A-Z][a-z'-]+)?$"
    r"|^[A-Z][a-z'-]+ here$"
)
"""The owner gives a name; in the case as written."""

MEMBER = re.compile(r"^(?!(?:I|My|We|Our|He|She|They|You|It|The|This|That)\b)[A-Z][a-z'-]+\b")
"""A person or animal of a list."""

PERSON_NEWS = _any(
    r"^\S+(?:'s| is| has)? (?:now |just |finally )*(?:turned|turns|started|moved|got|has|lives|works|no longer|left|"
    r"loves|hates|likes|plays|goes|studies|retired|married|called|allergic|stopped|switched|\d)"
)
"""What may be new about somebody known."""

KIDS_LEAD = _any(
    rf"^(?:(?:i|we)(?:'ve| have)(?: got)? )?(?:an?|my|our|the|two|three|four|five|six|\d) (?:\w+ )?(?:{KIN}|{PET})$"
)
"""Announces a list of persons or animals: each member of it becomes a memory of its own."""

TRIGGER = _any(
    r"^(?:please |and |so )*(?:when(?:ever)?|if|every time|each time|any ?time) i (?:say|type|write|ask for|send)\b.*,"
    r"(?! (?:what|why|how|is|are|do|does|should|can|i)\b)"
)
"""A routine with the words that start it; kept whole."""

REMINDER = re.compile(
    r"^(?!.*(?:\bi\b|\bwe\b|\bis\b|\bare\b|'s\b|'m\b|\bam\b|\bhas\b|\bhave\b|[=:]))(?:[A-Za-zÀ-ɏ\d_'-]+\W*){1,3}$",
    re.IGNORECASE,
)
"""So few words are a thing to think of, not a fact ("remember the milk")."""
