// Tells the plugins above of documents that lost grants because whom they named is gone,
// which nobody decided for the document.
import { type Hook, hook, type Runtime, type Sql } from "../../kernel/plugin.ts";

/** Documents of one workspace, told inside the transaction that removed grants on them. */
export interface GrantsGone {
  sql: Sql;
  workspace_id: number;
  document_ids: readonly number[];
}

export const grantsGoneHook: Hook<GrantsGone, void> = hook("grants.gone");

/** What tells of grants that are removed: where it runs, and whom it asks. */
export interface Telling {
  sql: Sql;
  callHook: Runtime["callHook"];
}

/** Tells of removed grants, of whatever workspaces; those on places say nothing of a document. */
export async function tellGone(
  { sql, callHook }: Telling,
  gone: readonly { workspace_id: number; document_id: number | null }[],
): Promise<void> {
  const of = Map.groupBy(gone, (grant) => grant.workspace_id);
  for (const [workspace_id, grants] of [...of].sort(([one], [other]) => one - other)) {
    const document_ids = [...new Set(grants.flatMap((grant) => grant.document_id ?? []))];
    if (document_ids.length > 0) await callHook(grantsGoneHook, { sql, workspace_id, document_ids });
  }
}
