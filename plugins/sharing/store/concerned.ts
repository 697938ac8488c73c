// What grants are on and whose that is, by their names: for what is told of them later.
import type { Sql } from "../../../kernel/plugin.ts";
import type { GrantRow } from "../../places/port.ts";

/** What one grant is on. */
export interface Concerned {
  /** Null for a place. */
  doc_id: string | null;
  /** Null in My documents. */
  root_name: string | null;
  /** Whose My documents it is in; null in a root. */
  holder_id: number | null;
}

/** The same for many grants of a workspace, by their ids. */
export async function findConcerned(
  sql: Sql,
  { workspace_id, grants }: { workspace_id: number; grants: readonly GrantRow[] },
): Promise<Map<number, Concerned>> {
  if (grants.length === 0) return new Map();
  const rows = await sql<(Concerned & { grant_id: number })[]>`
    select g.grant_id, d.doc_id, r.name as root_name, p.owner_id as holder_id
    from grants g left join documents d on d.document_id = g.document_id
      left join places p on p.place_id = coalesce(g.place_id, d.place_id) left join roots r on r.root_id = p.root_id
    where g.grant_id = any(${grants.map((grant) => grant.grant_id)}::bigint[]) and g.workspace_id = ${workspace_id}`;
  return new Map(rows.map(({ grant_id, ...concerned }) => [grant_id, concerned]));
}
