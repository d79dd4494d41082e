"""The Chinese words of dates, in folded (simplified) form: word -> {category: value}.

Matched longest first. `OPAQUE` are words that only look as if a date began in them (rule 14).
"""

from __future__ import annotations

from typing import Any

Entry = dict[str, Any]
WORDS: dict[str, Entry] = {}


def _add(category: str, table: str) -> None:
    """Add `word|word=value ...`."""
    for item in table.split():
        words, _, value = item.partition("=")
        parsed: Any = int(value) if value.lstrip("-").isdigit() else value or True
        for word in words.split("|"):
            WORDS.setdefault(word, {})[category] = parsed


_add("zd", "零=0 一=1 二=2 两=2 三=3 四=4 五=5 六=6 七=7 八=8 九=9")
_add("zten", "十=10 廿=20 卅=30")
_add("zbig", "百=100 千=1000 万=10000")
_add("zhalf", "半")
_add("zquarter", "刻|刻钟")
_add("zfew", "几=3 数=3 若干=3 好几=3")
_add(
    "zrelday",
    """
    今天|今日|今儿|今儿个|本日|当天|当日|今朝|今个儿=0
    明天|明日|明儿|明儿个|听日|翌日|次日|第二天|隔天|隔日=1 后天|后日|后儿=2 大后天|大后日=3
    大大后天=4 昨天|昨日|昨儿|寻日=-1 前天|前日|前儿=-2 大前天|大前日=-3 大大前天=-4
    """,
)
_add("znextday", "次日|翌日|第二天|隔天")
_add(
    "zrelpart",
    """
    今早|今晨=0morning 今晚|今夜|今儿晚上|今晚上=0zevening 明早|明晨=1morning
    明晚|明夜=1zevening 昨晚|昨夜=-1zevening 昨早=-1morning 后晚=2zevening 前晚=-2zevening
    当晚=0zevening 今午=0noon 明午=1noon 听晚=1zevening 琴晚=-1zevening
    """,
)
_add("ztwodays", "今明两天|今明=0 明后两天|明后天|明后=1")
_add("znow", "现在|此时|当前|此刻|目前|马上|立刻|立即|眼下|而家|宜家|刚才|这会儿|这时候")
_add("zsametime", "这个时候|这个时间|同一时间|相同时间|同样时间|同一个时间|这个点")
_add(
    "zpart",
    """
    天黑=dusk 早上|早晨|清晨|早间|清早|大清早|一早|大早上|早=morning 上午|午前=forenoon
    中午|正午|晌午=noon 下午|午后|下昼=afternoon 傍晚|黄昏|日落=dusk
    晚上|晚间|夜里|夜晚|夜间|晚|夜|入夜=zevening 凌晨=smallhours
    半夜|深夜|午夜|大半夜|后半夜|子夜=midnight 黎明|拂晓|破晓|天亮=dawn 白天|日间=daytime
    午饭时间|午饭时|午餐时间|午休=lunch 晚饭时间|晚饭时=dinner 饭后=afterlunch
    下班后|下班以后=afterwork 午饭后=afterlunch 晚饭后=afterdinner 上班前=beforework
    睡前|临睡前=bedtime 下班前=cob 上半夜=zevening 朝早=morning 晏昼=afternoon 夜晚黑=zevening
    """,
)
_add("zprev", "上|上个|上一|上一个=1 上上|上上个=2 上上上|上上上个=3 上个的=1")
_add("znext", "下|下个|下一|下一个=1 下下|下下个=2 下下下|下下下个=3")
_add("zeve", "前夜 前夕")
_add("zthis", "这|这个|这一|这一个|本|今个|今|当|同|这周的|本个|此")
_add("zweek", "周|星期|礼拜")
_add("zwday", "日=6 天=6")
_add("zwnum", "一 二 三 四 五 六")
_add("zweekend", "周末|星期末|礼拜末|周六日|周末两天")
_add(
    "zunit",
    """
    秒|秒钟=second 分|分钟=minute 小时|钟头|个钟|个小时|个钟头=hour 天|日=day
    周|星期|礼拜|个星期|个礼拜=week 月|个月|个月份=month 年|年度|载=year
    季|季度|个季度|个季=quarter 工作日|个工作日=workday 平日|个平日=plainday
    周末|个周末=weekend 晚|夜|个晚上=night 旬=tenday 交易日|个交易日=workday
    """,
)
_add("zweekday", "工作日|上班日|交易日=workday 平日=plainday")
_add("znian", "年")
_add("zyue", "月|月份")
_add("zri", "日|号")
_add("zdian", "点|点钟|时|点整|点正|时整|点钟整|时正|点钟正")
_add("zfen", "分|分钟")
_add("zmiao", "秒|秒钟")
_add(
    "zyear",
    """
    今年|本年|当年|今年度|本年度=0 明年|来年|次年|翌年|下一年|下年=1 后年|下下年=2 大后年=3
    去年|上年|上一年|旧年=-1 前年=-2 大前年=-3
    """,
)
_add("zlunar", "农历|阴历|旧历|夏历")
_add("zsolar", "公历|阳历|新历")
_add("zlmonth", "正月|正月里=1 腊月=12 冬月=11")
_add("zchu", "初")
_add("zrun", "闰")
_add("zleapyear", "大年")
_add("zago", "前|之前|以前|或之前|或以前|及之前|及以前|或更早")
_add("zlater", "后|之后|以后|过后|或之后|或以后|及之后|及以后|或更晚")
_add("zin", "内|之内|以内|里|里面|之间")
_add("zpast", "过去|过去的|近|最近|最近的|前|之前|刚过去的|此前|上|往前|上个")
_add(
    "zfuture",
    """
    未来|未来的|接下来|接下来的|后|今后|往后|之后|下|此后|还剩|还有|剩|再过|后面|往后的
    将来的|将来
    """,
)
_add("zguo", "过|再过|再等|等|还有")
_add("zto", "直到|截至|截止到|截止|一直到")
_add("zto", "到|至|~")
_add("zuntil", "直到|截至|截止到|截止|一直到|到|至")
_add("zfrom", "从|自|由|打")
_add("zsince", "自从 以来")
_add("zqi", "起|开始|起算")
_add("zde", "的|之|里|中")
_add("zat", "在|于|那")
_add("zevery", "每|每个|每一|每一个|逢|每逢|各个|每到")
_add("zother", "隔|每隔")
_add(
    "zfreq",
    """
    天天|每天|每日|日日|每一天=DAILY 每周|每星期|每礼拜|每个星期|每个礼拜=WEEKLY
    月月|每月|每个月=MONTHLY 年年|每年=YEARLY 每小时|每个小时=HOURLY
    每季度|每季|每个季度=MONTHLY3 每半年=MONTHLY6 每两周|双周|隔周|每双周=WEEKLY2
    每晚|每天晚上|每夜|夜夜=NIGHTLY 每早|每天早上=MORNINGLY 隔天|隔日|每隔一天|每隔天=DAILY2
    隔月=MONTHLY2 隔年=YEARLY2 每分钟=MINUTELY
    """,
)
_add("zci", "次|回|遍")
_add("zzhao", "朝")
_add(
    "zmeasure", "公里|千米|公斤|斤|页|圈|组|杯|瓶|趟|米|门|篇|节|台|件|本|元|块钱|个人|人次|位|名"
)
_add("zdi", "第")
_add("zfirst", "首个=1 首=1")
_add("zlastof", "最后|最后一|最末|最后的|末=-1 倒数=-1")
_add("zge", "个")
_add("zedge", "初|之初|伊始=begin 底|末|之末|终|尾|结束=end 中|中旬|中间=mid")
_add("zxun", "上旬|头十天=1 中旬=2 下旬=3")
_add("zhalfof", "上半=1 下半=2 前半=1 后半=2")
_add("zduo", "多|余|来")
_add("zyou", "又|零|加|和|外加")
_add(
    "zapprox",
    """
    左右|前后|许|上下|大约|大概|约|差不多|约莫|整|正|止|为止|准时|准|钟|吧|呢|哦|的时候
    时候|时分|那天|那会儿|当儿
    """,
)
_add("zis", "是|就是|为|将|要|就")
_add("zpre", "大约|大概|约|差不多|约莫|在|于|等|等到|就|是|为|将|要|到了")
_add("zcha", "差|缺")
_add("zguoq", "过")
_add("zban", "半")
_add("zand", "和|与|跟|及|以及|还有|或|或者")
_add("zmonthend", "月底|月末|月尾=end 月初|月头=begin 月中=mid")
_add("zweekends", "每周末 每个周末 每逢周末")
_add("zmonthxun", "月上旬=1 月中旬=2 月下旬=3 月份上旬=1 月份中旬=2 月份下旬=3")
_add("zyearend", "年底|年末|年尾|岁末=end 年初|年头=begin 年中=mid")
_add("zweekedge", "周初=begin 周中=mid")
_add("zwhole", "全|整|整个|一整|全个")
_add("zallday", "全天|整天|一整天|一天到晚|整日|全日")
_add("zjian", "间|期间|时间")
_add("ztilnow", "以来|至今")
_add("zagain", "再")
_add("zhour", "时")
_add("zhour1", "小时|个小时|钟头|个钟头=1")
_add(
    "zone",
    """
    北京时间|中国时间|上海时间=Asia/Shanghai 纽约时间|美东时间=America/New_York
    伦敦时间|英国时间=Europe/London 东京时间|日本时间=Asia/Tokyo 香港时间=Asia/Hong_Kong
    新加坡时间=Asia/Singapore 悉尼时间=Australia/Sydney 巴黎时间=Europe/Paris
    洛杉矶时间|美西时间|太平洋时间=America/Los_Angeles 丹佛时间=America/Denver
    芝加哥时间=America/Chicago 印度时间=Asia/Kolkata 柏林时间=Europe/Berlin
    台北时间=Asia/Taipei 首尔时间|韩国时间=Asia/Seoul 莫斯科时间=Europe/Moscow
    """,
)
_add("zgong", "共|一共|总共")

OPAQUE = frozenset(
    """
    闹钟 时钟 提前 提早 推迟 延后 延迟 哪几天 哪天 哪几个 哪一天 几月几号 星期几 周几
    几号 几点 礼拜几 不只 不止
    再晚 再早 更晚 更早 晚半 早半 晚几天 晚几分 早几天 早几分 晚一会 早一会 晚些 早些 最晚 最早
    起床 起来 月子 月饼 月亮 月经 月球 月光 月票 月嫂 月薪 月季 月报 月食 月老 月台 一起 一下
    一些 一样 一直 一般 一定 一共 万一 统一 唯一 一边 一旦 一切 一会儿 一会 周杰伦 周杰 周边
    周围 周年 周到 周刊 周报 周转 周期 周旋 周密 周知 周岁 星期八 礼拜堂 周总理 周恩来 周星驰
    周润发 周迅 周董 周公 周易 周口 周庄 周折 周详 周全 周遭 天气 天安门 天津 天空 天使 天才
    天然 天堂 天下 天坛 天猫 天河 天桥 天花板 天线 天府 天台 天文 天真 天涯 有点 一点点 地点
    重点 快点 早点 晚点 差点 优点 缺点 景点 点评 点餐 点菜 点单 点外卖 点赞 点击 点心 点名 点播
    点歌 早一点 晚一点 快一点 慢一点 好一点 多一点 少一点 观点 特点 热点 站点 号线 号楼 号门
    号码 号店 号厅 号馆 号院 号房 号桌 号车 号机 号球 号位 号出口 号选手 号公路 号文件 号信
    号航站楼 号会议室 号病房 号床 号柜 号窗口 号站台 号登机口 号电池 生日 节日 假日 日程 日记
    日报 日本 日语 日文 日常 日历 日用 日料 日出 日期 往日 平日里 日元 日子 日光 日志 纪念日
    年会 年货 年级 年龄 年轻 年薪 年终奖 年报 年夜饭 年糕 年味 年代感 年费 年假 年检 年度总结
    充分 部分 分享 分析 分手 分类 分支 分公司 分数 分期 分配 分开 积分 得分 学分 评分 时候 时尚
    时装 时差 时光 时代 时刻表 时髦 小时候 及时 同时 临时 按时 准时下班 平时 有时 当时 时报
    时事 时机 上海 上班 上课 上网 上学 上传 上面 上衣 上线 上升 上市 上司 上级 下班 下课 下载
    下面 下单 下雨 下雪 下属 下棋 下厨 下架 下落 下次 上次 早餐 早饭 早点铺 早市 早会 早操 早恋
    早产 早班 早茶 早期 晚餐 晚饭 晚会 晚报 晚安 晚婚 晚宴 晚班 夜宵 夜市 夜店 夜班 夜景 夜跑
    夜空 夜校 夜场 午餐 午饭 午觉 午睡 午餐会 午餐肉 夜话 后面 后来 后悔 后果 后台 后门 后勤
    后续 后端 后记 后妈 后期 之后的事 前面 前端 前台 前提 前任 前妻 前夫 前男友 前女友 前景
    前途 前言 前辈 前程 以前的事 初中 初恋 初级 初步 初稿 初衷 初一学生 底层 底线 底片 末班车
    末日 中国 中心 中文 中间件 中学 中药 中介 中奖 中餐 中年 中秋月饼 中东 中山 其中 半天没
    半价 半成品 半决赛 半导体 半径 半岛 半自动 半马 本子 本人 本来 本地 本科 本书 本周刊 这样
    这里 这么 这种 这些 这边 今后的路 当然 当地 当初 当面 同学 同事 同意 同样 同步 五月天 千万
    百度 百货 百科 万科 万达 万圣 万能 万里 两会 三点建议 两点建议 三点要求 正常 正式 正在 正确
    正月里来 正好 整理 整形 整合 准备 准确 准则 钟表 钟楼 钟情 钟爱 秒杀 秒表 刻苦 刻录 立刻说
    过年 过期 过程 过敏 过分 过滤 通过 经过 超过 到底 到达 到货 迟到 收到 看到 找到 得到 遇到
    想到 约会 约定 约翰 约束 大约会 预约 起飞 起诉 起草 起点 起名 一起床 买单 从事 从容 从来
    自己 自动 自由 自然 自行车 自助 由于 理由 自习 自拍 自我 自费 和平 和谐 来自 未来简史
    未来世界 未来学 最近怎么样 五一劳动奖章 黑色星期五 星期五餐厅 现在时 将来时 过去时 过去式
    现在进行时 每日优鲜 每日一歌 今日头条 今日说法 昨日重现 昨日青空 后天下之乐 前天下 明日之子
    明天会更好 春节联欢 春节晚会 春晚 端午粽 中秋晚会 元宵晚会 跨年晚会 凌晨四点的洛杉矶 早安
    七夕礼物 十一郎 三月兔 八月桂花 七月与安生 二月河 五月花 六月雪 十月革命 一月潮 九月九的酒
    周一见 周末画报 周末愉快 周末快乐 新年快乐 新年好 春节快乐 中秋快乐 国庆快乐 生日快乐
    下午茶 晚风 午夜凶铃 半夜鸡叫 黎明前的黑暗 白天不懂夜的黑 一夜情 夜宴 月夜 春节档 国庆档
    圣诞树 圣诞老人 圣诞歌 圣诞帽 情人节快乐 月半 年年有余 日日顺 万年历 千年 百年孤独 十年树木
    十年寒窗 一年级 夜曲 夜莺 夜盲
    """.split()  # noqa: SIM905 - four hundred words
)
