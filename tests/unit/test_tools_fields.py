"""Which arguments a message can fill."""

from __future__ import annotations

import pytest

from assistant_app.tools.fields import offered_fields
from assistant_app.tools.spec import specs

CASES = [
    ("create_event", "coffee with Lena", False, "title"),
    ("create_event", "coffee with Lena tomorrow", True, "title when"),
    ("create_event", "coffee tomorrow for two hours", True, "title when length"),
    ("create_event", "standup every Tuesday in the blue room", True, "title when repeat place"),
    ("create_event", "flight Friday, remind me an hour before", True, "title when length remind"),
    ("create_event", "明天和小田喝咖啡", True, "title when"),
    ("create_event", "每周二在二楼开站会，四十五分钟", True, "title when length repeat place"),
    ("create_event", "周五的航班，提前一小时提醒我", True, "title when length remind"),
    ("create_task", "buy stamps", False, "title"),
    ("create_task", "put stamps on the errands list", False, "title list"),
    ("create_task", "pay the gas bill by Friday, it is urgent", True, "title due priority"),
    ("create_task", "购物清单加上邮票", False, "title list"),
    ("create_task", "周五之前交燃气费，很急", True, "title due priority"),
    ("set_reminder", "remind me to stretch at noon", True, "text when"),
    ("set_reminder", "remind me to stretch daily at noon", True, "text when repeat"),
    ("set_reminder", "每天中午提醒我拉伸", True, "text when repeat"),
    ("list_items", "what do I have", False, "kind about"),
    ("list_items", "what tasks are left for Friday", True, "kind when about state"),
    ("list_items", "还有哪些任务没做", False, "kind about state"),
    ("delete_item", "scrap the visit to the notary", False, "item"),
    ("delete_item", "cancel all my yoga", False, "item which"),
    ("delete_item", "取消瑜伽课", False, "item"),
    ("delete_item", "以后的瑜伽课都取消", False, "item which"),
    ("move_item", "shift the review to 11", True, "item to"),
    ("find_free_time", "am I free tomorrow", True, "when"),
    ("find_free_time", "am I free for an hour tomorrow morning", True, "when length hours"),
]


@pytest.mark.parametrize(("tool", "text", "dated", "fields"), CASES)
def test_what_no_word_speaks_for_is_not_offered(tool, text, dated, fields):
    assert " ".join(offered_fields(tool, text, dated=dated)) == fields


@pytest.mark.parametrize("tool", list(specs()))
def test_what_a_call_needs_is_always_offered(tool):
    spec = specs()[tool]
    assert set(spec.required) <= set(offered_fields(tool, "", dated=False))
    assert spec.only(offered_fields(tool, "", dated=False)).required == spec.required
