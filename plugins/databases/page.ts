// The page of a database at its own address: its title and nothing of its records, which the API and the app show to their readers.
import type { MadePage, PageMaker, PageRequest } from "../documents/port/slots.ts";
import { element, renderShell } from "../rendering/port.ts";

/** What a database's document holds beside the page: a file that nobody writes. */
export const SOURCE_PATH = "about.json";
export const SOURCE = '{"type": "database"}\n';

export function pageOf(title: string): string | Uint8Array {
  const content = [
    element("h1", {}, title),
    element("p", {}, "This is a database. Its tables are shown to people who may open it, in the app."),
  ];
  return renderShell({ title, content });
}

export const pageMaker: PageMaker = {
  doc_type: "database",
  renderer: 1,
  render: ({ document }: PageRequest): MadePage => ({ html: pageOf(document.title) }),
};
