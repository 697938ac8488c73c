// What stands in the place of the text area for what is not written as text here, with the way out.
import { type Html, html } from "../../kernel/plugin.ts";
import type { Asking } from "../app/port/ask.ts";
import { documentPath } from "../app/port/paths.ts";
import { languageOf } from "../app/port/words.ts";
import { TEXT_BYTES_MAX } from "../texts/port.ts";
import { keptText } from "./edit_parts.ts";
import type { Editable } from "./edited.ts";
import type { TypedText } from "./typed.ts";
import { writingWords } from "./words.ts";
import { isWritten, type WrittenFile } from "./written_file.ts";

export interface Unwritable {
  document: Editable;
  /** What was asked for by name. */
  path: string | undefined;
  file: WrittenFile | undefined;
  typed: TypedText | null;
}

export function unwritablePart(call: Asking, { document, path, file, typed }: Unwritable): Html {
  const words = writingWords(call);
  const { doc_id } = document;
  const isText = isWritten(document);
  return html`<div class="stack loose"><div class="head"><div><h1>${words.no_text}</h1><p dir="auto">${whyNot(call, { isText, path, file })}</p></div></div>
${typed && keptText(call, typed)}
<p class="line"><a class="btn primary" href="${documentPath(doc_id)}">${words.to_document}</a>${isText && path !== undefined && html`<a class="btn" href="${documentPath(doc_id, "edit")}">${words.to_source}</a>`}</p></div>`;
}

function whyNot(call: Asking, { isText, path, file }: Pick<Unwritable, "path" | "file"> & { isText: boolean }): string {
  const words = writingWords(call);
  if (!isText) return words.no_text_kind;
  if (!file) return words.no_such_file(path ?? "");
  if (file.size <= TEXT_BYTES_MAX) return words.no_text_file(file.path);
  const { format } = new Intl.NumberFormat(languageOf(call.request));
  return words.too_long(file.path, format(file.size), format(TEXT_BYTES_MAX));
}
