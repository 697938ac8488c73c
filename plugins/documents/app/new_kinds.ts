// What people write in the browser: a page of markdown, one of HTML, or a snippet of code.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { Asking } from "../../app/port/ask.ts";
import { formFor } from "../../app/port/form.ts";
import { onceKey, placeField } from "../../app/port/new.ts";
import { ANSWERED_DOCUMENT_PATH } from "../../app/port/paths.ts";
import type { NewAsking, NewKind } from "../../app/port/slots.ts";
import { capOf } from "../../operation.ts";
import { publishPage, publishSnippet } from "../operations/publish.ts";
import { newWords } from "./new_words.ts";

/** A control of a form takes so many bytes; no character takes more than three of them. */
function textCharsMax({ runtime }: Asking): number {
  return Math.floor(capOf(runtime, "form_text_bytes") / 3);
}

const TITLE_CHARS_MAX = 500;

export function newDocuments(call: Asking): NewKind[] {
  const words = newWords(call);
  return [
    { id: "page", order: 10, icon: "doc", label: words.page, hint: words.page_told, form: (at) => pageForm(at) },
    { id: "html", order: 50, icon: "web", label: words.html, hint: words.html_told, form: (at) => htmlForm(at) },
    { id: "snippet", order: 40, icon: "code", label: words.snippet, hint: words.snippet_told, form: snippetForm },
  ];
}

const WAY = { then: ANSWERED_DOCUMENT_PATH, is_long: true } as const;

function pageForm(at: NewAsking): Html {
  const words = newWords(at.call);
  return formFor(
    at.call,
    publishPage,
    { ...WAY, fixed: { format: "markdown" }, done: words.made, label: words.page },
    (
      fields,
    ) => html`<div class="pair">${fields.text("title", titled(at, words.title_by_heading))}${placeField(at, fields)}</div>
<div class="writing">${fields.lines("content", { label: words.text, hint: words.text_told, required: true, maxlength: textCharsMax(at.call) })}</div>
${made(at, words.make_page)}`,
  );
}

function htmlForm(at: NewAsking): Html {
  const words = newWords(at.call);
  return formFor(
    at.call,
    publishPage,
    { ...WAY, fixed: { format: "html" }, done: words.made, label: words.html },
    (
      fields,
    ) => html`<div class="pair">${fields.text("title", titled(at, words.title_by_page))}${placeField(at, fields)}</div>
<div class="writing">${fields.lines("content", { label: words.source, hint: words.source_told, required: true, maxlength: textCharsMax(at.call) })}</div>
${made(at, words.make_html)}`,
  );
}

function snippetForm(at: NewAsking): Html {
  const words = newWords(at.call);
  return formFor(
    at.call,
    publishSnippet,
    { ...WAY, done: words.made, label: words.snippet },
    (fields) => html`<div class="pair">${fields.text("title", titled(at, null))}${placeField(at, fields)}</div>
${fields.text("language", { label: words.language, hint: words.language_told, maxlength: 40, autocomplete: "off" })}
<div class="writing">${fields.lines("content", { label: words.code, required: true, maxlength: textCharsMax(at.call) })}</div>
${made(at, words.make_snippet)}`,
  );
}

function titled(at: NewAsking, hint: string | null) {
  const label = newWords(at.call).title;
  return { label, ...(hint !== null && { hint }), maxlength: TITLE_CHARS_MAX, autocomplete: "off" };
}

function made(at: NewAsking, button: string): Html {
  return html`${onceKey()}<p class="line"><button class="btn primary">${button}</button></p><p class="fine">${newWords(at.call).who_told}</p>`;
}
