// Edit leases as rows.
import type { PersonEnd, PersonMove, Sql } from "../../../kernel/plugin.ts";
import { ownDocuments } from "../../documents/port/sql.ts";

export interface Lease {
  document_id: number;
  holder_id: number;
  holder_email: string;
  /** Hex. */
  token_hash: string;
  path: string | null;
  acquired_at: Date;
  expires_at: Date;
}

/** The lease on a document; null where there is none or it has run out. */
export async function findLease(sql: Sql, by: { document_id: number; now: Date }): Promise<Lease | null> {
  const [row] = await sql<Lease[]>`
    select l.document_id, l.holder_id, u.email as holder_email, encode(l.token_hash, 'hex') as token_hash, l.path, l.acquired_at, l.expires_at
    from edit_leases l join users u on u.user_id = l.holder_id
    where l.document_id = ${by.document_id} and l.expires_at > ${by.now}`;
  return row ?? null;
}

/** Gives the lease to somebody, in place of one of theirs or one that has run out. The caller holds the document's lock. */
export async function putLease(
  sql: Sql,
  lease: Omit<Lease, "holder_email" | "acquired_at"> & { workspace_id: number; now: Date },
): Promise<void> {
  await sql`
    insert into edit_leases (document_id, workspace_id, holder_id, token_hash, path, acquired_at, expires_at)
    values (${lease.document_id}, ${lease.workspace_id}, ${lease.holder_id}, decode(${lease.token_hash}, 'hex'), ${lease.path},
      ${lease.now}, ${lease.expires_at})
    on conflict (document_id) do update set workspace_id = excluded.workspace_id, holder_id = excluded.holder_id,
      token_hash = excluded.token_hash, path = excluded.path, expires_at = excluded.expires_at,
      acquired_at = case when edit_leases.holder_id = excluded.holder_id and edit_leases.expires_at > excluded.acquired_at
        then edit_leases.acquired_at else excluded.acquired_at end`;
}

export async function extendLease(sql: Sql, lease: { document_id: number; expires_at: Date }): Promise<void> {
  await sql`update edit_leases set expires_at = ${lease.expires_at} where document_id = ${lease.document_id}`;
}

/** Also takes away a row that has run out. */
export async function deleteLease(sql: Sql, documentId: number): Promise<void> {
  await sql`delete from edit_leases where document_id = ${documentId}`;
}

/** Leases that ran out before `before`, which nobody has touched since. */
export async function sweepLeases(sql: Sql, before: Date): Promise<void> {
  await sql`delete from edit_leases where expires_at < ${before}`;
}

/** Whoever moves to another workspace takes their documents along, and nobody's lease on them; their own leases end. */
export async function endLeases({ sql, user_id, from_workspace_id }: PersonMove): Promise<void> {
  await sql`
    delete from edit_leases
    where workspace_id = ${from_workspace_id} and (holder_id = ${user_id} or document_id in (${ownDocuments(sql, user_id)}))`;
}

export async function dropOwnLeases({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`delete from edit_leases where holder_id = ${user_id}`;
}
