// Contents that somebody may have by their hash, because a document that they may open holds them.

import type { Actor, Sql } from "../../../../kernel/plugin.ts";
import { reach } from "../../../places/port.ts";
import { openTo } from "../../model/levels.ts";
import { live } from "../../model/live.ts";

export interface KnownContent {
  /** Hex. */
  sha256: string;
  blob_id: number;
  size_bytes: number;
}

/** Knowing a hash gives nobody its bytes: of the given ones, those in some version of a live document open to the caller. */
export function findKnownContents(
  sql: Sql,
  by: { actor: Actor; hashes: readonly string[]; now: Date },
): Promise<KnownContent[]> {
  return sql<KnownContent[]>`
    with ${reach(sql, by.actor)}
    select encode(b.sha256, 'hex') as sha256, b.blob_id, b.size_bytes from blobs b
    where b.workspace_id = ${by.actor.workspace.id}
      and b.sha256 in (select decode(hash, 'hex') from unnest(${[...by.hashes]}::text[]) as hash)
      and exists (
        select 1 from document_files f join documents d on d.document_id = f.document_id
        where f.blob_id = b.blob_id and f.renderer is null and ${live(sql, by.now)} and ${openTo(sql, by.actor)}
      )`;
}
