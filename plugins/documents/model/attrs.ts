// What tools keep with a document: their own texts, beside what a copy says of the document that it was made of.
import { refuse } from "../../../kernel/plugin.ts";
import { ATTRS_MAX } from "./schemas.ts";

/** The version of a document that a copy was made of. */
export type Origin = { doc_id: string; version: number };

/** A document's attributes as they are kept and shown. `duplicated_from` is the service's own. */
export type Attrs = Record<string, string | Origin>;

const ORIGIN = "duplicated_from";

/**
 * The texts among what was sent. What is sent as `duplicated_from` is passed over, so that whoever read the attributes may send
 * them back. Throws 422 for what is no text and 400 for too many.
 */
export function parseAttrs(sent: Attrs): Record<string, string> {
  const texts = Object.entries(sent).flatMap(([name, value]): [string, string][] => {
    if (name === ORIGIN) return [];
    if (typeof value === "string") return [[name, value]];
    throw refuse.unprocessable([
      { loc: ["body", "attrs", name], msg: `attrs.${name} must be a string`, type: "type_error" },
    ]);
  });
  if (texts.length > ATTRS_MAX) {
    throw refuse.invalid(`attrs has ${texts.length} members; at most ${ATTRS_MAX} are allowed`);
  }
  // A member may be called "__proto__", which an assignment would not keep.
  return Object.fromEntries(texts);
}

/** The attributes of a document after a change: the texts that were sent, and where it comes from as it was. */
export function replaceAttrs(current: Attrs, sent: Attrs): Attrs {
  const origin = current[ORIGIN];
  return { ...parseAttrs(sent), ...(typeof origin === "object" && { [ORIGIN]: origin }) };
}

/** The member that says which syntax a markdown document's sender chose (rules: links/markdown). */
const MARKDOWN = "markdown";

/** In words; null where nobody chose any. */
export function chosenMarkdown(attrs: Attrs): string | null {
  const said = Object.hasOwn(attrs, MARKDOWN) ? attrs[MARKDOWN] : undefined;
  return typeof said === "string" ? said : null;
}

/** The attributes of a copy. */
export function copyAttrs(source: Attrs, origin: Origin): Attrs {
  return { ...source, [ORIGIN]: origin };
}
