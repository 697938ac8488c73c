// The ways to what comes before and behind a document, below its text.
import { type Html, html } from "../../../kernel/plugin.ts";
import { type AnswerOf, askIfOpen } from "../../app/port/ask.ts";
import { icon } from "../../app/port/icons.ts";
import type { DocumentAsking, DocumentPanel } from "../../app/port/slots.ts";
import { addressOf } from "../../documents/port/rows.ts";
import { readNeighbours } from "../operations/neighbours.ts";
import { folderWords } from "./words.ts";

type Neighbour = NonNullable<AnswerOf<typeof readNeighbours>["next"]>;

/** Null for a document that lies alone, and where the folder is closed to its reader. */
export async function neighboursPanel({ call, document }: DocumentAsking): Promise<DocumentPanel | null> {
  const found = await askIfOpen(call, readNeighbours, { params: { doc_id: document.doc_id } });
  if (!found || (!found.previous && !found.next)) return null;
  const words = folderWords(call);
  const way = (rel: "prev" | "next", label: string, to: Neighbour): Html =>
    html`<a class="card way ${rel}" rel="${rel}" href="${addressOf(to)}"><span class="what">${label}</span><span class="line one">${rel === "prev" && icon("back", "turn")}<strong class="cut" dir="auto" title="${to.title}">${to.title}</strong>${rel === "next" && icon("next", "turn")}</span></a>`;
  const body = html`<nav class="way-on" aria-label="${words.neighbours}">${found.previous && way("prev", words.previous_page, found.previous)}${found.next && way("next", words.next_page, found.next)}</nav>`;
  return { order: 5, id: "neighbours", heading: words.neighbours, body };
}
