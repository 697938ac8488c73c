// What is kept of a database beside its page:
// a title for where the page itself cannot be made, such as another page that shows the document.
import type { MadePage, PageMaker, PageRequest } from "../documents/port/hooks.ts";
import { element, renderShell } from "../rendering/port.ts";

/** What a database's document holds beside the page: a file that nobody writes. */
export const SOURCE_PATH = "about.json";
export const SOURCE = '{"type": "database"}\n';

export function pageOf(title: string): string | Uint8Array {
  const content = [
    element("h1", {}, title),
    element("p", {}, "This is a database. Its tables are shown to people who may open it, at its own address."),
  ];
  return renderShell({ title, content });
}

export const pageMaker: PageMaker = {
  doc_type: "database",
  renderer: 2,
  render: ({ document }: PageRequest): MadePage => ({ html: pageOf(document.title) }),
};
