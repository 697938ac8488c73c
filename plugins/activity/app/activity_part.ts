// Who read and changed a document lately, on the page about it.
import { type Html, html } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, askIfOpen } from "../../app/port/ask.ts";
import { icon } from "../../app/port/icons.ts";
import type { DocumentAsking, DocumentPanel } from "../../app/port/slots.ts";
import { when } from "../../app/port/when.ts";
import { readEvents } from "../operations/events.ts";
import { activityWords } from "./words.ts";

type Event = AnswerOf<typeof readEvents>["events"][number];

const SHOWN_MAX = 20;

/** Null where the plan keeps no such events. */
export async function activityPart({ call, document }: DocumentAsking): Promise<DocumentPanel | null> {
  const { doc_id } = document;
  const answer = await askIfOpen(call, readEvents, { query: { doc_id, limit: SHOWN_MAX } });
  if (!answer) return null;
  const words = activityWords(call);
  const body =
    answer.events.length === 0
      ? html`<p class="soft">${words.none}</p>`
      : html`<ul class="rows still">${answer.events.map((event) => row(call, event))}</ul>`;
  return { order: 50, id: "activity", heading: words.heading, body };
}

const ICONS: Readonly<Record<string, string>> = {
  view: "eye",
  download: "download",
  comment: "comment",
  share: "users",
};

function row(call: Asking, { kind, actor, count, last_at }: Event): Html {
  const words = activityWords(call);
  return html`<li>${icon(ICONS[kind] ?? "pencil")}<div class="main"><span class="name cut"><bdi>${actor ?? words.somebody}</bdi></span><span class="what">${words.done(kind)}${count > 1 && ` ${words.times(count)}`}, ${when(call, last_at)}</span></div></li>`;
}
