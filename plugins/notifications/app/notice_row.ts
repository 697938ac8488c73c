// One notice in the inbox: who did what, what was written, where it leads, and what is done with it.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { Asking } from "../../app/port/ask.ts";
import { face } from "../../app/port/face.ts";
import { buttonFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { when } from "../../app/port/when.ts";
import { markNotificationsRead } from "../operations/list.ts";
import { unwatch, watch } from "../operations/watches.ts";
import { authorBeside } from "../showing.ts";
import type { ShownLead } from "./leads.ts";
import type { Notice } from "./notice.ts";
import { inboxWords } from "./words.ts";

export function noticeRow(call: Asking, notice: Notice, lead: ShownLead | null): Html {
  const words = inboxWords(call);
  const { title, body, actor, created_at, read_at } = notice;
  const isNew = read_at === null;
  const said = title ?? words.lost;
  const author = authorBeside(notice);
  const name = html`${isNew && html`<span class="only">${words.is_new} </span>`}${said}`;
  const drawn = actor === "system" ? html`<span class="face">${icon("clock")}</span>` : face(actor);
  return html`<li${isNew && html` class="fresh"`}>${drawn}<div class="main">${lead ? html`<a class="name" href="${lead.href}" dir="auto">${name}</a>` : html`<span class="name" dir="auto">${name}</span>`}<span class="what">${body !== null && html`<q dir="auto">${body}</q> `}${author !== null && html`<bdi>${author}</bdi> · `}${when(call, created_at)}</span></div><div class="acts">${lead && leadButton(call, { notice, lead, isNew, said })}${isNew && !lead && readButton(call, notice.id, said)}${menu(call, { notice, isNew: isNew && lead !== null, said })}</div></li>`;
}

/** Whoever goes there has read it. What lies elsewhere than in the app is a link alone: a form comes back into the app. */
function leadButton(
  call: Asking,
  { notice, lead, isNew, said }: { notice: Notice; lead: ShownLead; isNew: boolean; said: string },
): Html {
  const label = lead.label;
  if (!isNew || !lead.href.startsWith("/app/"))
    return html`<a class="btn small" href="${lead.href}" aria-label="${label}: ${said}">${label}</a>`;
  return buttonFor(call, markNotificationsRead, {
    fixed: { ids: notice.id },
    then: lead.href,
    button: label,
    name: `${label}: ${said}`,
  });
}

function readButton(call: Asking, id: number, said: string): Html {
  const words = inboxWords(call);
  const of = { button: words.read, name: words.read_named(said), kind: "btn small quiet", done: words.read_done };
  return buttonFor(call, markNotificationsRead, { fixed: { ids: id }, ...of });
}

function menu(call: Asking, { notice, isNew, said }: { notice: Notice; isNew: boolean; said: string }): Html | null {
  const words = inboxWords(call);
  const { id, doc_id } = notice;
  if (doc_id === null && !isNew) return null;
  const target = `doc:${doc_id}`;
  return html`<details class="fold"><summary class="btn small quiet icon-only">${icon("more")}<span class="only">${words.more_for(said)}</span></summary>${isNew && readButton(call, id, said)}${doc_id !== null && buttonFor(call, unwatch, { fixed: { target }, button: words.mute, kind: "btn small quiet", done: words.muted, undo: { operation: watch.id, fixed: { target } } })}</details>`;
}
