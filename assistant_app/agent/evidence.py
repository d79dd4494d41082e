"""Which tools a message gives no reason for: a small model sees dates and gaps where there are none.

A tool whose work cannot be asked for without certain kinds of words is not offered where there are
none of them. The words are those of the language, with room to spare: a tool kept by mistake costs
little, the model still weighs it against the others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant_app.agent.about import asks, asks_for_text
from assistant_app.domain.planner import Resolved

_DAYS_ZH = (
    "号(?!码|称|角|召)|星期|周(?!围|边|到|游|密|转)|礼拜|(?<!聊)天(?!空|文|气|使|鹅|才|然|生|堂|津|地|下|线|花|平|赋)|"
    "日(?!本|语|记|常|用|志|光|出|落|元)|月(?!亮|球|饼|季|光|经|老|薪|牙)|年(?!轻|糕|级|龄|纪|代|画)"
)
"""Words for days, and not the others that are written with the same signs."""
_WORDS: dict[str, re.Pattern[str]] = {
    "what_date": re.compile(
        r"\b(?:\d+(?:th|st|nd|rd)|first|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|"
        r"twelfth|\w+teenth|\w+tieth|when(?:['’]?s| is| are| will)|days?|dates?|weeks?|weekdays?|"
        r"weekend|months?|years?|holidays?|"
        r"today|tonight|"
        r"tomorrow|yesterday|time|clock|o'?clock|hours?|minutes?|mon|tues?|wednes|thurs?|fri|satur|"
        r"sun)(?:day)?\b|\buntil\b|\btill\b|"
        r"日期|几点|点钟|时间|节(?!约|省|奏|目|制|食)|多久|农历|假(?!如|设|装|的|牙|发)|时候|时区|现在|"
        rf"{_DAYS_ZH}",
        re.IGNORECASE,
    ),
    "calculate": re.compile(
        r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|"
        r"thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|third|"
        r"quarter|dozen|percent|plus|minus|times|divided|squared?|sum|total)\b|%|"
        r"[一二两三四五六七八九十百千万亿半零]|加|减|乘|除|百分",
        re.IGNORECASE,
    ),
    "find_free_time": re.compile(
        r"\b(?:free|busy|available|availability|open(?:ing)?s?|slots?|gaps?|spare|squeeze|fit|"
        r"room|clear|booked|have time|got time|any time|time (?:for|to)|conflicts?|clash\w*)\b|"
        r"空|忙|时间|闲|档期|时段|排得|冲突|有约|有安排|没事|有事|占|方便|哪天|行[吗？?。]?$",
        re.IGNORECASE,
    ),
    "search": re.compile(
        r"\b(?:search\w*|find|found|look(?:ing)? (?:for|up|through)|where|mention\w*|note[sd]?|"
        r"written|wrote|said|talk\w*|discuss\w*|anything about|everything about)\b|"
        r"搜|查|找|翻|提到|提过|说过|聊过|写过|哪里|关于",
        re.IGNORECASE,
    ),
    "recall": re.compile(
        r"\b(?:i|i'\w+|my|me|mine|myself|we|our|us|you|your)\b|我|咱|你|俺", re.IGNORECASE
    ),
    "weather": re.compile(
        r"\b(?:weather|forecast|rain|snow|storm|wind(?!ow)|sun(?!day)|cloud|fog|humid|hot|cold|warm|"
        r"cool|chill|"
        r"freez|frost|degree|temperature|umbrella|coat|jacket|climate|hail|thunder|hurricane|ic[ey]|"
        r"dry|wet)|天气|气温|温度|雨|雪|风|晴|阴|云|雾|冷|热|暖|凉|伞|度|霾|雷|冰|霜|气候|穿",
        re.IGNORECASE,
    ),
    "undo": re.compile(
        r"\b(?:undo|undid|take (?:it|that|this) back|took|revert|restore|roll back|go back|back|"
        r"never ?mind|wrong|mistake|oops|didn'?t mean|cancel (?:that|this|it)|last change)\b|"
        r"撤|恢复|还原|回退|退回|不对|错|算了|刚才|刚刚|上一步|反悔|收回",
        re.IGNORECASE,
    ),
    "set_reminder": re.compile(
        r"\b(?:remind\w*|alert\w*|alarms?|wak(?:e|ing)|woken|notif\w*|nudge|ping|warn|buzz|"
        r"poke|prod|shout|holler|page me|rouse|signal|get me up|jog my memory|"
        r"snooze\w*|beep|timer|"
        r"prompt me|tell me (?:to|in|at|on|when|about)|let me know|forget\w*|remember\w*|"
        r"heads?[- ]up|reminders?)\b|提醒|叫我|叫醒|喊我|闹钟|闹铃|铃|别忘|忘|记得|通知|告诉我|到点|"
        r"定时|催",
        re.IGNORECASE,
    ),
    "move_item": re.compile(
        r"\b(?:mov\w*|chang\w*|shift\w*|push\w*|re-?schedul\w*|postpon\w*|delay\w*|bring|brought|"
        r"pull\w*|"
        r"adjust\w*|modif\w*|updat\w*|switch\w*|swap\w*|transfer\w*|extend\w*|snooz\w*|edit\w*|fix|"
        r"defer\w*|bump\w*|slid\w*|earlier|later|sooner|instead|actually|rather|make (?:it|that|"
        r"this|the|my)|"
        r"back|forward|ahead|now (?:at|on)|set (?:the|my|it|that)|put (?:it|that|off|the .* (?:to|"
        r"at|on))|"
        r"(?:is|are|starts?|begins?) (?:now )?(?:at|on)|from \w+ on(?:wards?)?|moves|"
        r"turn\w*|another (?:day|time)|not .{1,20} but|no,|sorry,|wait|oops|i mean\w*)\b|"
        r"改|移|挪|推|延|提前|提早|换|调|晚|早[点些一半]|变|往后|往前|更新|修改|顺|从.+[起始]|不是|"
        r"应该是|还是|"
        r"放到|定到|设[为到成]|算了",
        re.IGNORECASE,
    ),
    "complete_task": re.compile(
        r"\b(?:done|finish\w*|complet\w*|tick\w*|check\w*|cross\w*|mark\w*|did|paid|bought|sent|got|"
        r"took|made|"
        r"went|wrote|read|met|gave|brought|already|strike|\w{3,}ed|over with|sorted|through with|"
        r"handled|dealt)\b|"
        r"完|好了|过了|了|勾|划|打[钩]|已|搞定|过",
        re.IGNORECASE,
    ),
    "delete_item": re.compile(
        r"\b(?:delet\w*|cancel\w*|remov\w*|clear\w*|drop\w*|rid|scrap\w*|eras\w*|wip\w*|scratch\w*|"
        r"discard\w*|"
        r"dismiss\w*|tak(?:e|ing) .*\b(?:off|out|away|from)|off|stop\w*|end|kill|trash|bin|dump|"
        r"empty\w*|dust\w*|"
        r"ditch\w*|chuck\w*|toss\w*|shelve|"
        r"no longer|not (?:going|coming|happening|needed?|any ?more)|(?:don'?t|do not|"
        r"doesn'?t) (?:need|want|remind)|won'?t|"
        r"can'?t make|forget|skip\w*|out of|undo|disable|turn off|rid|clean\w*|purge|nix|axe|throw|"
        r"strike)\b|"
        r"取消|删|去掉|去除|清|不去|不要|不用|不想|不买|不开|不做|不上|不打|不[^，]{1,4}了|移除|撤|"
        r"关|停|划掉|别|丢|扔|免|退|除|没必要",
        re.IGNORECASE,
    ),
    "edit_item": re.compile(
        r"\b(?:chang\w*|edit\w*|renam\w*|updat\w*|modif\w*|adjust\w*|call (?:it|that|the)|set|make|"
        r"add|put|note|"
        r"switch\w*|correct\w*|fix|instead|actually|is (?:now )?(?:in|at)|now|longer|shorter|"
        r"extend\w*|shorten\w*|cut|"
        r"repeat\w*|priority|urgent|important|move[d]?|turn|should|shift\w*|include|invite|"
        r"replac\w*|swap\w*|title|name|"
        r"location|place|room|venue|every|weekly|daily|monthly|attach|location|reword|rewrite|"
        r"revise)\b|"
        r"改|换|更|修|名|地点|地方|备注|注|加|设|标|调|长|短|变|优先|重要|紧急|重复|每|成|补充|移|"
        r"写|叫|在",
        re.IGNORECASE,
    ),
    "forget": re.compile(
        r"\b(?:forget\w*|eras\w*|delet\w*|remov\w*|wip\w*|memor\w*|remember\w*|know)\b|忘|删|擦|清|记",
        re.IGNORECASE,
    ),
    "remember": re.compile(
        r"\b(?:remember\w*|memor\w*|note|keep|forget|mind|know|learn|save|store|record|fact)\b|记(?!得)|"
        r"(?<![没不谁还])(?<!没人)(?<!有人)记得|"
        r"别忘|知道|存",
        re.IGNORECASE,
    ),
}
_BUYS = re.compile(
    r"^\W*(?:(?:please|i (?:need|have|want|must)(?: to)?|we (?:need|have)(?: to)?|need to|gotta|"
    r"don'?t forget to|remember to)\s+)?(?:buy|get|pick up|grab)\s+(?!me\b|us\b|\w+ed\b|tickets?\b|"
    r"a (?:cab|taxi|ride)\b|out\b|rid\b|to\b|directions\b)\w"
    r"|^\W*(?:我?(?:要|得|还要|需要|记得|别忘了?))?去?买(?!.{0,6}(?:票|单|吗|么|[?？]))",
    re.IGNORECASE,
)
_TO_BUY = re.compile(
    r"^\W*(?:(?:please|i (?:need|have|must)(?: to)?|we need to|need to|gotta|"
    r"remember to)\s+)?(?:buy|pick up)\b"
    r"|^\W*(?:我?(?:要|得|还要|需要|记得|别忘了?))?去?买",
    re.IGNORECASE,
)
_CHORES = re.compile(
    r"^\W*(?:(?:please|i (?:need|have|must)(?: to)?|we need to|need to|gotta|remember to|also|"
    r"and|then)\s+)*"
    r"(?:pick up|collect|post|mail|return|drop off|fetch|hand in|pay|renew|wash|clean|water|feed|"
    r"walk|mow|"
    r"iron|vacuum|repair|tidy)\s+(?:the|my|our|his|her|their|an?|some|up|out)\b"
    r"|^\W*(?:我?(?:要|得|还要|需要|记得|别忘了?))?(?:去|再)?(?:取(?!消|决|得|个?名)|寄|付|缴|洗|修(?!改|正|订)|浇|喂|遛|打扫|"
    r"倒(?!过|计|数|霉)|晒|熨|扔|还(?=书|钱|款|给|掉)|收(?=衣|快递|被)|交(?=[^，。]{0,6}(?:费|租|表|作业|报告|钱|税)))"
    r"(?!.*(?:怎么|如何|什么|吗|呢|帮我))",
    re.IGNORECASE,
)
"""What its owner has to do about the house or in town; nothing that an assistant could."""
_ONLINE = re.compile(
    r"\b(?:online|order|deliver\w*|website|amazon|ebay|tickets?|stocks?|shares|price|for me)\b|"
    r"网上|下单|订|外卖|快递|票|股|价|帮我|给我",
    re.IGNORECASE,
)


_TO_MOVE = re.compile(
    r"\b(?:move|reschedule|push|shift|postpone|bring)\b|(?:改|挪|移|推迟|推|提前|延后|延|换|"
    r"调)(?:到|成|至|为)",
    re.IGNORECASE,
)
_TOWARDS = re.compile(r"(?:到|至|成|为|\b(?:to|until|till))\s*$", re.IGNORECASE)
_TOWARDS_IN = re.compile(r"(?:到|至|成|为|(?:to|until|till)\b)", re.IGNORECASE)
_CALLS = re.compile(
    r"^\W*(?:(?:please|also|and|then|i (?:need|have|want) to|need to|gotta|must|remember to)\b\W*)*"
    r"(?:call|ring|phone|text|email|e-mail|message|video ?call|write to|skype|zoom with)\s+(?!me\b|"
    r"it\b|off\b)\w|"
    r"(?:给|跟|和|向).{1,10}(?:打(?:个)?电话|打过去|回电|通(?:个)?电话|视频|发(?:个|封)?(?:消息|"
    r"邮件|短信))|打给|联系",
    re.IGNORECASE,
)
_TO_DO = re.compile(
    r"\b(?:to-?dos?|tasks?|lists?|by|before|until|due|deadline|buy|pay|must|need to|have to|got to|"
    r"remember|remind\w*|forget)\b|待办|任务|清单|代办|之?前|截止|到期|买|交|还|记得|别忘|提醒|要做",
    re.IGNORECASE,
)
"""Words for something to do, with or without a time."""
_TICKED = re.compile(
    r"\b(?:tick|mark|check|cross|done|finished|completed|already)\b|勾|划掉|标|完成|已经|做完|弄完|搞定",
    re.IGNORECASE,
)
_SOMEBODY = re.compile(
    r"^\W*(?:I|we|you|he|she|it|they)\b(?! (?:need|must|have to))|我|你|他|她", re.IGNORECASE
)
CREATES = ("create_event", "create_task", "set_reminder")
UNABLE = ("media", "shop", "phone", "device", "news")
_POLITE = (
    r"(?:(?:please|pls|can you|could you|would you|hey|ok(?:ay)?|just|so|um+|"
    r"i (?:want|need|would like|'d like)(?: you)? to)\b[\s,]*)*"
)
_AGAINST: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (  # something that is there already is to take place at another time
        re.compile(
            rf"^\W*{_POLITE}(?:move|reschedule|postpone|shift|push)\b|"
            r"\b(?:bring|push|move)\b.*\b(?:forward|back)\b|"
            r"(?:提前|推迟|推后|延后|延迟|顺延|推|改|挪|移|换)(?:到|成|为|至)|改变.+到",
            re.IGNORECASE,
        ),
        CREATES,
    ),
    (  # a change is no wish to see
        re.compile(
            rf"^\W*{_POLITE}(?:move|reschedule|postpone|shift|push|change|rename|bring)\b(?!.*\?)|"
            r"^(?!.*(?:[?？吗么哪]|几点|几号|几天)).*(?:(?:提前|推迟|推后|延后|延迟|顺延|推|改|挪|"
            r"移|换)(?:到|成|为|至)|改变.+[到成])",
            re.IGNORECASE,
        ),
        ("list_items", "what_date", "find_free_time", "search", "recall"),
    ),
    (  # what the reason is, or how something is done, stands in no calendar
        re.compile(
            r"^\W*(?:(?:so|and|but|well|hey|hi)\b\W*)*(?:why|how come)\b|为什么|为何|为啥|"
            r"^(?!.*(?:我|咱|今|明|周|星期|日程|日历|安排|提醒|任务|待办|清单|会议|闹钟)).*"
            r"(?:怎么|如何|怎样)(?!样|安排)",
            re.IGNORECASE,
        ),
        ("what_date", "list_items", "find_free_time", "calculate", *CREATES),
    ),
    (  # how long a year is, is no date
        re.compile(
            r"\bhow many \w+ (?:(?:are|has|make|does|do) )?(?:there )?(?:in |up )?(?:an?|one|"
            r"each|every)\b"
            r"|(?:一|每|半|闰)个?(?:世纪|年|月|周|星期|天|小时)(?:里|中)?(?:共|总共)?(?:有|是)(?:多少|几)",
            re.IGNORECASE,
        ),
        ("what_date", "list_items", "find_free_time"),
    ),
    (  # how a day looks is no date
        re.compile(
            r"\bhow (?:does|do|is|are|will) (?:my|our|the)\b.*\b(?:look\w*|shap\w*|go\w*)\b",
            re.IGNORECASE,
        ),
        ("what_date",),
    ),
    (  # a list of songs
        re.compile(
            r"\bplaylists?\b|\b(?:songs?|albums?|tracks?)\b|歌单|(?:想|要)听|播放|来首|音乐(?!会|课|"
            r"节)|播放清单|专辑|这首|歌曲",
            re.IGNORECASE,
        ),
        (*CREATES, "list_items", "edit_item", "move_item", "complete_task"),
    ),
    (  # something new, unless it is put into what is there already
        re.compile(
            rf"^\W*{_POLITE}(?:add|create|schedule|book|make (?:a|an)\b|set up|plan|arrange|block|"
            rf"enter|new)\b"
            r"(?!.*\b(?:note|minutes|hours?|location|place|reminder) to\b)|"
            r"(?:加|记|添|标|放|写|排|存)(?:个|一个|一下|上|进|到|入|在)*(?:我的)?(?:日程|日历|行程)|"
            r"^(?:请|麻烦)?(?:帮我|给我)?(?:新增|新建|创建|添加)",
            re.IGNORECASE,
        ),
        ("move_item", "delete_item", "complete_task"),
    ),
    (  # something for the calendar is no question about it
        re.compile(
            rf"^\W*{_POLITE}(?:add|create|put|enter)\b.*\b(?:calendar|schedule|diary|agenda|list)\b|"
            r"(?:加|记|添|标|放|写|排|存)(?:个|一个|一下|上|进|到|入|在)*(?:我的)?(?:日程|日历|行程|"
            r"待办|清单)",
            re.IGNORECASE,
        ),
        ("list_items", "what_date", "recall"),
    ),
    (  # something is to go
        re.compile(
            rf"^\W*{_POLITE}(?:cancel|delete|remove|clear|drop|scrap|erase|get rid of|unset|"
            rf"turn off|call off|wipe)\b|"
            r"\b(?:take|taken|took) (?!.{0,40}\bday\b).*\b(?:off|away from|out of)\b|"
            r"^(?!.*(?:提醒我|叫我|记得|别忘))(?:请|麻烦)?(?:帮我|给我|替我)?(?:取消|删|去掉|清空|"
            r"移除|关掉|撤掉)|"
            r"^(?!.*(?:提醒我|叫我|记得|别忘)).*(?:取消|删[除掉了]|去掉|清空|移除)(?:了|掉|吧|"
            r"一下)?[。！!]?$",
            re.IGNORECASE,
        ),
        (*CREATES, "list_items"),
    ),
    (  # a question that is answered with yes or no, or a wish to see
        re.compile(
            r"^\W*(?:(?:so|and|ok(?:ay)?|hey|hi|well|please)\b\W*)*(?:(?:do|does|did|is|are|was|"
            r"were|has|have)\b"
            r"(?! (?:you|it possible|there (?:a|any) way|to)\b)|(?:show|provide|display|list|read|"
            r"view)\b)|"
            r"^(?!.*(?:提醒|叫我|帮我|给我|加[个一上]|记一?下|设[个一]|定[个一])).*"
            r"(?:有没有|有[空事时][^，。]{0,2}[不没]|有[^，。]{0,10}[吗嘛么]|(?:哪天|几号|几点|"
            r"多久)[^，。]{0,6}$)",
            re.IGNORECASE,
        ),
        CREATES,
    ),
    (  # "remind me of" is no look back, "remind me what" is
        re.compile(
            r"(?<!you )(?<!that )(?<!it )\bremind me\b(?! (?:what|who|where|when|how|which|again))|"
            r"\bremember to\b|"
            r"提醒我(?!.*(?:什么|谁|哪))",
            re.IGNORECASE,
        ),
        ("recall", "list_items", "search", "reply"),
    ),
    (  # "make a list"
        re.compile(
            rf"^\W*{_POLITE}(?:create|make|start|begin|open|need)\b(?: me)? (?:an?|another)\b"
            r"[\w\- ]* list\b|"
            r"(?:建|新建|创建|列|做)(?:立)?(?:一个|一张|个|张)[^，。]{0,8}(?:清单|列表)",
            re.IGNORECASE,
        ),
        ("list_items", "complete_task"),
    ),
    (  # something is done
        re.compile(
            r"\b(?:mark|tick|check|cross)\b.*\b(?:done|off|complete[d]?|finished)\b|"
            r"打[勾钩]|勾掉|划掉|标[记为成].*完成|标完成",
            re.IGNORECASE,
        ),
        (*CREATES, *UNABLE),
    ),
    (  # something to do, and no fact to keep
        re.compile(r"\bremember to\b|记得要?去?[做买打交付带拿给写看]", re.IGNORECASE),
        ("remember",),
    ),
    (  # "add … to my list", "todo: …"
        re.compile(
            r"^\W*(?:(?:please|can you|could you|hey|ok|just)\s+)*(?:add|put|stick|throw)\b.*"
            r"\b(?:to|on|in|onto)\b (?:(?:my|the|our|that|this|a)\b[\w\- ]* list|that|it|there)\W*$|"
            r"^\W*(?:to-?do|task|待办|任务|代办)\s*[:：]",
            re.IGNORECASE,
        ),
        ("edit_item", "list_items", "remember", "reply", *UNABLE),
    ),
    (  # "empty my list"
        re.compile(
            r"\b(?:clear|empty|wipe)\b(?: out)?\b.*\b(?:list|calendar|schedule|tasks|reminders)\b|"
            r"\b(?:list|calendar|schedule)\b.*\b(?:is|be|gets?)\b.*\b(?:cleared|clear|empty|"
            r"emptied)\b|清空",
            re.IGNORECASE,
        ),
        ("list_items", *CREATES),
    ),
    (  # a question about what there is
        re.compile(r"(?:有哪些|有什么|是哪些|有哪几个|有几个|有多少)[^，。]{0,6}$"),
        ("delete_item", "complete_task", *CREATES),
    ),
    (  # to be told of something in time is no wish to see it now
        re.compile(
            r"^\W*(?:(?:please|can you|could you)\s+)*(?:notify|alert|remind|warn) me\b", re.I
        ),
        ("list_items",),
    ),
    (  # a booking is kept in the calendar, unless it is made with somebody
        re.compile(
            r"^(?!.*\b(?:restaurant|hotel|table|flights?|tickets?|taxi|cab|train|hostel|seats?|"
            r"cinema)\b)"
            r".*\b(?:bookings?|reservation)\b",
            re.IGNORECASE,
        ),
        ("shop",),
    ),
    (  # an alarm clock is a reminder, not a device
        re.compile(r"\balarms?\b|闹钟|闹铃", re.IGNORECASE),
        ("device",),
    ),
    (  # "what is on Sunday" asks for the calendar
        re.compile(
            r"^\W*(?:(?:so|and|ok(?:ay)?|hey|hi)\b\W*)*what(?:'s| is| have i got| do i have|"
            r" am i doing)? (?:on|planned|happening|up|coming up|for)\b(?!.*\b(?:date|weekday)\b)|"
            r"有(?:什么|啥|哪些)(?:安排|事|活动|会|日程|约|计划)",
            re.IGNORECASE,
        ),
        ("what_date",),
    ),
    (  # days that are free are no dates to work out
        re.compile(
            r"(?:哪几天|哪天|什么时候|几点)[^，。]{0,8}(?:空|闲|有时间|方便)|\bwhen\b.*\bfree\b",
            re.IGNORECASE,
        ),
        ("what_date",),
    ),
    (  # what others do is no matter of the calendar
        re.compile(
            r"^\W*(?:do|does|did) (?!i\b|we\b|you\b)(?!.*\b(?:my|our|me|us|i|we)\b)", re.IGNORECASE
        ),
        ("what_date", "list_items", "find_free_time", "search", "recall"),
    ),
    (  # the weather
        re.compile(
            r"^(?=.*(?:\?|\b(?:will|is|do|does|should|what|how)\b)).*\b(?:weather|forecast|"
            r"rain(?:coat|ing|y)?|"
            r"snow(?:ing|y)?|umbrella|sunny|temperature|degrees outside|(?:cold|hot|warm) outside)\b|"
            r"天气|气温|下雨|下雪|雨衣|雨伞|带伞|冷吗|热吗|冷不冷|热不热|刮风|晴天吗|多少度",
            re.IGNORECASE,
        ),
        ("what_date", "find_free_time", "calculate"),
    ),
)
"""Words that speak against tools which a model takes all the same."""


_GENERAL = re.compile(
    r"^\W*(?:(?:so|and|ok(?:ay)?|hey|hi|well|tell me|do you know|please|can you tell me)\b\W*)*"
    r"(?:what(?! time| a\b| about| if)|"
    r"who|whose|why|where (?:do|does|did)|how(?! about)|which|do|does|did|is|are|was|were|(?:can|"
    r"could)(?! you))\b"
    r"|.*(?:什么|谁|多少|为什么|怎么|几[个种颗]|哪[个种国里]|吗|呢)",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"\b(?:i|i'\w+|my|me|mine|we|our|us|calendar|schedule[ds]?|agenda|events?|meetings?|"
    r"appointments?|reminders?|alarms?|tasks?|to-?dos?|lists?|plan(?:s|ned)?|free|busy|available|"
    r"book(?:ed|ings?)?|due|deadlines?|open|left|next|coming|today|tonight|tomorrow|yesterday|week\w*|"
    r"months?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mornings?|afternoons?|evenings?|later|on|"
    r"add|put|remind|set|cancel|delete|remove|move|clear|undo|mark|save|keep|tick)\b|[.;!。；！]\s*\w|"
    r"我|咱|俺|日程|安排|会议|开会|的会|约(?!会|翰|束|莫)|提醒|闹钟|任务|待办|清单|列表|日历|计划|空|忙|事|"
    rf"{_DAYS_ZH}|"
    r"什么时候|何时|哪天|几时|点|早上|上午|下午|晚|到期|还有|剩|下一|加|改|删|取消|记",
    re.IGNORECASE,
)


_EVENTS = re.compile(
    r"\b(?:add|put|create|set|make|schedule\w*|book\w*|block|plan\w*|arrange|enter|organi[sz]e|host|"
    r"invite|calendar|diary|agenda|events?|meet\w*|appointments?|calls?|part(?:y|ies)|class(?:es)?|"
    r"lessons?|trips?|flights?|holidays?|birthdays?|annivers\w+|lunch|dinner|breakfast|brunch|concerts?|"
    r"reservations?|interviews?|conferences?|sessions?|every|daily|weekly|monthly|yearly)\b|"
    r"安排|日程|日历|行程|会|约|课|活动|聚|生日|纪念|婚礼|典礼|出差|旅行|面试|考试|比赛|演出|航班|飞机|火车|"
    r"加|建|添|记|排|设|订|定|办|每",
    re.IGNORECASE,
)


def is_event(text: str) -> bool:
    """Tell whether a message without a day or a time has words for something of the calendar."""
    return bool(_EVENTS.search(text))


_OURS = re.compile(
    r"\b(?:my|our|calendar|schedule[ds]?|agenda|diary|events?|meetings?|appointments?|reminders?|alarms?|tasks?|"
    r"to-?dos?|lists?(?! (?:\d|two|three|four|five|six|seven|ten|some|a few|several|the)\b)|free|"
    r"busy|today|tonight|tomorrow|yesterday|week\w*|(?:mon|tues|wednes|thurs|fri|satur|"
    r"sun)days?)\b|我的|我[今明后昨周]|日程|安排|会议|的会|提醒|闹钟|任务|待办|清单|列表|日历|计划|有空|周|星期|礼拜|[今明后昨]天",
    re.IGNORECASE,
)


def is_general(text: str) -> bool:
    """Tell whether a question or a wish for a text has no word of its owner, their things or a day."""
    if asks_for_text(text):
        return not _OURS.search(text)
    return bool(_GENERAL.match(text)) and not _OWN.search(text)


def without_reason(text: str) -> tuple[str, ...]:
    """Return the tools that nothing in the message speaks for, or that its words speak against."""
    missing = [tool for tool, words in _WORDS.items() if not words.search(text)]
    missing += [tool for words, tools in _AGAINST if words.search(text) for tool in tools]
    if is_errand(text):
        missing.append("shop")
        if _TO_BUY.match(text) and "?" not in text and "？" not in text:
            missing += ["reply", *UNABLE]  # not talk, and nothing to decline
    if _CHORES.match(text) and not asks_for_text(text) and "?" not in text and "？" not in text:
        missing += ["reply", *UNABLE]
    if is_general(text):
        missing += ["list_items", "search", "find_free_time", *CREATES]
    return tuple(dict.fromkeys(missing))


_MEDIA = re.compile(
    r"\b(?:play\w*|songs?|music\w*|tunes?|albums?|playlists?|tracks?|bands?|singers?|artists?|"
    r"radio|stations?|podcasts?|episodes?|series|seasons?|shows?|showing|tv|televis\w*|channels?|"
    r"videos?|clips?|films?|movies?|cinemas?|theat(?:er|re)s?|trailers?|screenings?|tickets?|"
    r"watch\w*|listen\w*|hear\w*|stream\w*|rat(?:e|ing|ings)|stars?|points?|reviews?|books?|"
    r"novels?|audiobooks?|authors?|jazz|rock|pop|piano|classical|blues|concerts?|soundtracks?)\b|"
    r"歌|曲|乐|听|播|放|唱|专辑|电台|频道|节目|剧|综艺|视频|影|片|看|演|动画|动漫|书|小说|评|星|打.{0,6}分",
    re.IGNORECASE,
)


def names_media(text: str) -> bool:
    """Tell whether a message has a word for something to hear, watch, read or rate."""
    return bool(_MEDIA.search(text))


def is_appointment(text: str, found: Sequence[Resolved]) -> bool:
    """Tell whether something is to take place at a time of day: for the calendar, and no to-do."""
    timed = [r for r in found if r.kind in ("datetime", "range", "rrule") and "T" in str(r.value)]
    return bool(timed) and not _TO_DO.search(text)


def is_due(text: str, found: Sequence[Resolved]) -> bool:
    """Tell whether something is to be done by a day that is said, and is not said to be done."""
    if _TICKED.search(text) or _SOMEBODY.search(text) or asks(text):
        return False
    bounds = {tag for resolved in found for tag in resolved.assumptions}
    return bool(bounds & {"bound=by", "bound=before"})


def is_move(text: str, found: Sequence[Resolved]) -> bool:
    """Tell whether something is to go to another time: "move it to Friday", 改到周五."""
    if not _TO_MOVE.search(text):
        return False
    spans = [r.span for r in found if r.span]
    return any(_TOWARDS.search(text[:a]) or _TOWARDS_IN.match(text[a:b]) for a, b in spans)


def is_call(text: str) -> bool:
    """Tell whether somebody is to be called or written to: at a time, by the owner."""
    return bool(_CALLS.search(text))


def is_errand(text: str) -> bool:
    """Tell whether something is to be bought by the owner: for a list, and not from a shop online."""
    return bool(_BUYS.match(text)) and not _ONLINE.search(text)
