// SQL of the tree of folders that a document lies in, as addresses name it.
import type { Sql } from "../../../kernel/plugin.ts";

/** A root's slug, or `~` and whose My documents they are; null for what is not there. */
export async function findTreeOf(sql: Sql, by: { workspace_id: number; doc_id: string }): Promise<string | null> {
  const [row] = await sql<{ ref: string }[]>`
    select coalesce(r.slug, concat('~', p.owner_id)) as ref
    from documents d join places p using (place_id) left join roots r on r.root_id = p.root_id
    where d.workspace_id = ${by.workspace_id} and d.doc_id = ${by.doc_id}`;
  return row?.ref ?? null;
}
