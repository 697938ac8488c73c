// What a document's pages are answered by the operations that they ask.
import type { AnswerOf } from "../app/port/ask.ts";
import type { DocumentOnPage } from "../app/port/slots.ts";
import type { readRendered } from "../history/port/operations.ts";
import type { readAccess } from "../sharing/port/operations.ts";

export type Rendered = AnswerOf<typeof readRendered>;
export type Access = AnswerOf<typeof readAccess>;

/** The document as those know it who fill parts of its pages. */
export function onPage(shown: Rendered, { my_level }: Access): DocumentOnPage {
  const { doc_id, title, kind, doc_type, version, url, folder } = shown;
  const root = shown.root?.slug ?? null;
  // Its owner's, and in a space those of whoever may edit there.
  const has_settings = my_level === "own" || (root !== null && my_level === "edit");
  return { ...{ doc_id, title, kind, doc_type, version, url, folder }, my_level, root, has_settings };
}
