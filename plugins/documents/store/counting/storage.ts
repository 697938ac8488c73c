// How much of its storage a workspace uses, what it may use beside what its plan holds, and the meter over that
// (rules: limits/storage).
import type { Plan, Runtime, Sql } from "../../../../kernel/plugin.ts";

/** A workspace's storage in bytes; `cap` is null where nothing bounds it. */
export interface StorageStanding {
  used: number;
  cap: number | null;
}

/** What is sold beside the plan, in bytes. */
export interface StorageBeyondPlan {
  /** Growth stops at the plan's storage and this. */
  extra: number;
  /** Above this is metered, by time; null meters nothing. */
  included: number | null;
  /** So much of it at most, whatever is stored; null where nothing bounds it. */
  metered_max: number | null;
}

interface Asked {
  runtime: Runtime;
  workspace: { id: number; plan: Plan };
}

/** What the live documents of a workspace take, and what they may. */
export async function readStorage(sql: Sql, asked: Asked): Promise<StorageStanding> {
  const { used, cap } = await readStanding(sql, { ...asked, owner_id: null });
  return { used, cap };
}

/** The same with how many live documents a person has there. */
export async function readStanding(
  sql: Sql,
  { runtime, workspace, owner_id }: Asked & { owner_id: number | null },
): Promise<StorageStanding & { live: number }> {
  const cap = runtime.plans.allowance("storage_bytes", workspace.plan);
  const [row] = await sql<{ used: number; extra: number; live: number | null }[]>`
    select c.bytes as used, c.bytes_extra as extra, o.live
    from document_counters c left join document_owners o on o.workspace_id = c.workspace_id and o.owner_id = ${owner_id}
    where c.workspace_id = ${workspace.id}`;
  return { used: row?.used ?? 0, cap: cap === null ? null : cap + (row?.extra ?? 0), live: row?.live ?? 0 };
}

/** Sets what a workspace may store beside what its plan holds; what was metered so far stays on the meter. */
export async function setStorageBeyondPlan(
  sql: Sql,
  { workspace_id, extra, included, metered_max, now }: StorageBeyondPlan & { workspace_id: number; now: Date },
): Promise<void> {
  await sql`
    insert into document_counters as c (workspace_id, change_seq, turn_seq, bytes, bytes_extra, bytes_included, bytes_metered_max, metered_at)
    values (${workspace_id}, 0, 0, 0, ${extra}, ${included}, ${metered_max}, ${now})
    on conflict (workspace_id) do update set bytes_extra = excluded.bytes_extra, bytes_included = excluded.bytes_included,
      bytes_metered_max = excluded.bytes_metered_max,
      metered_byte_seconds = read_storage_meter(c, ${now}), metered_at = greatest(c.metered_at, excluded.metered_at)`;
}

/** Reads the meter and sets it back, in one statement: the byte seconds above what is included since it was last taken. */
export async function takeStorageMeter(
  sql: Sql,
  { workspace_id, now }: { workspace_id: number; now: Date },
): Promise<number> {
  const [row] = await sql<{ byte_seconds: number }[]>`
    update document_counters c set metered_byte_seconds = 0, metered_at = greatest(c.metered_at, ${now})
    from (select workspace_id, read_storage_meter(m, ${now}) as byte_seconds from document_counters m
      where workspace_id = ${workspace_id} for update) before
    where c.workspace_id = before.workspace_id and c.metered_at is not null
    returning before.byte_seconds::float8 as byte_seconds`;
  return row?.byte_seconds ?? 0;
}
