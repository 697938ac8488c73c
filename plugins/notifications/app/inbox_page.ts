// The inbox: what waits for somebody's decision, and what they were told, each leading to what is to be done.
import { type Html, html, KERNEL_BOUNDS, signedIn, t } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import { type Decision, decisionsHook } from "../../app/port/decisions.ts";
import { face } from "../../app/port/face.ts";
import { buttonFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { answerScreen, screen } from "../../app/port/screen.ts";
import { when } from "../../app/port/when.ts";
import { operation } from "../../operation.ts";
import { listNotifications, markNotificationsRead } from "../operations/list.ts";
import { leadsOf, type ShownLead } from "./leads.ts";
import type { Notice } from "./notice.ts";
import { noticeRow } from "./notice_row.ts";
import { INBOX_PATH } from "./paths.ts";
import { inboxWords } from "./words.ts";

const SHOWN_MAX = 30;
const VIEWS = ["all", "new", "mentions", "requests"] as const;
type View = (typeof VIEWS)[number];

export const showInbox = operation({
  id: "notification.inbox",
  route: `GET ${INBOX_PATH}`,
  summary: "What you were told and what waits for your decision, as a page",
  query: t.Object({
    show: t.Optional(t.OneOf(VIEWS, { default: "all", description: "Which of them." })),
    older: t.Optional(t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." })),
  }),
  ...screen,
  permit: signedIn(),
  run: async (call, { query }) => {
    const { show: view = "all", older } = query;
    const kind = view === "mentions" ? "comment.mentioned" : undefined;
    const page = { limit: SHOWN_MAX, cursor: older, unread: view === "new", kind };
    const isFirst = older === undefined;
    const [told, decisions] = await Promise.all([
      ask(call, listNotifications, { query: page }),
      isFirst && view !== "mentions" ? call.callHook(decisionsHook, call) : [],
    ]);
    const waiting = decisions.flat().toSorted((one, other) => other.at.localeCompare(one.at));
    // What is decided above is not told a second time below.
    const above = new Set(waiting.map(({ key }) => key));
    const notices = view === "requests" ? [] : told.notifications.filter(({ key }) => key === null || !above.has(key));
    const leads = await leadsOf(call, notices);
    const words = inboxWords(call);
    const list = { view, isFirst, waiting, notices, leads, unread: told.unread, next: told.next_cursor ?? null };
    return answerScreen(call, { title: words.inbox, place: INBOX_PATH, body: inboxBody(call, list) });
  },
});

interface Inbox {
  view: View;
  isFirst: boolean;
  waiting: readonly Decision[];
  notices: readonly Notice[];
  leads: ReadonlyMap<number, ShownLead>;
  unread: number;
  next: string | null;
}

function inboxBody(call: Asking, inbox: Inbox): Html {
  const words = inboxWords(call);
  const { view, isFirst, waiting, notices, unread, next } = inbox;
  const settings = call.runtime.pathOf("notification.page");
  const way = (one: View, label: string, count: number) =>
    html`<a href="${INBOX_PATH}${one !== "all" && html`?show=${one}`}"${one === view && html` aria-current="true"`}>${label}${count > 0 && html` <span class="count">${count > 99 ? "99+" : count}</span>`}</a>`;
  return html`<div class="head"><div><h1>${words.inbox}</h1></div><nav class="seg" aria-label="${words.show}">${way("all", words.all, 0)}${way("new", words.new, unread)}${way("requests", words.requests, view === "mentions" ? 0 : waiting.length)}${way("mentions", words.mentions, 0)}</nav></div>
${waiting.length > 0 && section(words.to_decide, "decide", html`${waiting.map((one) => decisionRow(call, one))}`)}
${notices.length > 0 && section(words.told, "told", html`${notices.map((notice) => noticeRow(call, notice, inbox.leads.get(notice.id) ?? null))}`)}
${waiting.length + notices.length === 0 && empty(call, view)}
<div class="line part">${
    unread > 0 &&
    view !== "requests" &&
    buttonFor(call, markNotificationsRead, {
      fixed: { all: "true", before: call.now.toISOString() },
      button: html`${icon("check")}${words.read_all}`,
      kind: "btn",
      done: words.read_all_done,
    })
  }${!isFirst && html`<a class="btn" href="${INBOX_PATH}?show=${view}">${words.newest}</a>`}${next !== null && view !== "requests" && html`<a class="btn" rel="next" href="${INBOX_PATH}?show=${view}&amp;older=${encodeURIComponent(next)}">${words.older}</a>`}${settings !== null && html`<a class="btn quiet" href="${settings}" data-plain>${icon("settings")}${words.settings}</a>`}</div>`;
}

function section(heading: string, id: string, rows: Html): Html {
  return html`<section class="part" aria-labelledby="${id}"><h2 id="${id}" class="fine">${heading}</h2><ul class="rows roomy">${rows}</ul></section>`;
}

function decisionRow(call: Asking, { who, title, href, said, at, acts }: Decision): Html {
  return html`<li class="fresh">${face(who)}<div class="main"><a class="name" href="${href}" dir="auto">${title}</a><span class="what">${said !== null && html`<q dir="auto">${said}</q> `}${when(call, at)}</span></div><div class="acts">${acts}</div></li>`;
}

function empty(call: Asking, view: View): Html {
  const words = inboxWords(call);
  const said = {
    all: [words.empty, words.empty_told],
    new: [words.empty_new, words.empty_told],
    mentions: [words.empty_mentions, words.empty_mentions_told],
    requests: [words.empty_requests, words.empty_requests_told],
  }[view];
  return html`<div class="empty">${icon("inbox", "big")}<h2>${said[0]}</h2><p>${said[1]}</p></div>`;
}
