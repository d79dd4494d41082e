"""Words that tell nothing of anybody, so that erasing a memory leaves them where they stand.

`PLAIN` are those that the app itself writes around what it keeps ("The user's cat is called …");
`COMMON` are the everyday ones of a language. Both lists are short on purpose: a word that is not in
them is taken to be the owner's.
"""

from __future__ import annotations

from functools import cache

from assistant_app.domain.search_text import STOP_CHARACTERS, STOP_WORDS

_ENGLISH_PLAIN = """
    user users assistant called call calls name named names remember remembers remembered
    remembering forget forgotten noted note notes memory memories told tell tells said say says
    know knows known
"""
_CHINESE_PLAIN = "用户 助手 名叫 叫做 叫作 名字 记得 记住 记下 记忆 知道 告诉 叫 说"

_ENGLISH_COMMON = """
    able above across actually add afraid ago agree allow alone along already alright although
    always among amount anything anyway apart appear apply area around arrive ask asks asked asking
    available away back bad base because become becomes bed begin beginning behind believe best
    better between big bit both bring build business busy buy buys came care carry case cause certain
    chance change changed check child children choose city clear close clearly come comes coming
    common company complete completely consider contact continue correct cost country couple course
    create cut daily date daughter day days deal dear decide definitely depend description detail
    details different difficult dinner discuss done door each early easily easy eat eight either else
    end enjoy enjoys enough entire especially evening eventually every everyone everything exactly
    example excellent except expect experience explain fact fall family far father favorite favourite
    feel few fill final finally find fine finish first five follow following food for form forward
    found four free friend friends from full fun general generally get gets getting give gives glad
    go goes going gone good great group guess hand happen happens happy hard has head health hear
    heard hello help helpful helps high hold home hour hours house how however huge idea ideas
    important include includes including indeed information inside instead interest interested
    interesting into issue item items job join keep keeps kind kinds large last late later learn least
    leave left less let level life like liked likes line list little live lives local long look looking
    looks lose lot lots love loves low lunch made main maintain make makes making man manage many
    matter matters maybe mean means meet meeting mention mentioned message middle might mind minute
    minutes miss moment moments money month monthly months morning mostly mother move much music
    myself near nearly necessary need needs never new next nice night nine nobody none normal
    normally nothing notice number numbers object offer offers often old one open opinion option
    options order original otherwise outside own pair paper parent parents part particular past pay
    people perfect perhaps person personal phone picture piece place places plan planned plans play
    plays please point points popular possible practice prefer prefers prepare present pretty
    probably problem problems provide public put question questions quick quickly quiet quite rather
    reach read reading reads ready real really reason reasons recent recently recommend regular
    regularly related remain reminder reply report require rest result return right room run
    running same saw schedule school second see seem seems send sense serious set seven several
    share short should show side similar simple simply since single sister brother six size sleep
    slow small someone something sometimes son soon sorry sort sound sounds special specific spend
    start started starts stay step steps still stop story straight strong stuff subject such suggest
    sure table take takes taking talk talked talking task tasks tea ten thank thanks the there
    therefore thing things think third this those though thought three through time times today
    together told tomorrow tonight too took top topic total toward town travel tried true try trying
    turn two type under understand unless until unusual upon use used useful uses using usual usually
    various version very visit wait walk want wanted wants watch water way ways week weekend weekly
    weeks welcome well went were whatever whenever wherever whether whole whose wife husband window
    wish within without woman wonder wonderful word words work worked working works world would write
    writing wrong year years yesterday yet young yours monday tuesday wednesday thursday friday
    saturday sunday january february march july september october november december
"""
_CHINESE_COMMON = """
    喜欢 喜爱 热爱 爱好 习惯 经常 常常 平时 通常 一般 总是 有时 偶尔 每天 每周 每年 今天 明天 昨天 后天
    早上 上午 中午 下午 晚上 夜里 周末 星期 时间 时候 以前 以后 之前 之后 现在 最近 将来 已经 正在 刚刚
    朋友 家人 爸爸 妈妈 父亲 母亲 儿子 女儿 孩子 哥哥 姐姐 弟弟 妹妹 老婆 老公 妻子 丈夫
    爷爷 奶奶 同事 同学
    老师 医生 公司 工作 上班 下班 学校 学习 学生 家里 房子 城市 地方 住在 来自 出生 生日 今年 去年 明年
    吃饭 早餐 午餐 晚餐 喝水 睡觉 起床 运动 看书 电影 音乐 旅游 旅行 周一 周二 周三 周四 周五 周六 周日
    一个 一起 一样 一点 一下 一些 一直 一定 一次 两个 三个 几个 很多 许多 不少 所有 全部 每个 其他 别的
    比较 非常 特别 十分 真的 可能 应该 需要 必须 可以 能够 希望 觉得 认为 想要 打算 计划 安排 准备 开始
    结束 继续 完成 提醒 帮助 建议 推荐 告知 回答 问题 事情 东西 信息 内容 方法 情况 原因 结果 关于 对于
    因为 所以 但是 不过 而且 或者 如果 虽然 然后 还是 就是 不是 没有 只是 都是 这是 那是 这个 那个 这些
    那些 这样 那样 怎么 什么 为什么 哪里 多少 我们 你们 他们 她们 自己 大家 人们 别人 好的
    谢谢 不客气 请问
    有关 另外 此外 例如 比如 首先 其次 最后 当然 其实 的话 一家 一只 一名 一位 家人 养了 有个 有一
"""

PLAIN = frozenset(_ENGLISH_PLAIN.split())
PLAIN_CHINESE = tuple(sorted(_CHINESE_PLAIN.split(), key=len, reverse=True))
COMMON = frozenset(_ENGLISH_COMMON.split()) | PLAIN | STOP_WORDS
_COMMON_CHINESE = tuple(_CHINESE_COMMON.split())
_ENDINGS = ("s", "es", "ed", "d", "ing", "ly", "er", "ers")


def stems(word: str) -> tuple[str, ...]:
    """Return what is left of an English word without one of its usual endings."""
    return tuple(
        word[: -len(ending)]
        for ending in _ENDINGS
        if word.endswith(ending) and len(word) - len(ending) >= 3
    )


def is_common(word: str) -> bool:
    """Tell whether a folded word, or what is left of it without its ending, is an everyday one."""
    return word in COMMON or any(stem in COMMON for stem in stems(word))


@cache
def is_made_of(run: str, *, plain: bool) -> bool:
    """Tell whether a Chinese run has no character beyond listed words and stop characters.

    At its ends a part of a word is enough, for a run is cut without regard to words. `plain` asks of
    the words of `PLAIN` alone.
    """
    words = PLAIN_CHINESE if plain else (*PLAIN_CHINESE, *_COMMON_CHINESE)
    covered = {place for place, character in enumerate(run) if character in STOP_CHARACTERS}
    for word in words:
        for place in range(1 - len(word), len(run)):
            begin, end = max(place, 0), min(place + len(word), len(run))
            if run[begin:end] == word[begin - place : end - place]:
                covered.update(range(begin, end))
    return len(covered) == len(run)
