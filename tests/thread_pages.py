# ruff: noqa: E501
"""Pages shaped like the most common forum and comment systems, written for the tests."""

from __future__ import annotations

WORDPRESS = """
<html lang=de><title>Tee kochen</title><article><h1>Tee kochen</h1><p>Drei Minuten reichen für grünen Tee.</p></article>
<div id="comments" class="comments-area"><h2>3 Gedanken zu „Tee kochen“</h2><ol class="comment-list">
<li id="comment-11" class="comment even thread-even depth-1 parent"><article id="div-comment-11" class="comment-body">
<footer class="comment-meta"><div class="comment-author vcard"><img alt="" src="/a.png"><b class="fn"><a href="https://anna.example"
rel="external nofollow" class="url">Anna</a></b> <span class="says">sagt:</span></div><div class="comment-metadata">
<a href="https://tee.example/kochen#comment-11"><time datetime="2023-05-17T14:30:00+02:00">17. Mai 2023 um 14:30 Uhr</time></a></div></footer>
<div class="comment-content"><p>Bei mir wird er bitter.</p><p>Woran liegt das?</p></div>
<div class="reply"><a class="comment-reply-link" href="#respond">Antworten</a></div></article>
<ol class="children"><li id="comment-12" class="comment odd alt depth-2"><article id="div-comment-12" class="comment-body">
<footer class="comment-meta"><div class="comment-author vcard"><b class="fn">Björn</b> <span class="says">sagt:</span></div>
<div class="comment-metadata"><a href="https://tee.example/kochen#comment-12"><time datetime="2023-05-18T08:00:00+02:00">18. Mai
2023</time></a></div></footer><div class="comment-content"><p>Das Wasser ist zu heiß.</p></div>
<div class="reply"><a class="comment-reply-link" href="#respond">Antworten</a></div></article></li></ol></li>
<li id="comment-13" class="comment even depth-1"><article id="div-comment-13" class="comment-body">
<footer class="comment-meta"><div class="comment-author vcard"><b class="fn">Claire</b> <span class="says">sagt:</span></div>
<div class="comment-metadata"><a href="https://tee.example/kochen#comment-13"><time datetime="2023-06-01T09:00:00+02:00">1. Juni
2023</time></a></div></footer><div class="comment-content"><p>Danke für den Tipp!</p></div></article></li></ol></div>
"""

PHPBB = """
<html lang=fr><title>Quelle théière ?</title><div id="page-body"><h2 class="topic-title"><a href="./viewtopic.php?t=5">Quelle théière ?</a></h2>
""" + "".join(
    f"""
<div id="p{number}" class="post has-profile bg{number % 2}"><div class="inner"><dl class="postprofile"><dt><a href="./memberlist.php?u={number}"
class="username">{name}</a></dt><dd class="profile-posts"><strong>Messages :</strong> 58</dd><dd class="profile-joined"><strong>Inscription :</strong>
12 mars 2010</dd></dl><div class="postbody"><h3><a href="#p{number}">Re: Quelle théière ?</a></h3><p class="author"><a
href="./viewtopic.php?p={number}#p{number}">Message</a> par <strong>{name}</strong> » {day}</p><div class="content">{text}</div>
<div class="signature">La vie est une tasse de thé.</div></div></div></div><hr class="divider">"""
    for number, name, day, text in (
        (71, "marguerite", "12 janvier 2021 21:15", "Je cherche une théière pour deux.<br>En fonte ou en verre ?"),
        (72, "Jean-Luc", "13 janvier 2021 07:31", "En fonte, elle garde la chaleur."),
        (73, "marguerite", "15 janvier 2021 13:20", "Merci, c'est noté."),
    )
)

XENFORO = """
<html lang=ru><title>Вода для чая</title><div class="p-body-content"><div class="block-body js-replyNewMessageContainer">
""" + "".join(
    f"""
<article class="message message--post js-post" data-author="{name}" data-content="post-{number}" id="js-post-{number}"><div class="message-inner">
<div class="message-cell message-cell--user"><section class="message-user"><h4 class="message-name"><a href="/members/u.{number}/"
class="username">{name}</a></h4><h5 class="userTitle">Участник</h5></section></div><div class="message-cell message-cell--main">
<header class="message-attribution"><a href="/threads/voda.5/post-{number}"><time class="u-dt" datetime="2022-03-0{number}T10:00:00+0300">{number}
мар 2022</time></a></header><div class="message-content"><article class="message-body"><div class="bbWrapper">{text}</div></article></div>
<footer class="message-footer"><a href="#" class="actionBar-action">Ответить</a></footer></div></div></article>"""
    for number, name, text in (
        (1, "Иван", "Какую воду вы берёте для чая?"),
        (2, "Ольга", "<blockquote>Какую воду?</blockquote>Только мягкую, из фильтра."),
    )
)

QUESTION = (
    """
<html lang=en><title>How long?</title><div id="question" class="question" data-score="12"><div class="votecell"><div class="vote-count"
data-value="12">12</div></div><div class="postcell"><div class="s-prose post-text"><p>How long should I steep <em>sencha</em>?</p></div>
<div class="user-info"><div class="user-action-time">asked <span title="2020-04-01 10:00:00Z" class="relativetime">Apr 1, 2020 at 10:00</span></div>
<div class="user-details"><a href="/users/7/ann">ann</a></div></div></div></div>
<div id="answers">"""
    + "".join(
        f"""
<div id="answer-{number}" class="answer"><div class="votecell"><div class="vote-count">{votes}</div></div><div class="answercell">
<div class="s-prose post-text"><p>{text}</p></div><a href="/a/{number}" class="js-share-link permalink">Share</a>
<div class="user-info"><div class="user-action-time">answered <span title="2020-04-0{number} 11:00:00Z" class="relativetime">Apr {number}</span></div>
<div class="user-details"><a href="/users/{number}/u">{name}</a></div></div></div>
<ul class="comments-list"><li class="comment" id="comment-{number}"><span class="comment-copy">{comment}</span> –
<a href="/users/9/cy" class="comment-user">cy</a> <span class="comment-date"><span title="2020-04-09 12:00:00Z">Apr 9</span></span></li></ul></div>"""
        for number, name, votes, text, comment in (
            (2, "bo", "31", "One minute at seventy degrees.", "Even less for gyokuro."),
            (3, "dee", "-2", "Ten minutes, then add milk.", "Please do not."),
        )
    )
    + "</div>"
)

HACKER_TABLE = (
    """
<html lang=en><title>Tea timer</title><table class="comment-tree"><tbody>"""
    + "".join(
        f"""
<tr class="athing comtr" id="{number}"><td><table><tr><td class="ind" indent="{level}"><img src="s.gif" height="1" width="{level * 40}"></td>
<td class="default"><div class="comhead"><a href="user?id={name}" class="hnuser">{name}</a> <span class="age" title="2024-02-0{number}T08:00:00">
<a href="item?id={number}">{number} hours ago</a></span></div><div class="comment"><div class="commtext c00">{text}</div>
<div class="reply"><p><a href="reply?id={number}">reply</a></p></div></div></td></tr></table></td></tr>"""
        for number, level, name, text in (
            (1, 0, "kettle", "I wrote a timer in twenty lines."),
            (2, 1, "leaf", "Does it know the kind of tea?"),
            (3, 2, "kettle", "Not yet, it is on the list."),
            (4, 0, "mug", "A sand glass works as well."),
        )
    )
    + "</tbody></table>"
)

DISCOURSE = (
    """
<html lang=es><title>Té frío</title><div id="main-outlet" class="wrap">"""
    + "".join(
        f"""
<div id="post_{number}" itemprop="comment" itemscope itemtype="http://schema.org/Comment" class="topic-body crawler-post">
<div class="crawler-post-meta"><span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="url"
href="https://foro.example/u/{name}"><span itemprop="name">{name}</span></a></span><span class="crawler-post-infos"><time itemprop="datePublished"
datetime="2021-07-0{number}T09:00:00Z" class="post-time">{number} Julio, 2021 09:00</time></span></div>
<div class="post" itemprop="text"><p>{text}</p></div><div itemprop="interactionStatistic" itemscope
itemtype="http://schema.org/InteractionCounter"><span class="post-likes">{number} likes</span></div></div>"""
        for number, name, text in (
            (1, "lucia", "¿Cómo se prepara el té frío?"),
            (2, "mateo", "Con agua fría, toda la noche en la nevera."),
        )
    )
    + "</div>"
)

REDDIT = (
    """
<html lang=ja><title>お茶</title><div class="commentarea"><div class="sitetable nestedlisting">"""
    """
<div class="thing comment" data-author="midori" id="thing_1"><div class="entry"><p class="tagline"><a href="/user/midori" class="author">midori</a>
<span class="score unvoted" title="5">5 points</span> <time datetime="2023-01-02T03:04:05+00:00">1年前</time></p><div class="usertext-body"><div class="md">
<p>玉露は何度で淹れますか。</p></div></div><ul class="flat-list buttons"><li><a href="/r/ocha/1/c1" class="bylink permalink">リンク</a></li><li><a href="#">返信</a></li></ul>
</div><div class="child"><div class="sitetable listing">
<div class="thing comment" data-author="sora" id="thing_2"><div class="entry"><p class="tagline"><a href="/user/sora" class="author">sora</a>
<span class="score unvoted" title="9">9 points</span> <time datetime="2023-01-02T04:00:00+00:00">1年前</time></p><div class="usertext-body"><div class="md">
<p>五十度くらいです。</p></div></div><ul class="flat-list buttons"><li><a href="/r/ocha/1/c2" class="bylink permalink">リンク</a></li></ul></div>
<div class="child"></div></div></div></div></div></div></div>"""
)
