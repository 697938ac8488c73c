// Stars as rows, each a person's own.
import type { Actor, Sql } from "../../kernel/mod.ts";

export interface StarRow {
  star_id: number;
  doc_id: string | null;
  folder: string | null;
  created_at: Date;
}

/** A person's stars, the oldest first. */
export function findStars(sql: Sql, actor: Actor): Promise<StarRow[]> {
  return sql<StarRow[]>`
    select star_id, doc_id, folder, created_at from stars
    where workspace_id = ${actor.workspace.id} and user_id = ${actor.user_id} order by star_id`;
}

/** Makes a star, or answers the one that is there. */
export async function insertStar(
  sql: Sql,
  wish: { actor: Actor; now: Date; doc_id: string | null; folder: string | null },
): Promise<StarRow & { is_new: boolean }> {
  const { actor, now, doc_id, folder } = wish;
  // An update of nothing also answers the row that stands in the way, and only a row that was updated has an xmax.
  const [row] = await sql<(StarRow & { is_new: boolean })[]>`
    insert into stars (workspace_id, user_id, doc_id, folder, created_at)
    values (${actor.workspace.id}, ${actor.user_id}, ${doc_id}, ${folder}, ${now})
    on conflict (workspace_id, user_id, doc_id, folder) do update set user_id = excluded.user_id
    returning star_id, doc_id, folder, created_at, xmax = 0 as is_new`;
  if (!row) throw new Error("an upsert of a star answered no row");
  return row;
}

/** Removes a star of the person; null when they have none of that id. */
export async function deleteStar(sql: Sql, wish: { actor: Actor; star_id: number }): Promise<StarRow | null> {
  const [row] = await sql<StarRow[]>`
    delete from stars
    where star_id = ${wish.star_id} and workspace_id = ${wish.actor.workspace.id} and user_id = ${wish.actor.user_id}
    returning star_id, doc_id, folder, created_at`;
  return row ?? null;
}

/** Removes everybody's stars on a document that is gone for good. */
export async function dropStars(sql: Sql, gone: { workspace_id: number; doc_id: string }): Promise<void> {
  await sql`delete from stars where workspace_id = ${gone.workspace_id} and doc_id = ${gone.doc_id}`;
}
