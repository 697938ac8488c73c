// The page about a document: what it is, what it is called, how long it is kept, and what other plugins know of it.
import { type Html, html, signedIn } from "../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask, askIfOpen } from "../app/port/ask.ts";
import { copyBox } from "../app/port/copy_box.ts";
import { buttonFor, formFor } from "../app/port/form.ts";
import { documentPath } from "../app/port/paths.ts";
import { answerScreen, screen } from "../app/port/screen.ts";
import { documentInfoHook } from "../app/port/slots.ts";
import { when } from "../app/port/when.ts";
import { getDoc, keepDoc, patchDoc } from "../documents/port/operations.ts";
import { readingAddress, SHARE_KINDS } from "../documents/port/read.ts";
import { operation } from "../operation.ts";
import { readRoots } from "../roots/port/operations.ts";
import { answerClosed } from "./closed_page.ts";
import { READER_STYLE_PATH } from "./files.ts";
import { infoWords } from "./info_words.ts";
import { type Opened, openDocument } from "./opened.ts";
import { placeOf } from "./place.ts";

type Editable = AnswerOf<typeof getDoc>;

const RETENTION_DAYS_MAX = 36_500;

export const showInfoPage = operation({
  id: "reader.info",
  route: "GET /app/d/{doc_id}/info",
  summary: "What is to be known of a document, as a page",
  ...screen,
  permit: signedIn(),
  refuses: [404, 429],
  run: async (call, { params: { doc_id } }) => {
    const opened = await openDocument(call, doc_id);
    if (!opened) return answerClosed(call, doc_id);
    const { document, shown } = opened;
    const [{ roots }, editable, parts] = await Promise.all([
      ask(call, readRoots, { query: {} }),
      askIfOpen(call, getDoc, { params: { doc_id } }),
      call.runtime.callHook(documentInfoHook, { call, document }),
    ]);
    const words = infoWords(call);
    const place = placeOf(call, { ...opened, roots });
    const others = parts.filter((part) => part !== null).sort((a, b) => a.order - b.order);
    return answerScreen(call, {
      title: words.about(shown.title),
      crumbs: [...place.crumbs, { href: documentPath(doc_id), label: shown.title }],
      here: words.details,
      width: "slim",
      styles: [READER_STYLE_PATH],
      body: html`<div class="head"><div><h1 dir="auto">${words.about(shown.title)}</h1></div></div>
<div class="stack loose">${factsOf(call, { opened, editable, place: place.crumbs })}
${editable && naming(call, editable)}
${editable && document.has_settings && keeping(call, editable)}
${others.map(({ id, heading, body }) => html`<section class="stack tight" aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>${body}</section>`)}</div>`,
    });
  },
});

interface Facts {
  opened: Opened;
  editable: Editable | null;
  place: readonly { href: string; label: string }[];
}

function factsOf(call: Asking, { opened: { shown, access }, editable, place }: Facts): Html {
  const words = infoWords(call);
  const crumbs = place.map(({ href, label }, at) => html`${at > 0 && " / "}<a href="${href}"><bdi>${label}</bdi></a>`);
  return html`<section class="stack tight" aria-labelledby="what"><h2 id="what">${words.what}</h2><dl class="facts">
<dt>${words.kind}</dt><dd>${words.kind_of(shown.kind)}</dd>
<dt>${words.lies_in}</dt><dd>${crumbs}</dd>
<dt>${words.owner}</dt><dd><bdi>${access.owner.email}</bdi></dd>
${editable && html`<dt>${words.made}</dt><dd>${when(call, editable.created_at)}</dd>`}
<dt>${words.changed}</dt><dd>${when(call, shown.updated_at)}${shown.actor && html`, <bdi>${shown.actor}</bdi>`}</dd>
<dt>${words.version}</dt><dd>${shown.version}</dd>
</dl>${copyBox({ text: readingAddress(shown), label: words.address, copy: words.copy, copied: words.copied })}</section>`;
}

function naming(call: Asking, { doc_id, title, tags, kind, description }: Editable): Html {
  const words = infoWords(call);
  const hasDescription = SHARE_KINDS.includes(kind);
  return html`<section class="stack tight" aria-labelledby="naming"><h2 id="naming">${words.naming}</h2>${formFor(
    call,
    patchDoc,
    { fixed: { doc_id, "~of": "name" }, done: words.saved },
    (fields) => html`${fields.text("title", { label: words.title, value: title, required: true, maxlength: 500 })}
${hasDescription && fields.lines("description", { label: words.description, hint: words.description_told, value: description, rows: 3 })}
${fields.lines("tags", { label: words.tags, hint: words.tags_told, value: tags.join("\n"), rows: Math.min(6, tags.length + 2) })}
<p class="line"><button class="btn primary">${words.save}</button></p>`,
  )}</section>`;
}

function keeping(call: Asking, { doc_id, retention_days, expires_at }: Editable): Html {
  const words = infoWords(call);
  const ends = expires_at !== null && expires_at !== undefined;
  return html`<section class="stack tight" aria-labelledby="keeping"><h2 id="keeping">${words.keeping}</h2>
<p class="soft">${ends ? html`${words.ends} ${when(call, expires_at)}.` : words.kept}</p>${formFor(
    call,
    patchDoc,
    { fixed: { doc_id, "~of": "end" }, done: words.saved, look: "line" },
    (fields) =>
      html`${fields.text("retention_days", { label: words.days, hint: words.days_told(RETENTION_DAYS_MAX), type: "number", value: String(retention_days), required: true })}<button class="btn">${words.save}</button>`,
  )}${retention_days > 0 && buttonFor(call, keepDoc, { fixed: { doc_id }, button: words.keep, kind: "btn", done: words.now_kept })}</section>`;
}
