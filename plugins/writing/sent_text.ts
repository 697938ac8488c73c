// Puts a text that a form sent back into the shape of its file, before it is written (rules: writes/sent_texts).
import { isJsonObject, refuse } from "../../kernel/plugin.ts";
import { type Asking, askIfOpen } from "../app/port/ask.ts";
import type { FormInput, FormSent } from "../app/port/sent.ts";
import { getDoc, putFile } from "../documents/port/operations.ts";
import { readLines } from "../editing/port/operations.ts";
import { TEXT_BYTES_MAX } from "../texts/port.ts";
import { keptLines } from "./kept_lines.ts";

/** The control that names the version whose text was in the form. */
export const MADE_ON = "~made_on";

/** Null for every form but the one in which a file is written. Throws 413 and 400 for what could not be opened here again. */
export async function keepSentLines({ call, operation, typed, input }: FormSent): Promise<FormInput | null> {
  const made_on = Number(typed.get(MADE_ON)?.at(-1));
  const { params, body } = input;
  const content = isJsonObject(body) ? body["content"] : undefined;
  if (operation !== putFile.id || !(made_on >= 1) || !isJsonObject(body) || typeof content !== "string") return null;
  // Whatever ends its lines get: looked at ahead of all that costs by its length.
  refuseUnwritable(content.replaceAll("\r\n", "\n"));
  // One text for several values is none that was typed on one file.
  if (typed.has("~each")) return null;
  const base = await baseOf(call, { doc_id: params["doc_id"], path: params["path"], version: made_on });
  const text = base === null ? content : keptLines(base, content);
  refuseUnwritable(text);
  return { ...input, body: { ...body, content: text } };
}

/** The text of that version, or of the current one where that version is no longer kept; null where there is none. */
async function baseOf(
  call: Asking,
  { doc_id, path, version }: { doc_id: unknown; path: unknown; version: number },
): Promise<string | null> {
  if (typeof doc_id !== "string" || typeof path !== "string") return null;
  const params = { doc_id };
  // Who may not write there costs nothing more: the operation itself refuses them.
  if (!(await askIfOpen(call, getDoc, { params }))) return null;
  const then = await askIfOpen(call, readLines, { params, query: { path, version } });
  return (then ?? (await askIfOpen(call, readLines, { params, query: { path } })))?.content ?? null;
}

function refuseUnwritable(text: string): void {
  const size = Buffer.byteLength(text);
  if (size > TEXT_BYTES_MAX)
    throw refuse.tooLarge(
      `the text has ${size} bytes; at most ${TEXT_BYTES_MAX} can be written here, so shorten it or put a part of it into a document of its own`,
    );
  const at = text.indexOf("\0");
  if (at >= 0)
    throw refuse.invalid(
      `line ${text.slice(0, at).split("\n").length} holds a NUL character, which no text has; take it out`,
    );
}
