// Which documents a reader of sites may open, as SQL, and single ones that a site names beside its tree.
import type { Sql } from "../../../kernel/plugin.ts";
import { isOpenByName, live } from "../../documents/port/sql.ts";
import { reach } from "../../places/port.ts";
import type { SiteReader } from "../asked.ts";

/** The sets that `isReadable` asks of, as the whole of a `with`. */
export function readerSets(sql: Sql, { actor }: SiteReader) {
  return actor ? sql`with ${reach(sql, actor)}` : sql``;
}

/** Over `documents d`, in a query with `readerSets`. */
export function isReadable(sql: Sql, reader: SiteReader, now: Date) {
  return sql`(d.workspace_id = ${reader.workspace_id} and ${live(sql, now)} and ${isOpenByName(sql, reader)})`;
}

export interface NamedDocument {
  document_id: number;
  doc_id: string;
  slug: string;
  alias: string | null;
  title: string;
  icon: string | null;
  kind: string;
  visibility: string;
  updated_at: Date;
  /** The file that it was made from. */
  source_path: string;
}

/** The documents among the given ones that the reader may open. */
export async function findReadable(
  sql: Sql,
  by: { reader: SiteReader; doc_ids: readonly string[]; now: Date },
): Promise<ReadonlyMap<string, NamedDocument>> {
  if (by.doc_ids.length === 0) return new Map();
  const rows = await sql<NamedDocument[]>`
    ${readerSets(sql, by.reader)} select d.document_id, d.doc_id, d.slug, d.alias, d.title, d.icon, d.kind, d.visibility,
      d.updated_at, d.source_path
    from documents d where d.doc_id = any(${[...by.doc_ids]}::text[]) and ${isReadable(sql, by.reader, by.now)}`;
  return new Map(rows.map((row) => [row.doc_id, row]));
}
