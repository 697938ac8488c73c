// Documents of the workspace that were narrowed to somebody who is gone:
// they open to nobody else by that (rules: sharing/grants).
import { type Runtime, writeAudit } from "../../../../kernel/plugin.ts";
import type { GrantsGone } from "../../../places/port.ts";
import { isNarrowed } from "../../model/levels.ts";
import { tellClosed } from "../../write/showing.ts";
import { countChange } from "../counting/counters.ts";
import { numberChanges } from "../writing/moves.ts";

/** Restricts those of the documents that were shared with nobody but whom the removed grants named, until who may says otherwise. */
export async function closeNarrowed(runtime: Runtime, { sql, workspace_id, document_ids }: GrantsGone): Promise<void> {
  const now = runtime.clock.now();
  const those = sql`d.document_id = any(${[...document_ids]}::bigint[]) and d.workspace_id = ${workspace_id}
    and d.visibility = 'workspace'`;
  // Held first and looked at then, so that of two who leave at once the later sees that the other's grant is gone too.
  await sql`select 1 from documents d where ${those} order by d.document_id for no key update`;
  const closed = await sql<{ document_id: number; doc_id: string; slug: string; owner_id: number }[]>`
    update documents d set visibility = 'restricted' where ${those} and not (${isNarrowed(sql)})
    returning d.document_id, d.doc_id, d.slug, d.owner_id`;
  const [first] = closed;
  if (!first) return;
  const notes = closed.map(({ doc_id }) => ({
    action: "doc.visibility",
    target_type: "doc",
    target_id: doc_id,
    meta: { from: "workspace", to: "restricted" },
    by: { user_id: null, email: "system", workspace_id },
  }));
  await writeAudit(sql, notes, { actor: null, via: "system", request: null, now, isHeard: runtime.isHeard });
  await countChange(sql, { workspace_id, owner_id: first.owner_id, document_id: null, bytes: 0, live: 0, now });
  await numberChanges(sql, { workspace_id, document_ids: closed.map((row) => row.document_id) });
  const slugs = closed.map((row) => row.slug);
  await tellClosed(runtime.callHook, sql, slugs);
}
