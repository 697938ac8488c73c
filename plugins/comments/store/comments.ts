// Comments as rows: reading them, and finding the thread that one belongs to.
import type { Follower, Sql } from "../../../kernel/plugin.ts";
import { placed } from "../../documents/port/sql.ts";

export interface Named {
  id: number;
  email: string;
}

export interface CommentRow {
  comment_id: number;
  /** The first comment of its thread. */
  thread_id: number;
  document_id: number;
  parent_id: number | null;
  /** Null when the account is gone, like the address. */
  author_id: number | null;
  author_email: string | null;
  body: string;
  mentions: Named[];
  path: string | null;
  anchor: string | Record<string, unknown> | null;
  /** When the thread was resolved. */
  resolved_at: Date | null;
  created_at: Date;
  edited_at: Date | null;
}

/** Comments `c` with the first of their thread `first` and their author `u`. */
function shownComments(sql: Sql) {
  return sql`
    select c.comment_id, coalesce(c.parent_id, c.comment_id) as thread_id, c.document_id, c.parent_id, c.author_id, u.email as author_email, c.body, c.path, c.anchor,
      first.resolved_at, c.created_at, c.edited_at, (
        select coalesce(json_agg(json_build_object('id', m.user_id, 'email', m.email) order by m.user_id), '[]')
        from users m where m.user_id = any(c.mention_ids) and m.workspace_id = c.workspace_id
      ) as mentions
    from comments c join comments first on first.comment_id = coalesce(c.parent_id, c.comment_id)
      left join users u on u.user_id = c.author_id`;
}

/** A comment by its id; null when the workspace has none. */
export async function findComment(
  sql: Sql,
  by: { workspace_id: number; comment_id: number },
): Promise<CommentRow | null> {
  const [row] = await sql<CommentRow[]>`
    ${shownComments(sql)} where c.comment_id = ${by.comment_id} and c.workspace_id = ${by.workspace_id}`;
  return row ?? null;
}

/** The key of a comment's document, as a query to build in. */
export function documentKeyOf(sql: Sql, by: { workspace_id: number; comment_id: number }) {
  return sql`select document_id from comments where comment_id = ${by.comment_id} and workspace_id = ${by.workspace_id}`;
}

/** Where a page ended: threads in the order of their beginning, each with its replies. */
export interface CommentPosition {
  thread_id: number;
  comment_id: number;
}

/** A document's comments, thread by thread, the oldest first. */
export function listComments(
  sql: Sql,
  options: {
    workspace_id: number;
    document_id: number;
    include_resolved: boolean;
    after: CommentPosition | null;
    limit: number | null;
  },
): Promise<CommentRow[]> {
  const { workspace_id, document_id, include_resolved, after, limit } = options;
  return sql<CommentRow[]>`
    ${shownComments(sql)} where c.document_id = ${document_id} and c.workspace_id = ${workspace_id}
      ${include_resolved ? sql`` : sql`and first.resolved_at is null`}
      ${after === null ? sql`` : sql`and (coalesce(c.parent_id, c.comment_id), c.comment_id) > (${after.thread_id}, ${after.comment_id})`}
    order by coalesce(c.parent_id, c.comment_id), c.comment_id limit ${limit}`;
}

/** How many threads of a document are open, and how many comments it has in all. */
export async function countComments(
  sql: Sql,
  by: { workspace_id: number; document_id: number },
): Promise<{ open: number; total: number }> {
  const [row] = await sql<{ open: number; total: number }[]>`
    select count(*) filter (where parent_id is null and resolved_at is null)::int as open, count(*)::int as total
    from comments where document_id = ${by.document_id} and workspace_id = ${by.workspace_id}`;
  return row ?? { open: 0, total: 0 };
}

/** The thread of a comment of this document, kept from ending until the transaction does; null when there is none. */
export async function holdThread(
  sql: Sql,
  by: { workspace_id: number; document_id: number; comment_id: number },
): Promise<{ thread_id: number; resolved_at: Date | null } | null> {
  const [row] = await sql<{ thread_id: number; resolved_at: Date | null }[]>`
    select comment_id as thread_id, resolved_at from comments
    where comment_id = (select coalesce(parent_id, comment_id) from comments
        where comment_id = ${by.comment_id} and document_id = ${by.document_id} and workspace_id = ${by.workspace_id})
      and workspace_id = ${by.workspace_id} for no key update`;
  return row ?? null;
}

/** Members by their addresses, which are in lower case. */
export async function findMembersByEmail(
  sql: Sql,
  by: { workspace_id: number; emails: readonly string[] },
): Promise<number[]> {
  const rows = await sql<{ user_id: number }[]>`
    select user_id from users where lower(email) = any(${[...by.emails]}) and workspace_id = ${by.workspace_id}`;
  return rows.map((row) => row.user_id);
}

/** Who has commented on documents. */
export async function findCommenters(
  sql: Sql,
  of: { workspace_id: number; doc_ids: readonly string[] },
): Promise<Follower[]> {
  return await sql<Follower[]>`
    select d.doc_id, c.author_id as user_id, min(c.created_at) as since from ${placed(sql)} join comments c on c.document_id = d.document_id
    where d.workspace_id = ${of.workspace_id} and d.doc_id = any(${[...of.doc_ids]}) and c.author_id is not null
    group by d.doc_id, c.author_id`;
}

/** What a comment's notices are made from. */
export interface ToldComment {
  workspace_id: number;
  document_id: number;
  thread_id: number;
  parent_id: number | null;
  body: string;
  mention_ids: number[];
  created_at: Date;
  /** Everyone who has written in the thread. */
  people: number[];
}

/** A comment with who takes part in its thread, kept from being deleted until the transaction ends; null when it is gone. */
export async function holdTold(sql: Sql, commentId: number): Promise<ToldComment | null> {
  const [row] = await sql<ToldComment[]>`
    select c.workspace_id, c.document_id, coalesce(c.parent_id, c.comment_id) as thread_id, c.parent_id, c.body,
      c.mention_ids, c.created_at, array(
        select distinct other.author_id from comments other
        where other.author_id is not null
          and (other.comment_id = coalesce(c.parent_id, c.comment_id) or other.parent_id = coalesce(c.parent_id, c.comment_id))
      ) as people
    from comments c where c.comment_id = ${commentId} for share of c`;
  return row ?? null;
}

/** A comment as its author may send it. */
export interface CommentText {
  body: string;
  mention_ids: readonly number[];
}
