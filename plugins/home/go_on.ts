// What a person goes on with: what they opened last, and what they wrote themselves where they opened little.
import { type Html, html } from "../../kernel/plugin.ts";
import type { Asking, ask } from "../app/port/ask.ts";
import { buttonFor } from "../app/port/form.ts";
import { icon } from "../app/port/icons.ts";
import { when } from "../app/port/when.ts";
import { addressOf, iconOf } from "../documents/port/rows.ts";
import { clearRecent, type listRecent } from "../recent/port/operations.ts";
import { type Listed, placeIn } from "./rows.ts";
import { homeWords } from "./words.ts";

type Answer = typeof listRecent extends Parameters<typeof ask<infer _I, infer O>>[1] ? O : never;

/** So many cards fill a line: below that one's own documents stand beside. */
const LINE = 4;

interface Known {
  recent: Answer["recent"];
  mine: readonly Listed[];
  seen: ReadonlyMap<string, string>;
}

export function goOn(call: Asking, { recent, mine, seen }: Known): Html | null {
  if (recent.length === 0) return null;
  const words = homeWords(call);
  const opened = new Set(recent.map(({ doc }) => doc.doc_id));
  const written = mine.filter(({ doc_id }) => !opened.has(doc_id)).slice(0, Math.max(0, LINE - recent.length));
  const cards = [
    ...recent.slice(0, Math.max(LINE, recent.length - (recent.length % LINE))).map(({ doc, opened_at }) => {
      const isNewer = doc.updated_at > opened_at;
      const said = isNewer ? words.changed_since : words.opened;
      return card(doc, html`${said} ${when(call, isNewer ? doc.updated_at : opened_at)}`);
    }),
    ...written.map((doc) => card(doc, html`${words.you_changed} ${when(call, doc.updated_at)}`)),
  ];
  return html`<section class="part" aria-labelledby="go-on"><div class="line far"><h2 id="go-on">${words.go_on}</h2><details class="fold to-end"><summary class="btn small quiet icon-only">${icon("more")}<span class="only">${words.more_for(words.go_on)}</span></summary>${buttonFor(call, clearRecent, { button: words.forget, kind: "btn small", done: words.forgotten })}</details></div>
<div class="cards">${cards}</div></section>`;

  function card(doc: Listed, what: Html): Html {
    return html`<a class="card" href="${addressOf(doc)}"><span class="line one soft">${icon(iconOf(doc))}<small class="cut" dir="auto">${placeIn(call, seen, doc)}</small></span><strong class="cut" dir="auto" title="${doc.title}">${doc.title}</strong><span class="what">${what}</span></a>`;
  }
}
