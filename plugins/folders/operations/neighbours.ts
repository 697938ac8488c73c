// What comes before and behind a document where it lies (rules: folders/views).
import { t } from "../../../kernel/plugin.ts";
import { DocumentShape, documentWith, showDocument } from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { findNeighbours } from "../store/neighbours.ts";
import { findSettings } from "../store/settings.ts";

const DOCUMENT = "d:";

export const readNeighbours = operation({
  id: "doc.neighbours",
  route: "GET /api/docs/{doc_id}/neighbours",
  summary: "Show what comes before and behind a document in its folder",
  description:
    "In the order in which the folder shows what lies in it. Neither where you may open the document and not its folder. Between pages, pictures and other files are passed over.",
  params: t.Object({ doc_id: t.String({ description: "The document." }) }),
  output: t.Object({
    doc_id: t.String(),
    previous: t.Nullable(DocumentShape),
    next: t.Nullable(DocumentShape),
  }),
  permit: documentWith("view"),
  connection_limit: "places",
  run: async (call, _input) => {
    const { subject, sql, actor, now } = call;
    const { doc_id, place_id, workspace_id, place_level } = subject;
    if (place_level === "none") return { doc_id, previous: null, next: null };
    const settings = (await findSettings(sql, { workspace_id, place_ids: [place_id] })).get(place_id);
    const order = (settings?.child_order ?? [])
      .filter((key) => key.startsWith(DOCUMENT))
      .map((key) => key.slice(DOCUMENT.length));
    const { previous, next } = await findNeighbours(sql, { actor, now, document: subject, order });
    return {
      doc_id,
      previous: previous ? showDocument(previous, call) : null,
      next: next ? showDocument(next, call) : null,
    };
  },
});
