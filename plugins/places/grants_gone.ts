// Tells the plugins above of documents that lost grants because whom they named is gone, which nobody decided for the document.
import { type Runtime, type Slot, type Sql, slot } from "../../kernel/plugin.ts";

/** Documents of one workspace, told inside the transaction that removed grants on them. */
export interface GrantsGone {
  sql: Sql;
  workspace_id: number;
  document_ids: readonly number[];
}

export const grantsGoneSlot: Slot<GrantsGone, void> = slot("grants.gone");

/** What tells of grants that are removed: where it runs, and whom it asks. */
export interface Telling {
  sql: Sql;
  ask: Runtime["ask"];
}

/** Tells of removed grants, of whatever workspaces; those on places say nothing of a document. */
export async function tellGone(
  { sql, ask }: Telling,
  gone: readonly { workspace_id: number; document_id: number | null }[],
): Promise<void> {
  const of = Map.groupBy(gone, (grant) => grant.workspace_id);
  for (const [workspace_id, grants] of [...of].sort(([one], [other]) => one - other)) {
    const document_ids = [...new Set(grants.flatMap((grant) => grant.document_id ?? []))];
    if (document_ids.length > 0) await ask(grantsGoneSlot, { sql, workspace_id, document_ids });
  }
}
