// Roots as rows.
import type { Actor, Sql } from "../../../kernel/mod.ts";
import { seesRoot } from "../rule.ts";

/** A root's own columns. */
export interface RootRow {
  root_id: number;
  workspace_id: number;
  slug: string;
  name: string;
  description: string | null;
  icon: string | null;
  is_general: boolean;
  created_by: number | null;
  created_at: Date;
  updated_at: Date;
}

/** The columns of a root, for queries over `roots r`. */
export function rootColumns(sql: Sql) {
  return sql`r.root_id, r.workspace_id, r.slug, r.name, r.description, r.icon, r.is_general, r.created_by, r.created_at, r.updated_at`;
}

/** The root that a slug or a numeric id names, as far as the caller sees it; a slug wins over an id that looks the same. */
export async function findRoot(sql: Sql, actor: Actor, ref: string): Promise<RootRow | null> {
  const id = /^[1-9]\d{0,14}$/.test(ref) ? Number(ref) : 0;
  const [row] = await sql<RootRow[]>`
    select ${rootColumns(sql)} from roots r
    where r.workspace_id = ${actor.workspace.id} and (r.slug = ${ref} or r.root_id = ${id}) and ${seesRoot(sql, actor)}
    order by r.slug = ${ref} desc limit 1`;
  return row ?? null;
}
