// Holds the counters of storage and of live documents against the documents that are there,
// and mends those that differ.
import { type Runtime, type Sql, writeAudit } from "../../../../kernel/plugin.ts";
import { countChange } from "./counters.ts";

/** What a counter says, and what a count of the documents says. */
export interface Recounted {
  counted: number;
  kept: number;
}

/** A workspace whose counters are not what it keeps. */
export interface StorageDifference {
  workspace_id: number;
  slug: string;
  bytes: Recounted;
  /** Numbers of live documents, of the accounts for which they differ. */
  owners: readonly (Recounted & { owner_id: number })[];
}

/**
 * THE recount: every workspace whose counters differ from its documents, or the one that is given. One statement sees documents and
 * counters of one moment, and every write commits both together, so what it finds is wrong however many write meanwhile.
 */
export async function findStorageDifferences(
  sql: Sql,
  { workspace_id = null }: { workspace_id?: number | null } = {},
): Promise<StorageDifference[]> {
  const inThese = sql`(${workspace_id}::bigint is null or workspace_id = ${workspace_id})`;
  return sql<StorageDifference[]>`
    with there as materialized (
      select workspace_id, owner_id, sum(size_bytes) as bytes, count(*) as live from documents
      where deleted_at is null and released_at is null and ${inThese} group by workspace_id, owner_id
    ), sizes as (
      select workspace_id, coalesce(c.bytes, 0) as counted, coalesce(t.bytes, 0) as kept
      from (select workspace_id, bytes from document_counters where ${inThese}) c
        full join (select workspace_id, sum(bytes) as bytes from there group by workspace_id) t using (workspace_id)
    ), owned as (
      select workspace_id, owner_id, coalesce(o.live, 0) as counted, coalesce(t.live, 0) as kept
      from (select workspace_id, owner_id, live from document_owners where ${inThese}) o
        full join there t using (workspace_id, owner_id)
      where coalesce(o.live, 0) <> coalesce(t.live, 0)
    ), lists as (
      select workspace_id,
        jsonb_agg(jsonb_build_object('owner_id', owner_id, 'counted', counted, 'kept', kept) order by owner_id) as owners
      from owned group by workspace_id
    )
    select w.workspace_id, w.slug, jsonb_build_object('counted', coalesce(s.counted, 0), 'kept', coalesce(s.kept, 0)) as bytes,
      coalesce(l.owners, '[]'::jsonb) as owners
    from sizes s full join lists l using (workspace_id) join workspaces w using (workspace_id)
    where s.counted <> s.kept or l.owners is not null order by w.workspace_id`;
}

/**
 * Mends a workspace's counters in one transaction with its audit row, and answers what differed; null where nothing did. It waits for
 * the turn that every writer takes to count, and looks then: whoever comes after counts on what it left.
 */
export function recountStorage(runtime: Runtime, workspaceId: number): Promise<StorageDifference | null> {
  const now = runtime.clock.now();
  return runtime.database.withTransaction(async (sql) => {
    await sql`select await_turn(${workspaceId})`;
    // A statement of its own: it sees what was committed while the turn was waited for.
    const [found] = await findStorageDifferences(sql, { workspace_id: workspaceId });
    if (!found) return null;
    const { workspace_id, bytes, owners } = found;
    const change = { workspace_id, document_id: null, now };
    // Counted as any change is, so that the meter has what the wrong number came to until now.
    await countChange(sql, { ...change, owner_id: 0, bytes: bytes.kept - bytes.counted, live: 0 });
    for (const { owner_id, counted, kept } of owners) {
      await countChange(sql, { ...change, owner_id, bytes: 0, live: kept - counted });
    }
    const entry = {
      action: "storage.recount",
      target_type: "workspace",
      target_id: workspace_id,
      meta: { bytes_was: bytes.counted, bytes: bytes.kept, accounts: owners.length },
      by: { user_id: null, email: "system", workspace_id },
    };
    await writeAudit(sql, [entry], { actor: null, via: "system", request: null, now, isHeard: runtime.isHeard });
    return found;
  });
}
