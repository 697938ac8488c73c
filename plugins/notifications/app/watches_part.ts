// What a person watches or has muted: a line for each, which ends it.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { AnswerOf, Asking } from "../../app/port/ask.ts";
import { buttonFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { placePath } from "../../app/port/paths.ts";
import { addressOf, iconOf } from "../../documents/port/rows.ts";
import { forgetWatch, type readWatches, watch } from "../operations/watches.ts";
import { settingsWords } from "./settings_words.ts";

type Listed = AnswerOf<typeof readWatches>;
type Watched = Listed["watches"][number];

export function watchesPart(call: Asking, { watches, next_cursor }: Listed): Html {
  const words = settingsWords(call);
  const list =
    watches.length === 0
      ? html`<div class="empty">${icon("eye", "big")}<h3>${words.no_watches}</h3><p>${words.no_watches_told}</p></div>`
      : html`<ul class="rows still">${watches.map((one) => row(call, one))}</ul>`;
  return html`<section class="part" aria-labelledby="watches"><h2 id="watches">${words.watches}</h2><p class="soft">${words.watches_told}</p>${list}${next_cursor && html`<p class="line"><a class="btn" rel="next" href="?after=${encodeURIComponent(next_cursor)}">${words.more}</a></p>`}</section>`;
}

function row(call: Asking, watched: Watched): Html {
  const words = settingsWords(call);
  const { id, muted, doc } = watched;
  const { name, href, drawn, target } = doc
    ? { name: doc.title, href: addressOf(doc), drawn: iconOf(doc), target: `doc:${doc.doc_id}` }
    : placeOf(call, watched);
  const button = muted ? words.unmute : words.stop;
  const undo = muted ? {} : { undo: { operation: watch.id, fixed: { target } } };
  return html`<li>${icon(drawn)}<div class="main"><a class="name cut" href="${href}" dir="auto" title="${name}">${name}</a>${muted && html`<span class="what">${words.muted}</span>`}</div><div class="acts">${buttonFor(call, forgetWatch, { fixed: { watch_id: id }, button, name: words.of(button, name), kind: "btn small quiet", done: muted ? words.unmuted(name) : words.stopped(name), ...undo })}</div></li>`;
}

function placeOf(call: Asking, { root, folder }: Watched) {
  const path = folder ?? "";
  const place = root?.name ?? settingsWords(call).mine;
  const target = root && path === "" ? `root:${root.slug}` : `folder:${root?.slug ?? "~"}:${path}`;
  return {
    name: path === "" ? place : `${place} / ${path}`,
    href: placePath(root?.slug ?? null, path),
    drawn: path === "" ? "space" : "folder",
    target,
  };
}
