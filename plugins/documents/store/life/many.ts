// Many documents that one deed takes out of life or brings back: counted, numbered and told of together.
import type { WriteCall } from "../../model/calls.ts";
import { closeAnew } from "../../write/showing.ts";
import { countChange } from "../counting/counters.ts";
import { relinkLater } from "../names/relink.ts";
import { numberChanges } from "../writing/moves.ts";

/** A row that the deed has changed. */
export interface ChangedDocument {
  document_id: number;
  doc_id: string;
  alias: string | null;
  slug: string;
  owner_id: number;
  /** What its workspace and its owner are charged for it while it lives. */
  bytes: number;
  live: number;
}

/** Over `documents d`: the columns of a `ChangedDocument`. */
export function changedColumns(sql: WriteCall["sql"]) {
  return sql`d.document_id, d.doc_id, d.alias, d.slug, d.owner_id,
    case when d.released_at is null then d.size_bytes else 0 end as bytes, (d.released_at is null)::int as live`;
}

/** Caps are the caller's to look at: what is counted here has been counted before. */
export async function settleMany(
  call: WriteCall,
  { documents, are_live }: { documents: readonly ChangedDocument[]; are_live: boolean },
): Promise<void> {
  if (documents.length === 0) return;
  const { sql, now, actor } = call;
  const workspace_id = actor.workspace.id;
  await relinkLater(sql, { workspace_id, documents, now });
  const slugs = documents.map((row) => row.slug);
  await closeAnew(call, ...slugs);
  const sign = are_live ? 1 : -1;
  const accounts = [...Map.groupBy(documents, (row) => row.owner_id)].sort(([a], [b]) => a - b);
  call.lastly(async (last) => {
    const counted = accounts.map(([owner_id, rows]) =>
      countChange(last, {
        workspace_id,
        owner_id,
        document_id: null,
        bytes: sign * rows.reduce((sum, row) => sum + row.bytes, 0),
        live: sign * rows.reduce((sum, row) => sum + row.live, 0),
        now,
      }),
    );
    const document_ids = documents.map((row) => row.document_id);
    // All are sent before any is waited for; the first takes the workspace's turn.
    await Promise.all([...counted, numberChanges(last, { workspace_id, document_ids })]);
  });
}
