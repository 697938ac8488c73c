// The end that a document's retention sets:
// the warning before, the release from what is charged, and keeping it after all.
import { CLOCK_SKEW_MS, DAY_MS, later, type Sql } from "../../../../kernel/plugin.ts";
import type { WriteCall } from "../../model/calls.ts";
import type { LoadedDocument } from "../../model/rows.ts";
import { lockWith } from "../../permits.ts";
import { settleRetention } from "../../write/retention.ts";
import { relinkLater } from "../names/relink.ts";
import { lockLoaded } from "../reading/documents.ts";
import { numberChanges } from "../writing/moves.ts";
import { expiryOf, updateDocument } from "../writing/updates.ts";
import { chargedColumns, countGone } from "./trash.ts";

/** Days before the expiry at which people are warned (rules: documents/warnings). */
const WARNING_DAYS = 3;

/** A document about to expire. */
export interface ExpiringDocument {
  document_id: number;
  workspace_id: number;
  doc_id: string;
  title: string;
  expires_at: Date;
  /** Whom the warning may concern: its owner and, in a root, who wrote it. */
  user_ids: number[];
}

/**
 * Marks documents as warned of and answers them: those that expire within three days and were not warned of for this expiry.
 * What is kept for three days or less is due halfway, so that a page which is written every hour warns of nothing.
 */
export async function claimExpiring(sql: Sql, options: { now: Date; limit: number }): Promise<ExpiringDocument[]> {
  const { now, limit } = options;
  const until = later(now, WARNING_DAYS * DAY_MS);
  return sql<ExpiringDocument[]>`
    with due as (
      select document_id from documents
      where deleted_at is null and expires_at > ${now} and expires_at <= ${until}
        and expiry_warned_for is distinct from expires_at
        and (retention_days > ${WARNING_DAYS} or expires_at <= ${now}::timestamptz + retention_days * interval '12 hours')
      order by expires_at, document_id limit ${limit} for no key update skip locked
    )
    update documents d set expiry_warned_at = ${now}, expiry_warned_for = d.expires_at
    from due, places p
    where d.document_id = due.document_id and p.place_id = d.place_id
    returning d.document_id, d.workspace_id, d.doc_id, d.title, d.expires_at,
      case when p.root_id is null or d.owner_id = d.created_by or d.created_by is null then array[d.owner_id]
        else array[d.owner_id, d.created_by] end as user_ids`;
}

/**
 * Takes expired documents off their workspaces' storage and their accounts, each once, and gives each a number of change. At
 * most `limit` at once; answers which.
 */
export async function releaseExpired(
  sql: Sql,
  options: { now: Date; limit: number },
): Promise<{ workspace_id: number; doc_id: string; title: string; expires_at: Date }[]> {
  const released = await sql<
    {
      document_id: number;
      workspace_id: number;
      owner_id: number;
      doc_id: string;
      alias: string | null;
      title: string;
      expires_at: Date;
      bytes: number;
      live: number;
    }[]
  >`
    with due as (
      select document_id, ${chargedColumns(sql)} from documents
      where deleted_at is null and released_at is null and expires_at <= ${options.now}
      order by document_id limit ${options.limit} for no key update skip locked
    )
    update documents d set released_at = ${options.now} from due where d.document_id = due.document_id
    returning d.document_id, d.workspace_id, d.owner_id, d.doc_id, d.alias, d.title, d.expires_at, due.bytes, due.live`;
  // Counting takes each workspace's turn, which numbering wants.
  await countGone(sql, released, options.now);
  for (const [workspace_id, rows] of Map.groupBy(released, (row) => row.workspace_id)) {
    await numberChanges(sql, { workspace_id, document_ids: rows.map((row) => row.document_id) });
    await relinkLater(sql, { workspace_id, documents: rows, now: options.now });
  }
  return released;
}

/**
 * Brings back what a clock that was ahead had released: documents that have expired by no clock that is right are charged again, at most
 * `limit` at once; answers how many.
 */
export async function reviveReleased(sql: Sql, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const revived = await sql<
    {
      document_id: number;
      workspace_id: number;
      owner_id: number;
      doc_id: string;
      alias: string | null;
      size_bytes: number;
    }[]
  >`
    with early as (
      select document_id from documents
      where released_at is not null and deleted_at is null and expires_at > ${later(now, CLOCK_SKEW_MS)}
      order by document_id limit ${limit} for no key update skip locked
    )
    update documents d set released_at = null from early where d.document_id = early.document_id
    returning d.document_id, d.workspace_id, d.owner_id, d.doc_id, d.alias, d.size_bytes`;
  await countGone(
    sql,
    revived.map((row) => ({ ...row, bytes: -row.size_bytes, live: -1 })),
    now,
  );
  for (const [workspace_id, rows] of Map.groupBy(revived, (row) => row.workspace_id)) {
    await numberChanges(sql, { workspace_id, document_ids: rows.map((row) => row.document_id) });
    await relinkLater(sql, { workspace_id, documents: rows, now });
  }
  return revived.length;
}

/**
 * The same for what the service was only to hold until something names it, whoever does that: while it still ends when it was
 * to. Who may is for the caller to say.
 */
export async function keepExpiring(call: WriteCall, held: { document_id: number; expires_at: Date }): Promise<void> {
  const current = await lockLoaded(call.sql, held.document_id, call.actor);
  if (!current || current.deleted_at || current.expires_at?.getTime() !== held.expires_at.getTime()) return;
  await endRetention(call, current, call.noteLent);
}

/**
 * Keeps a document for ever, or for as long as the workspace lets it, one that has expired within its days in the trash too. With `expires_at` only while that is
 * still its expiry. Answers it as it is then. Throws 404 and 403 when the right has ended meanwhile.
 */
export async function keepDocument(
  call: WriteCall,
  document: Pick<LoadedDocument, "document_id">,
  only: { expires_at?: Date } = {},
): Promise<{ document: LoadedDocument; changed: boolean }> {
  const current = await lockWith(call, document, "settings");
  const isOther = only.expires_at !== undefined && current.expires_at?.getTime() !== only.expires_at.getTime();
  if (isOther || (current.retention_days === 0 && current.expires_at === null)) {
    return { document: current, changed: false };
  }
  return { document: { ...current, ...(await endRetention(call, current, call.note)) }, changed: true };
}

/** Takes a document's end away, or puts it off as far as the workspace lets it; answers what is set. */
async function endRetention(call: WriteCall, current: LoadedDocument, note: WriteCall["note"]) {
  const { workspace_id } = current;
  const retention_days = await settleRetention(call, { workspace_id, retention_days: 0 });
  const expires_at = expiryOf({ ...current, retention_days }, call.now);
  const kept = { retention_days, expires_at, updated_at: call.now };
  await updateDocument(call, current, kept);
  const meta = { from: current.retention_days, to: retention_days };
  note("doc.retention", { target_type: "doc", target_id: current.doc_id, meta });
  return kept;
}
