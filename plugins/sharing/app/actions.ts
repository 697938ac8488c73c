// What sharing offers on a document's page.
import { documentPath } from "../../app/port/paths.ts";
import type { DocumentAction, DocumentAsking } from "../../app/port/slots.ts";
import { shareWords } from "./words.ts";

/** The page of who may open it is there for whoever may view it; who may not share sees there why they may open it. */
export function shareAction({ call, document }: DocumentAsking): DocumentAction[] {
  const words = shareWords(call);
  return [
    {
      order: 10,
      at: "bar",
      id: "share",
      href: documentPath(document.doc_id, "share"),
      icon: "users",
      label: words.share_crumb,
    },
  ];
}
