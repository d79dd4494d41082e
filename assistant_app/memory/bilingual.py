"""Everyday words in both languages, so that one fact told in two is seen to be one. Pure.

A small embedder does not tell "allergic to peanuts" from 对海鲜过敏 well enough to merge facts by it:
over thirteen pairs, the wrong Chinese sentence came closer than the right one in two. So what can be
compared are words of this list; other objects stay apart, and the owner is asked.
"""

from __future__ import annotations

import re
from functools import cache

from assistant_app.memory.attribute import stem

_PAIRS = """
peanut 花生 | shellfish 贝类 | seafood 海鲜 | shrimp 虾 | prawn 虾 | crab 螃蟹 | fish 鱼
milk 牛奶 | dairy 乳制品 | lactose 乳糖 | egg 鸡蛋 | wheat 小麦 | gluten 麸质 | soy 大豆
nut 坚果 | walnut 核桃 | mango 芒果 | pollen 花粉 | dust 灰尘 | penicillin 青霉素
aspirin 阿司匹林 | cat 猫 | dog 狗 | bee 蜜蜂 | beef 牛肉 | pork 猪肉 | lamb 羊肉 | chicken 鸡肉
meat 肉 | rice 米饭 | noodle 面条 | tofu 豆腐 | mushroom 蘑菇 | onion 洋葱 | garlic 大蒜
ginger 姜 | coriander 香菜 | cilantro 香菜 | tomato 西红柿 | tomato 番茄 | potato 土豆
spicy 辣 | sweet 甜 | coffee 咖啡 | tea 茶 | wine 红酒 | beer 啤酒 | alcohol 酒 | cigarette 烟
chocolate 巧克力 | cake 蛋糕 | cheese 奶酪 | strawberry 草莓 | apple 苹果 | banana 香蕉
durian 榴莲 | hotpot 火锅 | sushi 寿司 | pizza 披萨 | basketball 篮球 | football 足球
tennis 网球 | badminton 羽毛球 | swimming 游泳 | running 跑步 | hiking 徒步 | hiking 爬山
climbing 攀岩 | yoga 瑜伽 | cycling 骑车 | fishing 钓鱼 | dancing 跳舞 | singing 唱歌
painting 画画 | photography 摄影 | reading 看书 | reading 阅读 | cooking 做饭 | gardening 园艺
chess 象棋 | calligraphy 书法 | guitar 吉他 | piano 钢琴 | violin 小提琴 | jazz 爵士
classical 古典 | film 电影 | movie 电影 | opera 歌剧 | travel 旅行 | teacher 老师 | teacher 教师
teach 老师 | teach 教 | nurse 护士 | doctor 医生 | dentist 牙医 | engineer 工程师
programmer 程序员 | lawyer 律师 | accountant 会计 | driver 司机 | chef 厨师 | cook 厨师
student 学生 | designer 设计师 | journalist 记者 | editor 编辑 | police 警察 | farmer 农民
writer 作家 | translator 翻译 | salesperson 销售 | manager 经理 | professor 教授 | pilot 飞行员
vet 兽医 | pharmacist 药剂师 | history 历史 | maths 数学 | math 数学 | english 英语
chinese 语文 | music 音乐 | art 美术 | physics 物理 | chemistry 化学 | biology 生物
school 学校 | middle 中学 | primary 小学 | university 大学 | hospital 医院 | bank 银行
company 公司 | wife 妻子 | husband 丈夫 | son 儿子 | daughter 女儿 | mother 妈妈 | father 爸爸
beijing 北京 | shanghai 上海 | guangzhou 广州 | shenzhen 深圳 | chengdu 成都 | hangzhou 杭州
nanjing 南京 | wuhan 武汉 | suzhou 苏州 | xian 西安 | tianjin 天津 | chongqing 重庆
london 伦敦 | paris 巴黎 | tokyo 东京 | berlin 柏林 | singapore 新加坡 | vegetarian 素食
vegetarian 吃素 | vegan 纯素 | single 单身 | married 结婚 | married 已婚 | divorced 离婚
divorced 离异 | morning 上午 | morning 早上 | afternoon 下午 | evening 晚上 | diabetes 糖尿病
asthma 哮喘 | left-handed 左撇子 | running 跑 | height 高 | water 水 | dark 黑 | snake 蛇
spider 蜘蛛
"""


@cache
def _to_english() -> tuple[tuple[str, str], ...]:
    pairs = [pair.split() for line in _PAIRS.strip().splitlines() for pair in line.split("|")]
    # Longer words first: 小提琴 before 琴.
    return tuple(sorted(((zh, en) for en, zh in pairs), key=lambda pair: -len(pair[0])))


@cache
def _stems() -> dict[str, str]:
    return {stem(english): english for _, english in _to_english()}


def english_of(text: str) -> frozenset[str]:
    """Return the English words of the list that `text` has, in either language and any ending."""
    found = {english for chinese, english in _to_english() if chinese in text}
    stems = _stems()
    for word in re.findall(r"[a-z-]+", text.lower()):
        if english := stems.get(stem(word)) or stems.get(word):
            found.add(english)
    return frozenset(found)
