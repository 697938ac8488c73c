// Writes of comments.
import { DELETED_PERSON, type JsonObject, type PersonEnd, type PersonMove, type Sql } from "../../../kernel/plugin.ts";
import type { CopiedDocument } from "../../documents/port/hooks.ts";
import { ownDocuments } from "../../documents/port/sql.ts";
import type { CommentText } from "./comments.ts";

export interface NewCommentRow extends CommentText {
  workspace_id: number;
  document_id: number;
  parent_id: number | null;
  author_id: number;
  path: string | null;
  anchor: JsonObject | string | null;
  now: Date;
}

export async function insertComment(sql: Sql, row: NewCommentRow): Promise<number> {
  const { workspace_id, document_id, parent_id, author_id, body, path, mention_ids, now } = row;
  const anchor = row.anchor === null ? null : sql.json(row.anchor);
  const [made] = await sql<{ comment_id: number }[]>`
    insert into comments (workspace_id, document_id, parent_id, author_id, body, path, anchor, mention_ids, created_at)
    values (${workspace_id}, ${document_id}, ${parent_id}, ${author_id}, ${body}, ${path}, ${anchor},
      ${[...mention_ids]}::bigint[], ${now})
    returning comment_id`;
  if (!made) throw new Error("insert into comments returned no row");
  return made.comment_id;
}

/** Gives a comment another text; false when it has that text already. */
export async function rewriteComment(
  sql: Sql,
  options: CommentText & { comment_id: number; workspace_id: number; now: Date },
): Promise<boolean> {
  const { count } = await sql`
    update comments set body = ${options.body}, mention_ids = ${[...options.mention_ids]}::bigint[], edited_at = ${options.now}
    where comment_id = ${options.comment_id} and workspace_id = ${options.workspace_id} and body <> ${options.body}`;
  return count > 0;
}

/** Closes a thread, or opens it again; false when it is so already. */
export async function resolveThread(
  sql: Sql,
  options: { thread_id: number; workspace_id: number; by: { user_id: number; now: Date } | null },
): Promise<boolean> {
  const { thread_id, workspace_id, by } = options;
  const { count } = await sql`
    update comments set resolved_at = ${by?.now ?? null}, resolved_by = ${by?.user_id ?? null}
    where comment_id = ${thread_id} and workspace_id = ${workspace_id} and (resolved_at is null) = ${by !== null}`;
  return count > 0;
}

/** Deletes a comment, and with the first of a thread the whole of it; answers how many replies went along, or null for none of that id. */
export async function deleteComment(
  sql: Sql,
  by: { comment_id: number; workspace_id: number },
): Promise<{ replies: number } | null> {
  // Whoever replies holds the thread's first comment, so after this lock the replies are all there.
  const [locked] = await sql`
    select 1 from comments where comment_id = ${by.comment_id} and workspace_id = ${by.workspace_id} for update`;
  if (!locked) return null;
  const [row] = await sql<{ replies: number }[]>`
    with replies as (
      delete from comments where parent_id = ${by.comment_id} and workspace_id = ${by.workspace_id} returning 1
    ), gone as (
      delete from comments where comment_id = ${by.comment_id} and workspace_id = ${by.workspace_id}
    )
    select count(*)::int as replies from replies`;
  return { replies: row?.replies ?? 0 };
}

/** The comments on a person's own documents go with those; what they wrote on others' stays there. */
export async function moveComments({ sql, user_id, from_workspace_id, to_workspace_id }: PersonMove): Promise<void> {
  await sql`
    update comments set workspace_id = ${to_workspace_id}
    where workspace_id = ${from_workspace_id} and document_id in (${ownDocuments(sql, user_id)})`;
}

/** What a person wrote on others' documents stays, as nobody's; where they were mentioned, their address goes. */
export async function forgetAuthor({ sql, user_id, email }: PersonEnd): Promise<void> {
  await sql`update comments set author_id = null where author_id = ${user_id}`;
  await sql`update comments set resolved_by = null where resolved_by = ${user_id}`;
  await sql`
    update comments set mention_ids = array_remove(mention_ids, ${user_id}),
      body = regexp_replace(body, ${`***=${email}`}, ${DELETED_PERSON}, 'gi')
    where ${user_id} = any(mention_ids)`;
}

/** Copies every thread to a document's duplicate, with who said it and when; answers how many comments there are. */
export async function copyComments({ sql, ...copy }: CopiedDocument): Promise<number> {
  const { workspace_id, from_document_id, to_document_id } = copy;
  const { count } = await sql`
    with copies as materialized (
      select *, nextval(pg_get_serial_sequence('comments', 'comment_id')) as new_id from (
        select * from comments where document_id = ${from_document_id} and workspace_id = ${workspace_id} order by comment_id
      ) as found
    )
    insert into comments (comment_id, workspace_id, document_id, parent_id, author_id, body, path, anchor, mention_ids, created_at,
      edited_at, resolved_at, resolved_by) overriding system value
    select c.new_id, c.workspace_id, ${to_document_id}, first.new_id, c.author_id, c.body, c.path, c.anchor, c.mention_ids,
      c.created_at, c.edited_at, c.resolved_at, c.resolved_by
    from copies c left join copies first on first.comment_id = c.parent_id`;
  return count;
}
