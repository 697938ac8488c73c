// The form in which a text is written, and what stands in its place where it cannot be saved.
import { type Html, html } from "../../kernel/plugin.ts";
import type { Asking } from "../app/port/ask.ts";
import { doorOf } from "../app/port/form.ts";
import { icon } from "../app/port/icons.ts";
import { documentPath } from "../app/port/paths.ts";
import { refusedForm, sentenceOf } from "../app/port/refused.ts";
import { putFile } from "../documents/port/operations.ts";
import { START_PATH } from "../pages.ts";
import { conflictPart } from "./conflict_part.ts";
import type { Edited } from "./edited.ts";
import { shownText } from "./kept_lines.ts";
import { leasePart } from "./lease_part.ts";
import { previewButton } from "./preview_part.ts";
import { MADE_ON } from "./sent_text.ts";
import type { TypedText } from "./typed.ts";
import { writingWords } from "./words.ts";
import { isMarkdown, isProse } from "./written_file.ts";

export const FORM_ID = "write";
const MESSAGE_MAX = 500;

/** It stands in the bar, so that Enter in a line of the form means it before any other button. */
export function savePart(call: Asking): Html {
  return html`<button class="btn primary" form="${FORM_ID}">${writingWords(call).save}</button>`;
}

interface Shown extends Edited {
  preview: Html | null;
}

export function textPart(call: Asking, { document, files, text, typed, lock, preview }: Shown): Html {
  const words = writingWords(call);
  const { doc_id, title } = document;
  const { pathname, search } = call.request.url;
  const base_version = typed?.base_version || text.version;
  const refused = refusedForm(call.request);
  const mine = refused?.operation === putFile.id && typed ? refused.refusal : null;
  const hidden = {
    ...{
      "~back": pathname + search,
      "~then": documentPath(doc_id),
      "~done": words.saved,
      "~unchanged": words.unchanged,
    },
    ...{ [MADE_ON]: typed?.made_on || text.version, doc_id, path: text.path, base_version },
  };
  const prose = isProse(text.path);
  const marked = isMarkdown(text.path);
  const isUnsaved = typed !== null && plainEnds(typed.content) !== plainEnds(shownText(text.content));
  const isWrong = mine !== null && mine.kind !== "conflict" && mine.kind !== "locked";
  return html`<form method="post" action="${doorOf(putFile.id)}" enctype="multipart/form-data" class="write" id="${FORM_ID}"${isUnsaved && html` data-unsaved`} data-leaving="${words.leaving}"><h1 class="only">${words.editing(title)}</h1>
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="write-head">${marked && toolsPart(call)}${marked && previewButton(call)}${leasePart(call, { document, lock })}
${mine?.kind === "conflict" && conflictPart(call, { doc_id, refusal: mine })}
${mine && mine.kind !== "conflict" && html`<p class="note bad" role="alert" id="text-error">${icon("warn")}<span>${sentenceOf(mine.said)}</span></p>`}
${files.length > 1 && filesPart(call, { doc_id, files, path: text.path })}</div>
<p class="note" role="status" hidden data-kept-here>${icon("info")}<span>${words.kept_here}</span><button type="button" class="btn small">${words.bring_back}</button></p>
<div class="panes"><div class="source"><label class="only" for="text">${words.text(text.path)}</label><textarea id="text" name="content" dir="${prose ? "auto" : "ltr"}" spellcheck="${prose ? "true" : "false"}"${!prose && html` autocapitalize="off" autocomplete="off"`}${isWrong && html` aria-invalid="true" aria-describedby="text-error"`}>${"\n"}${typed?.content ?? shownText(text.content)}</textarea></div>${preview}</div>
<div class="write-end"><span class="grow"><label class="only" for="message">${words.message}</label><input id="message" name="message" maxlength="${MESSAGE_MAX}" placeholder="${words.message_hint}" value="${typed?.message ?? ""}" autocomplete="off"></span><span hidden data-words="${words.words}"></span><span class="wide-only" hidden id="text-keys" data-keys-told>${words.keys}</span><span class="wide-only" id="text-base">${words.base(base_version)}</span></div>
</form>`;
}

/** They need the script, and are there once it runs. */
function toolsPart(call: Asking): Html {
  const words = writingWords(call);
  const tools = [
    { icon: "bold", label: words.bold, put: html` data-around="**" data-shortcut="b"` },
    { icon: "italic", label: words.italic, put: html` data-around="*" data-shortcut="i"` },
    { icon: "code", label: words.code, put: html` data-around="&#96;"` },
    { icon: "link", label: words.link, put: html` data-link data-shortcut="K"` },
    { icon: "list", label: words.list, put: html` data-before="- "` },
    { icon: "task", label: words.task, put: html` data-before="- [ ] "` },
    { icon: "quote", label: words.quote, put: html` data-before="> "` },
  ];
  return html`<div class="line one tools" role="group" aria-label="${words.tools}" hidden>${tools.map((one) => html`<button type="button" class="btn quiet icon-only" aria-label="${one.label}" title="${one.label}"${one.put}>${icon(one.icon)}</button>`)}</div>`;
}

function plainEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

function filesPart(
  call: Asking,
  { doc_id, files, path }: Pick<Edited, "files"> & { doc_id: string; path: string },
): Html {
  const words = writingWords(call);
  const others = files.filter((file) => file.path !== path);
  return html`<details class="fold"><summary>${icon("right", "turn")}${words.files}</summary><ul class="rows">${others.map((file) => html`<li><div class="main"><a class="name cut" dir="auto" href="${documentPath(doc_id, "edit")}?path=${encodeURIComponent(file.path)}">${file.path}</a></div></li>`)}</ul></details>`;
}

/** Where nothing can be saved any more. */
export function keptText(call: Asking, { content }: TypedText): Html {
  const words = writingWords(call);
  return html`<section class="stack tight" aria-labelledby="kept"><h2 id="kept">${words.your_text}</h2><p class="note warn" role="alert">${icon("warn")}<span>${words.your_text_told}</span></p><textarea readonly rows="16" class="kept" aria-labelledby="kept" dir="auto">${"\n"}${content}</textarea></section>`;
}

export function closedPart(call: Asking, typed: TypedText | null): Html {
  const words = writingWords(call);
  return html`<div class="stack loose"><div class="head"><div><h1>${words.closed}</h1><p>${words.closed_told}</p></div></div>
${typed && keptText(call, typed)}
<p class="line"><a class="btn" href="${START_PATH}">${words.closed_way}</a></p></div>`;
}
