// What this plugin lays behind its port: documents as the caller may see them, in one query each.
import type { House } from "../../kernel/mod.ts";
import type { Documents } from "./port.ts";
import { showDocument } from "./rows.ts";
import { countByRoot } from "./store/counts.ts";
import { findOpen } from "./store/documents.ts";
import { findOwner, findViewers, holdDocument } from "./store/held.ts";
import { type ListedDocument, listDocuments } from "./store/lists.ts";
import { moveRoot } from "./store/root_moves.ts";

export function provideDocuments(house: House): Documents {
  const show = (row: ListedDocument) =>
    showDocument(row, { content_url: house.config.content_url, level: row.level, now: house.clock.now() });
  return {
    findMany: async (sql, actor, docIds) => {
      const rows = await findOpen(sql, { actor, doc_ids: docIds, now: house.clock.now() });
      return new Map(rows.map((row) => [row.doc_id, show(row)]));
    },
    findManyOwned: async (sql, actor, docIds) => {
      const rows = await findOpen(sql, { actor, doc_ids: docIds, now: house.clock.now() });
      const owned = ({ owner_email, owner_id }: ListedDocument) => ({ owner_email, mine: owner_id === actor.user_id });
      return new Map(rows.map((row) => [row.doc_id, { ...show(row), ...owned(row) }]));
    },
    listOwn: async (sql, actor, { limit }) => {
      const whole = { view: "mine" as const, folder: null, recursive: true, tag: null, after: null };
      return (await listDocuments(sql, { ...whole, actor, now: house.clock.now(), limit })).map(show);
    },
    countByRoot,
    moveRoot,
    findOwner,
    findViewers,
    hold: holdDocument,
  };
}
