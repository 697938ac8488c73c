// Documents as rows of people's lists: the icon of what they are, and who may open them, in words.
import type { Asking } from "../../app/port/ask.ts";
import { documentPath } from "../../app/port/paths.ts";
import { rowWords } from "../app/row_words.ts";
import { readingAddress } from "../pages/reading_address.ts";

/** What a row says of a document. */
export interface RowOfDocument {
  kind: string;
  doc_type?: string;
  visibility: string;
  root: { name: string; slug: string } | null;
  my_level: string;
}

const ICON_OF_KIND: Readonly<Record<string, string>> = {
  markdown: "doc",
  html: "web",
  image: "image",
  snippet: "code",
};
const ICON_OF_TYPE: Readonly<Record<string, string>> = { database: "table", form: "form" };

/** The name of the icon that stands beside it. */
export function iconOf({ kind, doc_type = "" }: { kind: string; doc_type?: string }): string {
  return ICON_OF_TYPE[doc_type] ?? ICON_OF_KIND[kind] ?? "file";
}

/** Who may open it, in words, with the icon that says how open that is. */
export function whoMayOpen(
  call: Pick<Asking, "actor" | "request">,
  { visibility, root, my_level }: RowOfDocument,
): { icon: string; label: string } {
  const words = rowWords(call);
  if (visibility === "unlisted") return { icon: "globe", label: words.link };
  if (visibility === "password") return { icon: "globe", label: words.password };
  if (visibility === "workspace") return { icon: "building", label: words.everybody(call.actor.workspace.name) };
  if (root) return { icon: "users", label: words.space(root.name) };
  return my_level === "own" ? { icon: "lock", label: words.you } : { icon: "users", label: words.shared };
}

/** Types whose own page is more than text: in the frame of another page its links and forms lead nowhere. */
const WHOLE_PAGES: readonly string[] = ["database", "form"];

/** Where a row leads: to the document's page in the app, or to its own. */
export function addressOf(document: { doc_id: string; url: string; visibility: string; doc_type?: string }): string {
  return WHOLE_PAGES.includes(document.doc_type ?? "") ? readingAddress(document) : documentPath(document.doc_id);
}
