// What the pages about a document begin with: the document as its reader may see it, and who may open it.
import { type Asking, askIfOpen } from "../app/port/ask.ts";
import type { DocumentOnPage } from "../app/port/slots.ts";
import { readRendered } from "../history/port/operations.ts";
import { readAccess } from "../sharing/port/operations.ts";
import { type Access, onPage, type Rendered } from "./asked.ts";

export interface Opened {
  shown: Rendered;
  access: Access;
  document: DocumentOnPage;
}

/** Null where it is closed to this person or not there. */
export async function openDocument(call: Asking, doc_id: string): Promise<Opened | null> {
  const params = { doc_id };
  const shown = await askIfOpen(call, readRendered, { params });
  const access = shown && (await askIfOpen(call, readAccess, { params, query: {} }));
  return shown && access ? { shown, access, document: onPage(shown, access) } : null;
}
