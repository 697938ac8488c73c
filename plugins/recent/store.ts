// Rows of what people opened, each seen by its person alone.
import {
  type Actor,
  type PageOptions,
  type PersonEnd,
  type PersonMove,
  pagesOf,
  type Sql,
} from "../../kernel/plugin.ts";
import type { ListedDocument } from "../documents/port/read.ts";
import { live, openTo, ownedColumns, ownedFrom } from "../documents/port/sql.ts";
import { manifest } from "../manifest.ts";
import { reach } from "../places/port.ts";

const KEPT = manifest.caps.recent_documents;

/** One document that one person opened. The instant is a text of ISO 8601. */
export interface OpenedDocument {
  workspace_id: number;
  user_id: number;
  doc_id: string;
  at: string;
}

interface RecentPosition {
  opened_at: Date;
  document_id: number;
}

export type RecentRow = ListedDocument & RecentPosition;

export const RECENT = pagesOf(
  "recent",
  (at): RecentPosition => ({ opened_at: at.time("opened_at"), document_id: at.id("document_id") }),
);

/** Keeps what was opened, the latest of each person alone; of documents and people that are gone nothing is kept. */
export async function keepOpened(sql: Sql, openings: readonly OpenedDocument[]): Promise<void> {
  if (openings.length === 0) return;
  // Rows are taken in order, so that servers that write at once wait for each other and never in a circle.
  await sql`
    insert into recent_documents as r (workspace_id, user_id, document_id, opened_at)
    select d.workspace_id, u.user_id, d.document_id, s.at
    from jsonb_to_recordset(${JSON.stringify(openings)}::text::jsonb)
        as s(workspace_id bigint, user_id bigint, doc_id text, at timestamptz)
      join users u on u.user_id = s.user_id and u.workspace_id = s.workspace_id
      join documents d on d.doc_id = s.doc_id and d.workspace_id = s.workspace_id
    order by u.user_id, d.document_id
    on conflict (user_id, document_id) do update
      set workspace_id = excluded.workspace_id, opened_at = greatest(r.opened_at, excluded.opened_at)`;
  const user_ids = [...new Set(openings.map(({ user_id }) => user_id))];
  await sql`
    delete from recent_documents r where r.user_id = any(${user_ids}::bigint[]) and (r.opened_at, r.document_id) < (
      select o.opened_at, o.document_id from recent_documents o where o.user_id = r.user_id
      order by o.opened_at desc, o.document_id desc offset ${KEPT - 1}::int limit 1)`;
}

/** What the caller opened last and may still open, by one query, so that what closed meanwhile is as if it had never been there. */
export function findRecent(
  sql: Sql,
  options: { actor: Actor; now: Date } & PageOptions<RecentPosition>,
): Promise<RecentRow[]> {
  const { actor, now, after, limit } = options;
  return sql<RecentRow[]>`
    with ${reach(sql, actor)}, page as materialized (
      select document_id, opened_at from recent_documents
      where user_id = ${actor.user_id} and workspace_id = ${actor.workspace.id}
        ${after === null ? sql`` : sql`and (opened_at, document_id) < (${after.opened_at}, ${after.document_id})`}
      order by opened_at desc, document_id desc limit ${KEPT}
    )
    select ${ownedColumns(sql, actor)}, page.opened_at from ${ownedFrom(sql, sql`page`)}
    where ${live(sql, now)} and ${openTo(sql, actor)}
    order by page.opened_at desc, page.document_id desc limit ${limit}`;
}

/** Forgets all that the caller opened; answers how much that was. */
export async function clearOpened(sql: Sql, actor: Actor): Promise<number> {
  const { count } = await sql`
    delete from recent_documents where user_id = ${actor.user_id} and workspace_id = ${actor.workspace.id}`;
  return count;
}

/** It goes along with them; what they may not open any more is not shown. */
export async function movePerson({ sql, user_id, from_workspace_id, to_workspace_id }: PersonMove): Promise<void> {
  await sql`
    update recent_documents set workspace_id = ${to_workspace_id}
    where user_id = ${user_id} and workspace_id = ${from_workspace_id}`;
}

export async function forgetPerson({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`delete from recent_documents where user_id = ${user_id}`;
}
