<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>ActionCard</name>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Edit {title}</source>
        <translation>编辑 {title}</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo {title}</source>
        <translation>撤销 {title}</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>已撤销</translation>
    </message>
</context>
<context>
    <name>AgendaEditing</name>
    <message>
        <source>Change</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>“{title}” repeats. Which do you mean?</source>
        <translation>“{title}”是重复的。要改哪些？</translation>
    </message>
    <message>
        <source>&amp;Only this one</source>
        <translation>仅此一次(&amp;O)</translation>
    </message>
    <message>
        <source>This and &amp;later</source>
        <translation>这次及以后(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;All</source>
        <translation>全部(&amp;A)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Deleted “{title}”</source>
        <translation>已删除“{title}”</translation>
    </message>
</context>
<context>
    <name>AgendaHead</name>
    <message>
        <source>Before (Ctrl+Page Up)</source>
        <translation>往前 (Ctrl+Page Up)</translation>
    </message>
    <message>
        <source>After (Ctrl+Page Down)</source>
        <translation>往后 (Ctrl+Page Down)</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Today (Ctrl+T)</source>
        <translation>今天 (Ctrl+T)</translation>
    </message>
    <message>
        <source>Go to today</source>
        <translation>回到今天</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>月</translation>
    </message>
    <message>
        <source>Month and tasks (Alt+1)</source>
        <translation>月历和待办 (Alt+1)</translation>
    </message>
    <message>
        <source>Week</source>
        <translation>周</translation>
    </message>
    <message>
        <source>Week (Alt+2)</source>
        <translation>周视图 (Alt+2)</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>List and search (Alt+3)</source>
        <translation>列表和搜索 (Alt+3)</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>日程</translation>
    </message>
    <message>
        <source>New event</source>
        <translation>新日程</translation>
    </message>
    <message>
        <source>New event (Ctrl+E)</source>
        <translation>新日程 (Ctrl+E)</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>待办</translation>
    </message>
    <message>
        <source>New task</source>
        <translation>新待办</translation>
    </message>
    <message>
        <source>New task (Ctrl+Shift+E)</source>
        <translation>新待办 (Ctrl+Shift+E)</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Import and export</source>
        <translation>导入和导出</translation>
    </message>
    <message>
        <source>Import a calendar file…</source>
        <translation>导入日历文件…</translation>
    </message>
    <message>
        <source>Export everything…</source>
        <translation>全部导出…</translation>
    </message>
</context>
<context>
    <name>AgendaListModel</name>
    <message>
        <source>Past</source>
        <translation>已过去</translation>
    </message>
    <message>
        <source>Without a date</source>
        <translation>没有日期</translation>
    </message>
    <message>
        <source>task</source>
        <translation>待办</translation>
    </message>
    <message>
        <source>all day</source>
        <translation>全天</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>important</source>
        <translation>重要</translation>
    </message>
    <message>
        <source>repeats</source>
        <translation>重复</translation>
    </message>
</context>
<context>
    <name>AgendaListPage</name>
    <message>
        <source>Search events and tasks (Ctrl+F)</source>
        <translation>搜索日程和待办 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Search events and tasks</source>
        <translation>搜索日程和待办</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>更早</translation>
    </message>
    <message>
        <source>Show earlier days</source>
        <translation>显示更早的日子</translation>
    </message>
    <message>
        <source>The coming days</source>
        <translation>接下来的日子</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Done, or open again</source>
        <translation>完成或重新打开</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Nothing has these words.</source>
        <translation>没有内容包含这些词。</translation>
    </message>
    <message>
        <source>Nothing more in the next two years.</source>
        <translation>两年之内没有更多安排。</translation>
    </message>
    <message>
        <source>Nothing is coming. Ctrl+E makes an event.</source>
        <translation>接下来没有安排。按 Ctrl+E 新建日程。</translation>
    </message>
</context>
<context>
    <name>AgendaWindow</name>
    <message>
        <source>Agenda</source>
        <translation>日程</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Show what was missed</source>
        <translation>查看错过的提醒</translation>
    </message>
    <message>
        <source>Missed while closed: {count}</source>
        <translation>关闭时错过：{count} 条</translation>
    </message>
</context>
<context>
    <name>BarsDialog</name>
    <message>
        <source>Never proposed</source>
        <translation>不再提议</translation>
    </message>
    <message>
        <source>Nothing about these topics is proposed. What you ask to remember is kept.</source>
        <translation>与这些话题有关的内容不会再提议记住；你明确要求记住的仍会保留。</translation>
    </message>
    <message>
        <source>What is never proposed</source>
        <translation>不再提议的内容</translation>
    </message>
    <message>
        <source>Nothing is barred.</source>
        <translation>没有不再提议的内容。</translation>
    </message>
    <message>
        <source>A topic, such as: my health</source>
        <translation>话题，例如：我的健康</translation>
    </message>
    <message>
        <source>A topic that is never to be proposed</source>
        <translation>不再提议的话题</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add the topic</source>
        <translation>添加话题</translation>
    </message>
    <message>
        <source>Allow again</source>
        <translation>恢复提议</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>a memory you turned down for good; its words were not kept</source>
        <translation>你永久拒绝的一条记忆，原文没有保留</translation>
    </message>
    <message>
        <source>Allowed again: {topic}</source>
        <translation>已恢复提议：{topic}</translation>
    </message>
</context>
<context>
    <name>CalendarBox</name>
    <message>
        <source>New calendar…</source>
        <translation>新日历…</translation>
    </message>
</context>
<context>
    <name>CalendarDesk</name>
    <message>
        <source>Deleted the calendar “{name}”</source>
        <translation>已删除日历“{name}”</translation>
    </message>
</context>
<context>
    <name>CalendarDialog</name>
    <message>
        <source>New calendar</source>
        <translation>新日历</translation>
    </message>
    <message>
        <source>Edit the calendar</source>
        <translation>编辑日历</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>CalendarModel</name>
    <message>
        <source>{name}, entries: {count}</source>
        <translation>{name}，共 {count} 项</translation>
    </message>
</context>
<context>
    <name>CalendarPanel</name>
    <message>
        <source>Calendars</source>
        <translation>日历</translation>
    </message>
    <message>
        <source>New calendar</source>
        <translation>新日历</translation>
    </message>
    <message>
        <source>Name and colour…</source>
        <translation>名称和颜色…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>New calendar…</source>
        <translation>新日历…</translation>
    </message>
</context>
<context>
    <name>ChatMemories</name>
    <message>
        <source>Kept</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>Kept both memories</source>
        <translation>两条记忆都已保留</translation>
    </message>
    <message>
        <source>Never proposed again</source>
        <translation>以后不再提议</translation>
    </message>
    <message>
        <source>Not kept</source>
        <translation>没有保留</translation>
    </message>
    <message>
        <source>Changed the memory</source>
        <translation>已修改记忆</translation>
    </message>
    <message>
        <source>Remembered: “{text}”</source>
        <translation>已记住：“{text}”</translation>
    </message>
    <message>
        <source>Remember this</source>
        <translation>记住这句</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>This was taken back before.</source>
        <translation>之前已经撤销过了。</translation>
    </message>
    <message>
        <source>Open a link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>Open this address outside Assistant?</source>
        <translation>要在助手之外打开这个网址吗？</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Message Assistant</source>
        <translation>给助手发消息</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>This is too long to send: {length} characters, at most {limit}. Nothing is lost; shorten it or send it in parts.</source>
        <translation>内容太长，无法发送：{length} 个字符，最多 {limit} 个。内容都还在，可以缩短或分几次发送。</translation>
    </message>
</context>
<context>
    <name>DayLine</name>
    <message>
        <source>Agenda</source>
        <translation>日程</translation>
    </message>
    <message>
        <source>Open the agenda</source>
        <translation>打开日程</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Today: {events}</source>
        <translation>今天：{events}</translation>
    </message>
    <message>
        <source>Due: {tasks}</source>
        <translation>到期：{tasks}</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>{count} more</source>
        <translation>还有 {count} 项</translation>
    </message>
</context>
<context>
    <name>DayModel</name>
    <message>
        <source>all day</source>
        <translation>全天</translation>
    </message>
    <message>
        <source>repeats</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>reminder</source>
        <translation>有提醒</translation>
    </message>
</context>
<context>
    <name>DeleteBox</name>
    <message>
        <source>Delete the calendar</source>
        <translation>删除日历</translation>
    </message>
    <message>
        <source>“{name}” still has something in it ({count}). What becomes of that?</source>
        <translation>“{name}”里还有内容（{count} 项）。怎样处理？</translation>
    </message>
    <message>
        <source>Keep it in “{name}”</source>
        <translation>保留到“{name}”</translation>
    </message>
    <message>
        <source>Delete it too</source>
        <translation>一并删除</translation>
    </message>
    <message>
        <source>Delete the calendar “{name}”?</source>
        <translation>删除日历“{name}”？</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>DestinationMark</name>
    <message>
        <source>Change…</source>
        <translation>更换…</translation>
    </message>
    <message>
        <source>Choose another model</source>
        <translation>选择别的模型</translation>
    </message>
    <message>
        <source>That is your messages, and of your memories, calendar and past chats what an answer needs. Nothing else leaves this computer.</source>
        <translation>包括您的消息，以及回答所需的记忆、日历和以往对话的内容。其他内容都不会离开本机。</translation>
    </message>
    <message>
        <source>Answers come from another program here: {name} ({host})</source>
        <translation>由本机上的另一个程序回答：{name}（{host}）</translation>
    </message>
    <message>
        <source>What you write is sent to {host} in your network ({name})</source>
        <translation>您写的内容会发送到您网络中的 {host}（{name}）</translation>
    </message>
    <message>
        <source>What you write is sent to {host} on the internet ({name})</source>
        <translation>您写的内容会发送到互联网上的 {host}（{name}）</translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>Everything stays on this computer.</source>
        <translation>所有内容都只留在这台电脑上。</translation>
    </message>
    <message>
        <source>What can I do for you, {name}?</source>
        <translation>{name}，有什么要我做的？</translation>
    </message>
    <message>
        <source>What can I do for you?</source>
        <translation>有什么要我做的？</translation>
    </message>
    <message>
        <source>Add a dentist appointment next Tuesday at 3pm</source>
        <translation>下周二下午三点约了牙医，帮我记到日程里</translation>
    </message>
    <message>
        <source>Remember that I prefer meetings in the afternoon</source>
        <translation>记住：我喜欢把会议安排在下午</translation>
    </message>
    <message>
        <source>What is on my calendar this week?</source>
        <translation>我这周有什么安排？</translation>
    </message>
</context>
<context>
    <name>EraseQuestion</name>
    <message>
        <source>Erase</source>
        <translation>擦除</translation>
    </message>
    <message>
        <source>Erase this memory?</source>
        <translation>擦除这条记忆？</translation>
    </message>
    <message>
        <source>Erase {count} memories?</source>
        <translation>擦除 {count} 条记忆？</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>还有 {count} 条</translation>
    </message>
    <message>
        <source>Erase the words in the chat too</source>
        <translation>同时擦除对话中的原话</translation>
    </message>
    <message>
        <source>Never propose it again</source>
        <translation>以后不再提议</translation>
    </message>
    <message>
        <source>Erase it from the backups too</source>
        <translation>同时从备份中擦除</translation>
    </message>
    <message>
        <source>You can take it back for ten seconds. After that it cannot be recovered.</source>
        <translation>十秒之内可以撤销，之后无法恢复。</translation>
    </message>
    <message>
        <source>1 backup may still have it: {names}</source>
        <translation>1 份备份中可能还有：{names}</translation>
    </message>
    <message>
        <source>{count} backups may still have it: {names}</source>
        <translation>{count} 份备份中可能还有：{names}</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>ExpiryEdit</name>
    <message>
        <source>on</source>
        <translation>到期</translation>
    </message>
    <message>
        <source>It expires</source>
        <translation>会到期</translation>
    </message>
    <message>
        <source>When it expires</source>
        <translation>到期时间</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
</context>
<context>
    <name>FirstStart</name>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>欢迎</translation>
    </message>
    <message>
        <source>Two things to begin with. Both can be changed in the settings.</source>
        <translation>先定两件事，之后都可以在设置里改。</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>What shall I call you?</source>
        <translation>怎么称呼你？</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>你的名字</translation>
    </message>
    <message>
        <source>What you say stays here</source>
        <translation>你说的话留在这里</translation>
    </message>
    <message>
        <source>Nothing is sent anywhere, unless you name a server of your own.</source>
        <translation>除非你自己指定服务器，否则什么都不会发出去。</translation>
    </message>
    <message>
        <source>Chats, memories and the calendar are one file: {file}</source>
        <translation>对话、记忆和日程都在一个文件里：{file}</translation>
    </message>
    <message>
        <source>It is not encrypted: whoever can read your files can read it. If others use this computer, turn on the encryption of its disk.</source>
        <translation>它没有加密：能读取你文件的人就能读取它。如果别人也用这台电脑，请打开磁盘加密。</translation>
    </message>
    <message>
        <source>A copy is kept before each change of the file&apos;s format. “assistant-app data backup” makes one whenever you like; keep it somewhere else.</source>
        <translation>每次更改文件格式之前都会留一份副本。“assistant-app data backup”可以随时备份；请存到别处。</translation>
    </message>
    <message>
        <source>Nothing is remembered for good without your yes, and all can be erased.</source>
        <translation>没有你的同意，什么都不会长期记住；一切都可以擦除。</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Step {number} of 3</source>
        <translation>第 {number} 步，共 3 步</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
</context>
<context>
    <name>FreeLine</name>
    <message>
        <source>Move it to the next free time</source>
        <translation>移到下一个空闲时间</translation>
    </message>
    <message>
        <source>At the same time: {events}</source>
        <translation>同一时间：{events}</translation>
    </message>
    <message>
        <source>Nothing else at that time.</source>
        <translation>这段时间没有别的安排。</translation>
    </message>
    <message>
        <source>Free: {time}</source>
        <translation>有空：{time}</translation>
    </message>
    <message>
        <source>Move it to the next free time: {time}</source>
        <translation>移到下一个空闲时间：{time}</translation>
    </message>
</context>
<context>
    <name>HistoryDialog</name>
    <message>
        <source>Compare wordings</source>
        <translation>比较措辞</translation>
    </message>
    <message>
        <source>Earlier wording</source>
        <translation>较早的措辞</translation>
    </message>
    <message>
        <source>Later wording</source>
        <translation>较晚的措辞</translation>
    </message>
    <message>
        <source>Use the earlier wording</source>
        <translation>改用较早的措辞</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
</context>
<context>
    <name>IcsDesk</name>
    <message>
        <source>Import a calendar file</source>
        <translation>导入日历文件</translation>
    </message>
    <message>
        <source>Calendar files (*.ics *.ical);;All files (*)</source>
        <translation>日历文件 (*.ics *.ical);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Reading {name}…</source>
        <translation>正在读取 {name}…</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>有改动</translation>
    </message>
    <message>
        <source>there already</source>
        <translation>已有</translation>
    </message>
    <message>
        <source>set aside, as they cannot be read</source>
        <translation>无法读取，已搁置</translation>
    </message>
    <message>
        <source>Put what is new into</source>
        <translation>新内容放入</translation>
    </message>
    <message>
        <source>Imported {name}: {added} new, {updated} changed</source>
        <translation>已导入 {name}：新增 {added} 项，更新 {updated} 项</translation>
    </message>
    <message>
        <source>Export everything</source>
        <translation>全部导出</translation>
    </message>
    <message>
        <source>agenda.ics</source>
        <translation>日程.ics</translation>
    </message>
    <message>
        <source>Calendar files (*.ics)</source>
        <translation>日历文件 (*.ics)</translation>
    </message>
    <message>
        <source>Wrote {count} entries to {name}</source>
        <translation>已把 {count} 项写入 {name}</translation>
    </message>
</context>
<context>
    <name>ImportPreview</name>
    <message>
        <source>What is not taken as it is</source>
        <translation>没有原样导入的内容</translation>
    </message>
    <message>
        <source>Nothing is stored yet.</source>
        <translation>尚未保存任何内容。</translation>
    </message>
    <message>
        <source>There is nothing new in it.</source>
        <translation>里面没有新内容。</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ItemDialog</name>
    <message>
        <source>New event</source>
        <translation>新日程</translation>
    </message>
    <message>
        <source>Edit the event</source>
        <translation>编辑日程</translation>
    </message>
    <message>
        <source>New task</source>
        <translation>新待办</translation>
    </message>
    <message>
        <source>Edit the task</source>
        <translation>编辑待办</translation>
    </message>
    <message>
        <source>Has a due date</source>
        <translation>有截止日期</translation>
    </message>
    <message>
        <source>All day</source>
        <translation>全天</translation>
    </message>
    <message>
        <source>No time of day</source>
        <translation>不定具体时间</translation>
    </message>
    <message>
        <source>Begins</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>截止</translation>
    </message>
    <message>
        <source>Time it begins</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Time it ends</source>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>Important</source>
        <translation>重要</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Calendar</source>
        <translation>日历</translation>
    </message>
    <message>
        <source>List</source>
        <translation>清单</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Reminder</source>
        <translation>提醒</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>地点</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>at the time</source>
        <translation>准时</translation>
    </message>
    <message>
        <source>1 hour before</source>
        <translation>提前 1 小时</translation>
    </message>
    <message>
        <source>1 day before</source>
        <translation>提前 1 天</translation>
    </message>
    <message>
        <source>{count} minutes before</source>
        <translation>提前 {count} 分钟</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>It would end before it begins.</source>
        <translation>结束时间早于开始时间。</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Show or hide the chats (Ctrl+B)</source>
        <translation>显示或隐藏对话列表 (Ctrl+B)</translation>
    </message>
    <message>
        <source>Today: {events} in the calendar, {due} due</source>
        <translation>今天：{events} 项日程，{due} 项到期</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>{title} · off the record</source>
        <translation>{title} · 不留记录</translation>
    </message>
    <message>
        <source>Moved “{title}” to the trash</source>
        <translation>已把“{title}”移到回收站</translation>
    </message>
</context>
<context>
    <name>MemoriesWindow</name>
    <message>
        <source>Memories</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Never proposed…</source>
        <translation>不再提议…</translation>
    </message>
    <message>
        <source>Statistics…</source>
        <translation>统计…</translation>
    </message>
    <message>
        <source>{count} in all · {waiting} to confirm</source>
        <translation>共 {count} 条 · {waiting} 条待确认</translation>
    </message>
    <message>
        <source>{count} in all · {waiting} to confirm · nothing leaves this computer</source>
        <translation>共 {count} 条 · {waiting} 条待确认 · 内容不会离开这台电脑</translation>
    </message>
    <message>
        <source>No chat has a summary yet. One of more than ten messages gets it when you leave it or let it rest.</source>
        <translation>还没有对话有摘要。超过十条消息的对话，在你离开或搁置时会写成摘要。</translation>
    </message>
    <message>
        <source>Nothing contradicts or repeats another memory.</source>
        <translation>没有互相矛盾或重复的记忆。</translation>
    </message>
    <message>
        <source>Nothing is remembered yet. Say “remember that …” in a chat, or keep what Assistant proposes there. Nothing is kept without your yes.</source>
        <translation>还没有记住任何内容。在对话里说“记住……”，或者保留助手提出的建议。没有你的同意，什么都不会记下。</translation>
    </message>
    <message>
        <source>Kept what you confirmed</source>
        <translation>已保留你确认的记忆</translation>
    </message>
    <message>
        <source>Turned down what was proposed</source>
        <translation>已拒绝提议</translation>
    </message>
    <message>
        <source>Kept the new memory</source>
        <translation>已保留新的记忆</translation>
    </message>
    <message>
        <source>Kept the old memory</source>
        <translation>已保留旧的记忆</translation>
    </message>
    <message>
        <source>Kept both memories</source>
        <translation>两条记忆都已保留</translation>
    </message>
    <message>
        <source>Archived what was chosen</source>
        <translation>已归档所选记忆</translation>
    </message>
    <message>
        <source>Brought back what was chosen</source>
        <translation>已恢复所选记忆</translation>
    </message>
    <message>
        <source>Nothing here fits these filters.</source>
        <translation>没有符合这些条件的记忆。</translation>
    </message>
</context>
<context>
    <name>MemoryActs</name>
    <message>
        <source>Edit memory</source>
        <translation>编辑记忆</translation>
    </message>
    <message>
        <source>Erasing 1 memory</source>
        <translation>正在擦除 1 条记忆</translation>
    </message>
    <message>
        <source>Erasing {count} memories</source>
        <translation>正在擦除 {count} 条记忆</translation>
    </message>
</context>
<context>
    <name>MemoryChoice</name>
    <message>
        <source>Category of all that are chosen</source>
        <translation>所选记忆的类别</translation>
    </message>
    <message>
        <source>Choose a category</source>
        <translation>选择类别</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>{count} chosen</source>
        <translation>已选 {count} 条</translation>
    </message>
    <message>
        <source>Confirm {count}</source>
        <translation>确认 {count} 条</translation>
    </message>
    <message>
        <source>Turn down {count}</source>
        <translation>拒绝 {count} 条</translation>
    </message>
    <message>
        <source>Archive {count}</source>
        <translation>归档 {count} 条</translation>
    </message>
    <message>
        <source>Bring back {count}</source>
        <translation>恢复 {count} 条</translation>
    </message>
    <message>
        <source>Pin {count}</source>
        <translation>置顶 {count} 条</translation>
    </message>
    <message>
        <source>Erase {count}…</source>
        <translation>擦除 {count} 条…</translation>
    </message>
</context>
<context>
    <name>MemoryDetail</name>
    <message>
        <source>The chosen memory</source>
        <translation>选中的记忆</translation>
    </message>
    <message>
        <source>Go to where it was used last</source>
        <translation>查看最近一次用到的对话</translation>
    </message>
    <message>
        <source>Compare wordings…</source>
        <translation>比较措辞…</translation>
    </message>
    <message>
        <source>Compare wordings</source>
        <translation>比较措辞</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>查看原文</translation>
    </message>
    <message>
        <source>Go to the message it was said in</source>
        <translation>跳到说这句话的消息</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>有效期</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Confirm</source>
        <translation>确认</translation>
    </message>
    <message>
        <source>No</source>
        <translation>不用</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Erase…</source>
        <translation>擦除…</translation>
    </message>
    <message>
        <source>Never…</source>
        <translation>不再记住…</translation>
    </message>
    <message>
        <source>In the list: {key}</source>
        <translation>在列表中：{key}</translation>
    </message>
    <message>
        <source>You said, {when}, in “{title}”:</source>
        <translation>你在 {when} 的对话“{title}”里说：</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>You said:</source>
        <translation>你说：</translation>
    </message>
    <message>
        <source>Replaced: “{text}” ({date}).</source>
        <translation>取代了：“{text}”（{date}）。</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>还没有用到</translation>
    </message>
    <message>
        <source>{count} times</source>
        <translation>{count} 次</translation>
    </message>
    <message>
        <source>once</source>
        <translation>一次</translation>
    </message>
    <message>
        <source>{often}, last in “{title}”</source>
        <translation>{often}，最近一次在“{title}”</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Bring back</source>
        <translation>恢复</translation>
    </message>
</context>
<context>
    <name>MemoryFileDesk</name>
    <message>
        <source>Import memories</source>
        <translation>导入记忆</translation>
    </message>
    <message>
        <source>Files of memories (*.jsonl *.json);;All files (*)</source>
        <translation>记忆文件 (*.jsonl *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Reading {name}…</source>
        <translation>正在读取 {name}…</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>there already</source>
        <translation>已有</translation>
    </message>
    <message>
        <source>set aside, as they cannot be read</source>
        <translation>无法读取，已搁置</translation>
    </message>
    <message>
        <source>look like a password, key or personal number</source>
        <translation>看起来像密码、密钥或个人证件号码</translation>
    </message>
    <message>
        <source>Take these in too, readable for whoever opens this data</source>
        <translation>这些也导入（能打开这份数据的人都能读到）</translation>
    </message>
    <message>
        <source>Importing {name}…</source>
        <translation>正在导入 {name}…</translation>
    </message>
    <message>
        <source>Imported {name}: {added} new, {aside} set aside</source>
        <translation>已导入 {name}：新增 {added} 条，搁置 {aside} 条</translation>
    </message>
    <message>
        <source>Memories, to import again (*.jsonl)</source>
        <translation>记忆，可再导入 (*.jsonl)</translation>
    </message>
    <message>
        <source>A page to read (*.md)</source>
        <translation>供阅读的页面 (*.md)</translation>
    </message>
    <message>
        <source>Export memories</source>
        <translation>导出记忆</translation>
    </message>
    <message>
        <source>memories.jsonl</source>
        <translation>记忆.jsonl</translation>
    </message>
    <message>
        <source>Wrote {count} memories to {name}</source>
        <translation>已把 {count} 条记忆写入 {name}</translation>
    </message>
</context>
<context>
    <name>MemoryFilters</name>
    <message>
        <source>Search memories</source>
        <translation>搜索记忆</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Every kind</source>
        <translation>所有种类</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Every category</source>
        <translation>所有类别</translation>
    </message>
    <message>
        <source>All {count}</source>
        <translation>全部 {count}</translation>
    </message>
    <message>
        <source>To confirm {count}</source>
        <translation>待确认 {count}</translation>
    </message>
    <message>
        <source>To settle {count}</source>
        <translation>待取舍 {count}</translation>
    </message>
    <message>
        <source>Routines {count}</source>
        <translation>惯例 {count}</translation>
    </message>
    <message>
        <source>Past chats {count}</source>
        <translation>往日对话 {count}</translation>
    </message>
    <message>
        <source>Archived {count}</source>
        <translation>已归档 {count}</translation>
    </message>
</context>
<context>
    <name>MemoryListModel</name>
    <message>
        <source>not read yet</source>
        <translation>尚未读取</translation>
    </message>
    <message>
        <source>used: {count}</source>
        <translation>用过 {count} 次</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>until {date}</source>
        <translation>{date} 到期</translation>
    </message>
    <message>
        <source>would replace another</source>
        <translation>将取代另一条</translation>
    </message>
</context>
<context>
    <name>MemoryTable</name>
    <message>
        <source>Memories</source>
        <translation>记忆</translation>
    </message>
</context>
<context>
    <name>MessageText</name>
    <message>
        <source>Remember the selection</source>
        <translation>记住选中的话</translation>
    </message>
    <message>
        <source>Remember this</source>
        <translation>记住这句</translation>
    </message>
</context>
<context>
    <name>MessageView</name>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Show earlier messages</source>
        <translation>显示更早的消息</translation>
    </message>
</context>
<context>
    <name>MessageWidget</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Remember this (Ctrl+M)</source>
        <translation>记住这句 (Ctrl+M)</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Stopped here. What was written was kept.</source>
        <translation>在这里停下了，已写的内容都保留着。</translation>
    </message>
    <message>
        <source>This reply failed. What was written was kept.</source>
        <translation>这次回复没有成功，已写的内容都保留着。</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>正在想…</translation>
    </message>
</context>
<context>
    <name>ModelDesk</name>
    <message>
        <source>Loading it and trying it out…</source>
        <translation>正在加载并试用…</translation>
    </message>
    <message>
        <source>Checking the file…</source>
        <translation>正在校验文件…</translation>
    </message>
    <message>
        <source>Adding {name}…</source>
        <translation>正在添加 {name}…</translation>
    </message>
    <message>
        <source>It works. Loaded in {load} s, {texts} texts a second.</source>
        <translation>可以用。加载 {load} 秒，每秒 {texts} 段文字。</translation>
    </message>
    <message>
        <source>It works. Loaded in {load} s, reads {read} tokens/s, writes {written} tokens/s.</source>
        <translation>可以用。加载 {load} 秒，每秒读 {read} 个词元，写 {written} 个词元。</translation>
    </message>
    <message>
        <source>The file is whole and unchanged.</source>
        <translation>文件完整，未被改动。</translation>
    </message>
    <message>
        <source>The file is damaged or was changed. Remove it and fetch it again.</source>
        <translation>文件已损坏或被改动。请删除后重新获取。</translation>
    </message>
    <message>
        <source>Added. It is a second name of your file: it takes no more room, and stays when you delete the original. Whatever changes one changes both.</source>
        <translation>已添加。它是你那个文件的另一个名字：不多占空间，删除原文件后仍在；但改动其中一个，另一个也会变。</translation>
    </message>
    <message>
        <source>Added. Your file lies on another disk, so this is a copy: nothing happens to it when the original goes.</source>
        <translation>已添加。你的文件在另一块磁盘上，所以复制了一份：原文件不在了也不受影响。</translation>
    </message>
    <message>
        <source>It was in the library already.</source>
        <translation>模型库里已经有了。</translation>
    </message>
    <message>
        <source>Removed {title}; {size} are free again.</source>
        <translation>已删除 {title}，释放了 {size}。</translation>
    </message>
</context>
<context>
    <name>ModelDetail</name>
    <message>
        <source>The chosen model</source>
        <translation>选中的模型</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Use this one</source>
        <translation>使用这个</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Cancel the download</source>
        <translation>取消下载</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>Check the file</source>
        <translation>校验文件</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Continue the download</source>
        <translation>继续下载</translation>
    </message>
    <message>
        <source>up to {count} tokens of context</source>
        <translation>上下文最多 {count} 个词元</translation>
    </message>
    <message>
        <source>Licence: {licence}</source>
        <translation>许可：{licence}</translation>
    </message>
</context>
<context>
    <name>ModelOptionsForm</name>
    <message>
        <source>How it is loaded</source>
        <translation>加载方式</translation>
    </message>
    <message>
        <source>As usual</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>Set everything back to what is usual</source>
        <translation>全部恢复默认</translation>
    </message>
    <message>
        <source>Used from the next question on.</source>
        <translation>从下一个问题起生效。</translation>
    </message>
    <message>
        <source>by the machine</source>
        <translation>由电脑决定</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>none</source>
        <translation>不思考</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Tokens of the chat that it sees at once. More takes more memory.</source>
        <translation>一次能看到多少词元的对话。越多越占内存。</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>0 always takes the likeliest word; more is freer. Of answers alone.</source>
        <translation>0 总是选最可能的词，越大越自由。只影响回答。</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>How many cores it may use.</source>
        <translation>可以使用多少个核心。</translation>
    </message>
    <message>
        <source>Graphics layers</source>
        <translation>显卡层数</translation>
    </message>
    <message>
        <source>Layers on the graphics card, where llama.cpp was built for it.</source>
        <translation>放在显卡上的层数，需要 llama.cpp 支持显卡。</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Tokens that it may write for itself before it answers.</source>
        <translation>回答之前可以先写给自己的词元数。</translation>
    </message>
</context>
<context>
    <name>ModelPage</name>
    <message>
        <source>Assistant needs a language model</source>
        <translation>助手需要一个语言模型</translation>
    </message>
    <message>
        <source>It is fetched once and then works without a network. What you write never leaves this computer.</source>
        <translation>只需下载一次，之后不联网也能用。你写的内容不会离开这台电脑。</translation>
    </message>
    <message>
        <source>I have a file…</source>
        <translation>我有模型文件…</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>以后再说</translation>
    </message>
    <message>
        <source>Later: look around without a model</source>
        <translation>以后再说：先不用模型看看</translation>
    </message>
    <message>
        <source>Looking for where it can come from…</source>
        <translation>正在查找可用的来源…</translation>
    </message>
    <message>
        <source>Progress of the download</source>
        <translation>下载进度</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Pause the download</source>
        <translation>暂停下载</translation>
    </message>
    <message>
        <source>{title}, {size}</source>
        <translation>{title}，{size}</translation>
    </message>
    <message>
        <source>From {where}. Licence: {licence}. Kept in {folder}; {free} are free there.</source>
        <translation>来源：{where}。许可证：{licence}。保存在 {folder}，那里还有 {free} 可用空间。</translation>
    </message>
    <message>
        <source>A small model for finding memories comes with it.</source>
        <translation>另有一个用来查找记忆的小模型一起下载。</translation>
    </message>
    <message>
        <source>About {count} min at {rate} MB/s</source>
        <translation>按 {rate} MB/s 约需 {count} 分钟</translation>
    </message>
    <message>
        <source>{left} are still to come.</source>
        <translation>还需下载 {left}。</translation>
    </message>
    <message>
        <source>the Python package index of this computer</source>
        <translation>这台电脑所用的 Python 软件包索引</translation>
    </message>
    <message>
        <source>{first}, or, if that fails, {second}</source>
        <translation>{first}；如果不行，就用{second}</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在开始…</translation>
    </message>
    <message>
        <source>Choose a model file</source>
        <translation>选择模型文件</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>模型 (*.gguf)</translation>
    </message>
    <message>
        <source>Reading the file…</source>
        <translation>正在读取文件…</translation>
    </message>
</context>
<context>
    <name>ModelTable</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>ModelTableModel</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>in use, to find memories</source>
        <translation>使用中，用来查找记忆</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>{have} of {whole} fetched</source>
        <translation>已下载 {have}，共 {whole}</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>已就绪</translation>
    </message>
    <message>
        <source>can be fetched</source>
        <translation>可下载</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>cannot be used</source>
        <translation>不能使用</translation>
    </message>
    <message>
        <source>incomplete: the end of the file is missing</source>
        <translation>不完整：文件末尾缺失</translation>
    </message>
    <message>
        <source>incomplete: another part of it is missing</source>
        <translation>不完整：缺少其他部分</translation>
    </message>
    <message>
        <source>not a model file, or damaged</source>
        <translation>不是模型文件，或已损坏</translation>
    </message>
    <message>
        <source>not supported by this version</source>
        <translation>这个版本不支持</translation>
    </message>
    <message>
        <source>not a chat model: {what}</source>
        <translation>不是对话模型：{what}</translation>
    </message>
    <message>
        <source>not an embedding model</source>
        <translation>不是嵌入模型</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>chat model</source>
        <translation>对话模型</translation>
    </message>
    <message>
        <source>embedding model</source>
        <translation>嵌入模型</translation>
    </message>
    <message>
        <source>image part of another model</source>
        <translation>其他模型的图像部分</translation>
    </message>
    <message>
        <source>adapter for another model</source>
        <translation>其他模型的适配器</translation>
    </message>
    <message>
        <source>something else</source>
        <translation>别的东西</translation>
    </message>
    <message>
        <source>needs about {needed} of memory</source>
        <translation>约需 {needed} 内存</translation>
    </message>
    <message>
        <source>fits: needs about {needed} of memory, {free} free</source>
        <translation>合适：约需 {needed} 内存，可用 {free}</translation>
    </message>
    <message>
        <source>tight: needs about {needed}, {free} free</source>
        <translation>勉强：约需 {needed}，可用 {free}</translation>
    </message>
    <message>
        <source>too large: needs about {needed}, {free} free</source>
        <translation>太大：约需 {needed}，可用 {free}</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英文</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在开始…</translation>
    </message>
    <message>
        <source>Checking that it arrived whole…</source>
        <translation>正在校验是否完整…</translation>
    </message>
    <message>
        <source>Converting…</source>
        <translation>正在转换…</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} / {total}</translation>
    </message>
    <message>
        <source>{rate} MB/s</source>
        <translation>{rate} MB/s</translation>
    </message>
    <message>
        <source>{count} min left</source>
        <translation>还需 {count} 分钟</translation>
    </message>
    <message>
        <source>less than a minute left</source>
        <translation>不到一分钟</translation>
    </message>
</context>
<context>
    <name>ModelsWindow</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Models run on this computer. A .gguf file can be dropped here.</source>
        <translation>模型在这台电脑上运行。可以把 .gguf 文件拖到这里。</translation>
    </message>
    <message>
        <source>Add a file…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Servers…</source>
        <translation>服务器…</translation>
    </message>
    <message>
        <source>{size} of models in {folder}</source>
        <translation>{folder} 里共有 {size} 模型</translation>
    </message>
    <message>
        <source>{free} of memory free</source>
        <translation>可用内存 {free}</translation>
    </message>
    <message>
        <source>{name} ({host}) answers now. Use a model here to have it answer instead.</source>
        <translation>现在由 {name}（{host}）回答。使用这里的一个模型，就改由它来回答。</translation>
    </message>
    <message>
        <source>In use from the next question on.</source>
        <translation>从下一个问题起使用。</translation>
    </message>
    <message>
        <source>Remove {title} ({size}) from this computer?</source>
        <translation>要从这台电脑上删除 {title}（{size}）吗？</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Choose a model file</source>
        <translation>选择模型文件</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>模型 (*.gguf)</translation>
    </message>
</context>
<context>
    <name>MonthPage</name>
    <message>
        <source>Events of the day</source>
        <translation>当天的日程</translation>
    </message>
    <message>
        <source>Nothing on this day.</source>
        <translation>这一天没有安排。</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>待办</translation>
    </message>
    <message>
        <source>No tasks.</source>
        <translation>没有待办。</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>MonthView</name>
    <message>
        <source>Month</source>
        <translation>月历</translation>
    </message>
</context>
<context>
    <name>Notifier</name>
    <message>
        <source>Show reminders</source>
        <translation>显示提醒</translation>
    </message>
    <message>
        <source>Snooze for 10 minutes</source>
        <translation>10 分钟后再提醒</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Open the agenda</source>
        <translation>打开日程</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
</context>
<context>
    <name>PairCard</name>
    <message>
        <source>Keep new</source>
        <translation>留新的</translation>
    </message>
    <message>
        <source>Keep old</source>
        <translation>留旧的</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>都留</translation>
    </message>
    <message>
        <source>Keep the old memory</source>
        <translation>保留旧的记忆</translation>
    </message>
    <message>
        <source>Keep the new memory</source>
        <translation>保留新的记忆</translation>
    </message>
    <message>
        <source>Keep both memories</source>
        <translation>两条记忆都保留</translation>
    </message>
    <message>
        <source>These two contradict each other</source>
        <translation>这两条互相矛盾</translation>
    </message>
    <message>
        <source>These two say the same</source>
        <translation>这两条说的是同一件事</translation>
    </message>
    <message>
        <source>Known since {date}</source>
        <translation>{date} 起已知</translation>
    </message>
    <message>
        <source>New on {date}</source>
        <translation>{date} 新增</translation>
    </message>
    <message>
        <source>you said “{quote}”</source>
        <translation>你说过“{quote}”</translation>
    </message>
</context>
<context>
    <name>PastChats</name>
    <message>
        <source>Past chats</source>
        <translation>往日对话</translation>
    </message>
    <message>
        <source>Open the chat</source>
        <translation>打开对话</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
</context>
<context>
    <name>ProposalTray</name>
    <message>
        <source>Something I could remember</source>
        <translation>可以记住的内容</translation>
    </message>
    <message>
        <source>I could remember this</source>
        <translation>要记住这个吗</translation>
    </message>
    <message>
        <source>Edit before keeping</source>
        <translation>修改后再记住</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>记住</translation>
    </message>
    <message>
        <source>Edit</source>
        <comment>a memory</comment>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>都留</translation>
    </message>
    <message>
        <source>No</source>
        <translation>不用</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>别再问</translation>
    </message>
    <message>
        <source>Keep this memory</source>
        <translation>记住这条</translation>
    </message>
    <message>
        <source>Edit this memory before keeping it</source>
        <translation>修改后再记住这条</translation>
    </message>
    <message>
        <source>Keep this memory and the one it would replace</source>
        <translation>保留这条记忆，也保留它要取代的那条</translation>
    </message>
    <message>
        <source>Do not keep this</source>
        <translation>不记住这条</translation>
    </message>
    <message>
        <source>Never propose this again</source>
        <translation>以后不再提议记住这个</translation>
    </message>
    <message>
        <source>instead of “{old}”</source>
        <translation>取代“{old}”</translation>
    </message>
    <message>
        <source>from “{quote}”</source>
        <translation>出自“{quote}”</translation>
    </message>
    <message>
        <source>1 of {count}</source>
        <translation>共 {count} 条，第 1 条</translation>
    </message>
</context>
<context>
    <name>QuestionCard</name>
    <message>
        <source>Answer below in your own words.</source>
        <translation>请在下面用自己的话回答。</translation>
    </message>
</context>
<context>
    <name>QuickAdd</name>
    <message>
        <source>Quick add: call mum fri 5pm</source>
        <translation>快速添加：周五下午五点给妈妈打电话</translation>
    </message>
    <message>
        <source>Quick add</source>
        <translation>快速添加</translation>
    </message>
    <message>
        <source>Event or task</source>
        <translation>日程或待办</translation>
    </message>
    <message>
        <source>Make it the other kind (Alt+K)</source>
        <translation>换成另一种 (Alt+K)</translation>
    </message>
    <message>
        <source>Drop the date</source>
        <translation>去掉日期</translation>
    </message>
    <message>
        <source>Drop the date; its words stay in the title (Alt+D)</source>
        <translation>去掉日期，文字留在标题里 (Alt+D)</translation>
    </message>
    <message>
        <source>repeats</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Only once (Alt+R)</source>
        <translation>只要一次 (Alt+R)</translation>
    </message>
    <message>
        <source>important</source>
        <translation>重要</translation>
    </message>
    <message>
        <source>Not important (Alt+I)</source>
        <translation>不标为重要 (Alt+I)</translation>
    </message>
    <message>
        <source>Enter adds</source>
        <translation>按回车添加</translation>
    </message>
    <message>
        <source>Another date</source>
        <translation>另一个日期</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>日程</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>待办</translation>
    </message>
    <message>
        <source>Event: make it a task</source>
        <translation>日程：改成待办</translation>
    </message>
    <message>
        <source>Task: make it an event</source>
        <translation>待办：改成日程</translation>
    </message>
    <message>
        <source>Drop the date {date}</source>
        <translation>去掉日期 {date}</translation>
    </message>
    <message>
        <source>There is no such date. Did you mean:</source>
        <translation>没有这个日期。你是想说：</translation>
    </message>
    <message>
        <source>That is past. Add it all the same:</source>
        <translation>这已经过去了。仍然添加：</translation>
    </message>
    <message>
        <source>Or did you mean:</source>
        <translation>还是想说：</translation>
    </message>
    <message>
        <source>no date</source>
        <translation>不要日期</translation>
    </message>
    <message>
        <source>Add it without a date</source>
        <translation>不带日期添加</translation>
    </message>
    <message>
        <source>An event needs a time: add one, such as “fri 5pm”.</source>
        <translation>日程需要时间：请加上，例如“周五下午五点”。</translation>
    </message>
</context>
<context>
    <name>ReminderDesk</name>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>还有 {count} 项</translation>
    </message>
    <message>
        <source>Reminder</source>
        <translation>提醒</translation>
    </message>
    <message>
        <source>Done: {titles}</source>
        <translation>已完成：{titles}</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>ReminderPanel</name>
    <message>
        <source>Reminders</source>
        <translation>提醒</translation>
    </message>
    <message>
        <source>Due now</source>
        <translation>现在到期</translation>
    </message>
    <message>
        <source>Missed while closed</source>
        <translation>关闭时错过</translation>
    </message>
    <message>
        <source>&amp;Snooze</source>
        <translation>稍后提醒(&amp;S)</translation>
    </message>
    <message>
        <source>Snooze</source>
        <translation>稍后提醒</translation>
    </message>
    <message>
        <source>10 minutes</source>
        <translation>10 分钟后</translation>
    </message>
    <message>
        <source>1 hour</source>
        <translation>1 小时后</translation>
    </message>
    <message>
        <source>Tomorrow morning</source>
        <translation>明天早上</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>完成(&amp;D)</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Dis&amp;miss</source>
        <translation>不再提醒(&amp;M)</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>不再提醒</translation>
    </message>
    <message>
        <source>Missed while closed: {count}</source>
        <translation>关闭时错过：{count} 条</translation>
    </message>
    <message>
        <source>Dismissed “{title}”</source>
        <translation>不再提醒“{title}”</translation>
    </message>
    <message>
        <source>Dismissed: {count}</source>
        <translation>不再提醒 {count} 条</translation>
    </message>
</context>
<context>
    <name>RepeatEditor</name>
    <message>
        <source>Repeats</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>every day</source>
        <translation>每天</translation>
    </message>
    <message>
        <source>every week</source>
        <translation>每周</translation>
    </message>
    <message>
        <source>every month</source>
        <translation>每月</translation>
    </message>
    <message>
        <source>every year</source>
        <translation>每年</translation>
    </message>
    <message>
        <source>How often</source>
        <translation>间隔</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>for ever</source>
        <translation>一直重复</translation>
    </message>
    <message>
        <source>until</source>
        <translation>直到</translation>
    </message>
    <message>
        <source>so many times</source>
        <translation>限次数</translation>
    </message>
    <message>
        <source>Last day</source>
        <translation>最后一天</translation>
    </message>
    <message>
        <source>Number of times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>or in words: every other Thursday until June</source>
        <translation>或直接写：每隔一周的周四，到六月</translation>
    </message>
    <message>
        <source>Repeats, in words</source>
        <translation>用文字写重复</translation>
    </message>
    <message>
        <source>by a rule of its own</source>
        <translation>自定规则</translation>
    </message>
    <message>
        <source> days</source>
        <translation> 天</translation>
    </message>
    <message>
        <source> weeks</source>
        <translation> 周</translation>
    </message>
    <message>
        <source> months</source>
        <translation> 个月</translation>
    </message>
    <message>
        <source> years</source>
        <translation> 年</translation>
    </message>
    <message>
        <source>every </source>
        <translation>每 </translation>
    </message>
    <message>
        <source> times</source>
        <translation> 次</translation>
    </message>
    <message>
        <source>I could not read that. Try “every other Thursday until June”.</source>
        <translation>没有看懂。可以写“每隔一周的周四”。</translation>
    </message>
    <message>
        <source>This rule has no dates.</source>
        <translation>按这个规则没有任何日期。</translation>
    </message>
    <message>
        <source>Next: {dates}</source>
        <translation>接下来：{dates}</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>RingModel</name>
    <message>
        <source>late</source>
        <translation>延迟</translation>
    </message>
</context>
<context>
    <name>SecretQuestion</name>
    <message>
        <source>This looks like a password, key or personal number.</source>
        <translation>这看起来像密码、密钥或个人证件号码。</translation>
    </message>
    <message>
        <source>Remembered, it can be read by whoever opens this data. Remember it?</source>
        <translation>记住之后，能打开这份数据的人都能读到它。要记住吗？</translation>
    </message>
    <message>
        <source>Remember</source>
        <translation>记住</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>ServersDialog</name>
    <message>
        <source>Model servers</source>
        <translation>模型服务器</translation>
    </message>
    <message>
        <source>A model on another machine of yours, or in another program here, can answer: llama-server, vLLM, Ollama, and what else speaks as OpenAI&apos;s servers do. What you write is then sent to it. None is used until you say so.</source>
        <translation>您另一台机器上的模型，或本机另一个程序里的模型，都可以来回答：llama-server、vLLM、Ollama，以及其他与 OpenAI 接口兼容的服务器。届时您写的内容会发送给它。在您同意之前不会使用任何服务器。</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Token…</source>
        <translation>令牌…</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘记</translation>
    </message>
    <message>
        <source>only where it has several</source>
        <translation>仅当它有多个模型时</translation>
    </message>
    <message>
        <source>only where it wants one; kept in the keyring</source>
        <translation>仅当它需要时；存放在密钥环中</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>with a token</source>
        <translation>有令牌</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Stop using it</source>
        <translation>停止使用</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>A model on this computer answers again.</source>
        <translation>又由本机上的模型回答了。</translation>
    </message>
    <message>
        <source>{name} answers from now on.</source>
        <translation>从现在起由 {name} 回答。</translation>
    </message>
    <message>
        <source>Asking {host}…</source>
        <translation>正在询问 {host}…</translation>
    </message>
    <message>
        <source>It answers: {model}, a window of {count} tokens ({server}).</source>
        <translation>有回应：{model}，窗口 {count} 个词元（{server}）。</translation>
    </message>
    <message>
        <source>It is off until you use it.</source>
        <translation>在您使用之前它是关闭的。</translation>
    </message>
    <message>
        <source>The token of {name}; empty forgets it:</source>
        <translation>{name} 的令牌；留空则忘记：</translation>
    </message>
    <message>
        <source>Kept in the keyring.</source>
        <translation>已存入密钥环。</translation>
    </message>
    <message>
        <source>Forgotten.</source>
        <translation>已忘记。</translation>
    </message>
    <message>
        <source>Forget {name} ({host}) and its token?</source>
        <translation>要忘记 {name}（{host}）和它的令牌吗？</translation>
    </message>
    <message>
        <source>{host} is on the internet, not in your own network. What you write in a chat, and what Assistant remembers for an answer, is sent there. Agree only if that server is yours or you trust it.</source>
        <translation>{host} 在互联网上，不在您自己的网络里。您在对话中写的内容，以及助手为回答而记起的内容，会发送到那里。只有当那台服务器是您自己的，或者您信任它时，才应同意。</translation>
    </message>
    <message>
        <source>Agree</source>
        <translation>同意</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>SessionListModel</name>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>{title}, new reply</source>
        <translation>{title}，有新回复</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>This past week</source>
        <translation>最近一周</translation>
    </message>
    <message>
        <source>This past month</source>
        <translation>最近一个月</translation>
    </message>
    <message>
        <source>{year}-{month}</source>
        <comment>group of chats</comment>
        <translation>{year} 年 {month} 月</translation>
    </message>
</context>
<context>
    <name>SessionPane</name>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation>新对话 (Ctrl+N)</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Agenda</source>
        <translation>日程</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话列表</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Memories, {count} to confirm</source>
        <translation>记忆，{count} 条待确认</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>你的名字</translation>
    </message>
    <message>
        <source>Send with</source>
        <translation>发送按键</translation>
    </message>
    <message>
        <source>Remind of events</source>
        <translation>日程提醒</translation>
    </message>
    <message>
        <source>Week begins on</source>
        <translation>每周第一天</translation>
    </message>
    <message>
        <source>Working hours</source>
        <translation>工作时间</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>还没有</translation>
    </message>
    <message>
        <source>Servers…</source>
        <translation>服务器…</translation>
    </message>
    <message>
        <source>Model servers</source>
        <translation>模型服务器</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Keep chats ready</source>
        <translation>保留对话进度</translation>
    </message>
    <message>
        <source>Everything is kept in {folder}, and nowhere else.</source>
        <translation>所有内容都保存在 {folder}，不在别处。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Enter (Shift+Enter breaks the line)</source>
        <translation>回车（Shift+回车换行）</translation>
    </message>
    <message>
        <source>Ctrl+Enter (Enter breaks the line)</source>
        <translation>Ctrl+回车（回车换行）</translation>
    </message>
    <message>
        <source>Working hours begin</source>
        <translation>工作时间开始</translation>
    </message>
    <message>
        <source>Working hours end</source>
        <translation>工作时间结束</translation>
    </message>
    <message>
        <source>not by itself</source>
        <translation>不自动提醒</translation>
    </message>
    <message>
        <source>when they begin</source>
        <translation>开始时</translation>
    </message>
    <message>
        <source>1 hour before</source>
        <translation>提前 1 小时</translation>
    </message>
    <message>
        <source>1 day before</source>
        <translation>提前 1 天</translation>
    </message>
    <message>
        <source>{count} minutes before</source>
        <translation>提前 {count} 分钟</translation>
    </message>
    <message>
        <source>Lunar dates, days off and make-up workdays</source>
        <translation>显示农历、休息日和调休上班日</translation>
    </message>
    <message>
        <source>A chat that was opened before goes on at once, without being read anew.</source>
        <translation>再次打开的对话可以立刻继续，不用从头重读。</translation>
    </message>
    <message>
        <source>up to {size} on disk</source>
        <translation>最多占用磁盘 {size}</translation>
    </message>
    <message>
        <source>no</source>
        <translation>不保留</translation>
    </message>
</context>
<context>
    <name>StatisticsDialog</name>
    <message>
        <source>Statistics of the memories</source>
        <translation>记忆统计</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>All memories</source>
        <translation>全部记忆</translation>
    </message>
    <message>
        <source>What is kept, by kind</source>
        <translation>已记住的，按种类</translation>
    </message>
    <message>
        <source>What is kept, by category</source>
        <translation>已记住的，按类别</translation>
    </message>
    <message>
        <source>Never proposed</source>
        <translation>不再提议</translation>
    </message>
    <message>
        <source>topics</source>
        <translation>话题</translation>
    </message>
    <message>
        <source>single memories</source>
        <translation>单条记忆</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The model&apos;s window</source>
        <translation>模型窗口</translation>
    </message>
    <message>
        <source>There is no chat yet.</source>
        <translation>还没有对话。</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>{messages} of {all} messages, {tokens} of {capacity} tokens</source>
        <translation>{all} 条消息中的 {messages} 条，{capacity} 个词元中的 {tokens} 个</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>found by words</source>
        <translation>可按词语找到</translation>
    </message>
    <message>
        <source>found by meaning</source>
        <translation>可按含义找到</translation>
    </message>
    <message>
        <source>by {model}</source>
        <translation>由 {model} 提供</translation>
    </message>
    <message>
        <source>The model that finds by meaning is not here: words alone are used.</source>
        <translation>没有按含义查找的模型：目前只按词语查找。</translation>
    </message>
    <message>
        <source>Nothing was read by the model that finds by meaning yet.</source>
        <translation>按含义查找的模型还没有读过任何内容。</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Restart the model</source>
        <translation>重新启动模型</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Model servers…</source>
        <translation>模型服务器…</translation>
    </message>
    <message>
        <source>What helps</source>
        <translation>解决办法</translation>
    </message>
    <message>
        <source>Esc stops</source>
        <translation>Esc 停止</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} 词元/秒</translation>
    </message>
    <message>
        <source>context {share} %</source>
        <translation>上下文 {share}%</translation>
    </message>
</context>
<context>
    <name>TaskModel</name>
    <message>
        <source>important</source>
        <translation>重要</translation>
    </message>
    <message>
        <source>repeats</source>
        <translation>重复</translation>
    </message>
</context>
<context>
    <name>ThoughtFold</name>
    <message>
        <source>What the model thought</source>
        <translation>模型的思考内容</translation>
    </message>
    <message>
        <source>Hide the thought</source>
        <translation>收起思考</translation>
    </message>
    <message>
        <source>Show the thought</source>
        <translation>查看思考</translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>UsedMemories</name>
    <message>
        <source>Remembered for this answer</source>
        <translation>这次回答用到的记忆</translation>
    </message>
    <message>
        <source>Show the other memories</source>
        <translation>显示其余的记忆</translation>
    </message>
    <message>
        <source>{count} more</source>
        <translation>还有 {count} 条</translation>
    </message>
</context>
<context>
    <name>UsedRow</name>
    <message>
        <source>The memory in other words</source>
        <translation>改写这条记忆</translation>
    </message>
    <message>
        <source>Put this memory right</source>
        <translation>更正这条记忆</translation>
    </message>
    <message>
        <source>Erase this memory</source>
        <translation>擦除这条记忆</translation>
    </message>
    <message>
        <source>Show the memory: {text}</source>
        <translation>查看记忆：{text}</translation>
    </message>
</context>
<context>
    <name>WeekView</name>
    <message>
        <source>Week</source>
        <translation>周</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>fact</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>past chat</source>
        <translation>往日对话</translation>
    </message>
    <message>
        <source>routine</source>
        <translation>惯例</translation>
    </message>
    <message>
        <source>about you</source>
        <translation>关于你</translation>
    </message>
    <message>
        <source>family</source>
        <translation>家人</translation>
    </message>
    <message>
        <source>preference</source>
        <translation>偏好</translation>
    </message>
    <message>
        <source>work</source>
        <translation>工作</translation>
    </message>
    <message>
        <source>home</source>
        <translation>住处</translation>
    </message>
    <message>
        <source>health</source>
        <translation>健康</translation>
    </message>
    <message>
        <source>people</source>
        <translation>朋友熟人</translation>
    </message>
    <message>
        <source>date</source>
        <translation>日子</translation>
    </message>
    <message>
        <source>habit</source>
        <translation>习惯</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>to confirm</source>
        <translation>待确认</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>已记住</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>已被取代</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>turned down</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>said</source>
        <translation>说过</translation>
    </message>
    <message>
        <source>proposed</source>
        <translation>提议</translation>
    </message>
    <message>
        <source>confirmed</source>
        <translation>确认</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>brought back</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>said again</source>
        <translation>又说到</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>tomorrow</source>
        <translation>明天</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>{count} days ago</source>
        <translation>{count} 天前</translation>
    </message>
    <message>
        <source>{count} weeks ago</source>
        <translation>{count} 周前</translation>
    </message>
    <message>
        <source>My calendar</source>
        <translation>我的日历</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Violet</source>
        <translation>紫色</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>红色</translation>
    </message>
    <message>
        <source>Brown</source>
        <translation>棕色</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>青色</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>粉色</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>灰色</translation>
    </message>
</context>
</TS>
