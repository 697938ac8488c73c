// What becomes of a person's documents when they take the deletion of their account back:
// what it put into the trash comes out again.
import { DAY_MS, later, type Plan, type Runtime, type Sql } from "../../../../kernel/plugin.ts";
import { capOf } from "../../../operation.ts";
import type { WriteCall } from "../../model/calls.ts";
import { TRASH_DAYS } from "../../model/rows.ts";
import { type ChangedDocument, changedColumns, settleMany } from "./many.ts";

/** The deletion that is taken back: it put documents into the trash at its own moment and in its person's name. */
export interface AccountDeletion {
  workspace_id: number;
  user_id: number;
  requested_at: Date;
}

/** What the deletion put into the trash, those documents aside whose root was deleted since. */
export interface TrashedWithAccount {
  docs: number;
  /** Whether all of them may come back: they fit into the plan's storage and the account's number of documents. */
  has_room: boolean;
}

/** Looks at what would come back as things stand, on the workspace's plan. */
export async function countTrashedWithAccount(
  { sql, runtime }: { sql: Sql; runtime: Runtime },
  { plan, ...deletion }: AccountDeletion & { plan: Plan },
): Promise<TrashedWithAccount> {
  const [[row], has_room] = await Promise.all([
    sql<{ docs: number }[]>`select count(*)::int as docs from documents d where ${isOfDeletion(sql, deletion)}`,
    hasRoom({ sql, runtime, plan }, deletion),
  ]);
  return { docs: row?.docs ?? 0, has_room };
}

/**
 * Brings the documents back as an undelete brings one: at their old addresses, with a fresh retention, and with their names unless
 * somebody else has those by now. What had expired before is where it was. Where the plan's storage or the account's number of
 * documents does not hold them all, all stay in the trash for its days from now on. Answers how many are back.
 */
export async function untrashAccount(call: WriteCall, { requested_at }: { requested_at: Date }): Promise<number> {
  const { sql, now, actor } = call;
  const deletion = { workspace_id: actor.workspace.id, user_id: actor.user_id, requested_at };
  if (!(await hasRoom({ sql, runtime: call.runtime, plan: actor.workspace.plan }, deletion))) {
    await sql`
      update documents d set purge_at = ${later(now, TRASH_DAYS * DAY_MS)} where ${isOfDeletion(sql, deletion)}`;
    return 0;
  }
  await giveUpTakenNames(sql, deletion);
  const back = await sql<ChangedDocument[]>`
    update documents d set deleted_at = null, deleted_by = null, purge_at = null, updated_at = ${now},
      expires_at = case when ${hadExpired(sql, deletion)} then d.expires_at
        when d.retention_days > 0 then ${now}::timestamptz + make_interval(days => d.retention_days) end
    where ${isOfDeletion(sql, deletion)}
    returning ${changedColumns(sql)}`;
  await settleMany(call, { documents: back, are_live: true });
  return back.length;
}

function isOfDeletion(sql: Sql, { workspace_id, user_id, requested_at }: AccountDeletion) {
  return sql`d.workspace_id = ${workspace_id} and d.deleted_by = ${user_id} and d.deleted_at = ${requested_at}
    and d.lost_root is null`;
}

function hadExpired(sql: Sql, { requested_at }: AccountDeletion) {
  return sql`(d.released_at is not null or d.expires_at <= ${requested_at})`;
}

/** Whether the caps that hold for an undelete hold for all of them together. */
async function hasRoom(
  { sql, runtime, plan }: { sql: Sql; runtime: Runtime; plan: Plan },
  deletion: AccountDeletion,
): Promise<boolean> {
  const [row] = await sql<{ bytes: number; extra: number; live: number }[]>`
    with back as (
      select d.owner_id, coalesce(sum(d.size_bytes), 0)::bigint as bytes, count(*)::int as live
      from documents d where ${isOfDeletion(sql, deletion)} and d.released_at is null group by d.owner_id
    )
    select coalesce((select sum(bytes) from back), 0)::bigint
        + coalesce((select c.bytes from document_counters c where c.workspace_id = ${deletion.workspace_id}), 0) as bytes,
      coalesce((select c.bytes_extra from document_counters c where c.workspace_id = ${deletion.workspace_id}), 0) as extra,
      coalesce((select max(back.live + coalesce(o.live, 0)) from back left join document_owners o
        on o.owner_id = back.owner_id and o.workspace_id = ${deletion.workspace_id}), 0)::int as live`;
  const bytesMax = runtime.plans.allowance("storage_bytes", plan);
  const liveMax = capOf(runtime, "documents_per_account");
  return (
    !row || ((bytesMax === null || row.bytes <= bytesMax + row.extra) && (liveMax === null || row.live <= liveMax))
  );
}

/** Postgres has room for some thousand locks; beyond these the index alone keeps two from having one name. */
const NAMES_HELD_MAX = 1000;

/** In one statement, behind the turns of those who take names at this moment. */
async function giveUpTakenNames(sql: Sql, deletion: AccountDeletion): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('alias:' || d.workspace_id || ':' || d.alias, 0)) from (
      select d.workspace_id, d.alias from documents d
      where ${isOfDeletion(sql, deletion)} and d.alias is not null order by d.alias limit ${NAMES_HELD_MAX}) d`;
  await sql`
    update documents d set alias = null
    where ${isOfDeletion(sql, deletion)} and d.alias is not null and exists (
      select from documents other where other.workspace_id = d.workspace_id and other.alias = d.alias and other.deleted_at is null)`;
}
