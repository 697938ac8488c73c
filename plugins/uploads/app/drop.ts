// What pages of the app carry so that files dropped on them are uploaded, and files among what can be made.
import { type Html, html, isJsonObject } from "../../../kernel/plugin.ts";
import type { Asking } from "../../app/port/ask.ts";
import { formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { onceKey, placeField } from "../../app/port/new.ts";
import { ANSWERED_DOCUMENT_PATH, documentPath } from "../../app/port/paths.ts";
import { resultsOf } from "../../app/port/results.ts";
import type { DropIsland, NewAsking, NewKind, NewPlace } from "../../app/port/slots.ts";
import { publishFile } from "../../documents/port/operations.ts";
import { capOf } from "../../operation.ts";
import { sizeInWords } from "../size_in_words.ts";
import { UPLOADS_SCRIPT_PATH, UPLOADS_STYLE_PATH } from "./files.ts";
import { uploadWords } from "./words.ts";

/** What the page's script says. */
const WORDS = [
  ...["uploads", "close", "summary", "waiting", "making", "held", "stop", "stopped", "again", "off"],
  ...["broke", "failed", "signed_out", "large", "empty", "folder", "many", "there", "open"],
] as const;

export function dropIsland({ call, place }: { call: Asking; place: NewPlace }): DropIsland {
  const words = uploadWords(call);
  const said: Record<string, unknown> = Object.fromEntries(
    Object.entries(words).filter(([name]) => (WORDS as readonly string[]).includes(name)),
  );
  const query = new URLSearchParams({ root: place.root ?? "~", folder: place.folder });
  const { files_max, file_bytes_max } = boundsOf(call);
  return {
    body: html`<p class="fine part drop-told" hidden data-uploads="${query.toString()}" data-files-max="${files_max}" data-bytes-max="${file_bytes_max}" data-size-max="${sizeInWords(file_bytes_max)}" data-words="${JSON.stringify(said)}">${words.drop_told}</p>`,
    scripts: [UPLOADS_SCRIPT_PATH],
    styles: [UPLOADS_STYLE_PATH],
  };
}

export function newFiles(call: Asking): NewKind[] {
  const { files, files_told } = uploadWords(call);
  return [{ id: "file", order: 30, icon: "upload", label: files, hint: files_told, form: filesForm }];
}

function boundsOf({ runtime }: Pick<Asking, "runtime">) {
  return {
    files_max: capOf(runtime, "files_per_form"),
    file_bytes_max: capOf(runtime, "share_upload_bytes"),
    form_bytes_max: capOf(runtime, "body_bytes"),
  };
}

function filesForm(at: NewAsking): Html {
  const { call } = at;
  const words = uploadWords(call);
  const { files_max, file_bytes_max, form_bytes_max } = boundsOf(call);
  const form = formFor(
    call,
    publishFile,
    {
      fixed: { "~each": "file" },
      then: ANSWERED_DOCUMENT_PATH,
      done: words.made,
      is_long: true,
      look: "stack of-files",
      label: words.files,
    },
    (fields) => html`${placeField(at, fields)}
<label class="drop">${icon("upload", "big")}<strong>${words.choose}</strong><input type="file" name="file" multiple required><span class="fine">${words.choose_told(files_max, sizeInWords(file_bytes_max))}</span></label>
${onceKey()}<noscript><p class="fine">${words.without_script(sizeInWords(form_bytes_max))}</p></noscript>
<p class="line"><button class="btn primary">${words.send}</button></p>`,
  );
  return html`${resultList(call)}${form}`;
}

/** Of a form that came without script: a line for each file. */
function resultList(call: Asking): Html | null {
  const results = resultsOf(call.request, publishFile.id);
  if (results.length === 0) return null;
  const words = uploadWords(call);
  const there = results.filter(({ refusal }) => refusal === null).length;
  return html`<section aria-labelledby="uploaded"><h2 id="uploaded">${words.uploaded(there, results.length)}</h2><ul class="rows still roomy">${results.map(
    ({ name, answer, refusal }) => {
      const doc_id = isJsonObject(answer) && typeof answer["doc_id"] === "string" ? answer["doc_id"] : null;
      return html`<li>${icon(refusal === null ? "check" : "warn")}<div class="main"><span class="name cut" dir="auto" title="${name}">${name}</span><span class="what">${refusal ?? words.there}${doc_id !== null && html`. <a href="${documentPath(doc_id)}">${words.open}<span class="only"> ${name}</span></a>`}</span></div></li>`;
    },
  )}</ul></section>`;
}
