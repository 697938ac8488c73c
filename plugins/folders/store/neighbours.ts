// What lies before and behind a document in its folder,
// in the order in which the folder shows it (rules: folders/views).
import type { Actor, Sql } from "../../../kernel/plugin.ts";
import type { ListedDocument, LoadedDocument } from "../../documents/port/read.ts";
import { BESIDE_PAGES, live, ofPages, openTo, ownedColumns, ownedFrom } from "../../documents/port/sql.ts";
import { reach } from "../../places/port.ts";

export type Side = "previous" | "next";

interface Asked {
  actor: Actor;
  now: Date;
  document: Pick<LoadedDocument, "place_id" | "doc_id" | "title" | "kind">;
  /** The documents that the folder's own order names, which come first. */
  order: readonly string[];
}

type Fragment = ReturnType<typeof live>;

/** By one query, each side from the index of titles; what is closed to the caller is passed over. */
export async function findNeighbours(sql: Sql, asked: Asked): Promise<Partial<Record<Side, ListedDocument>>> {
  const { actor, now, document, order } = asked;
  const at = order.indexOf(document.doc_id);
  const before = at < 0 ? order : order.slice(0, at);
  const behind = at < 0 ? [] : order.slice(at + 1);
  const isShown = sql`d.place_id = ${document.place_id} and d.deleted_at is null and ${live(sql, now)} and ${openTo(sql, actor)}
    ${ofPages(sql, { pages_only: !BESIDE_PAGES.includes(document.kind) })}`;
  const name = sql`counted_name(d.title) collate "C"`;
  const docId = sql`d.doc_id collate "C"`;
  const here = sql`(counted_name(${document.title}::text) collate "C", ${document.doc_id}::text collate "C")`;
  const named = (ids: readonly string[]) => sql`
    select d.document_id from documents d where ${isShown} and d.doc_id = any(${[...ids]}::text[])
    order by array_position(${[...ids]}::text[], d.doc_id) limit 1`;
  const other = (where: Fragment, direction: Fragment) => sql`
    select d.document_id from documents d where ${isShown} and d.doc_id <> all(${[...order]}::text[]) ${where}
    order by ${name} ${direction}, ${docId} ${direction} limit 1`;
  const [up, down] = [sql`asc`, sql`desc`];
  const key = (side: Side, turn: number, found: Fragment) =>
    sql`select ${side} as side, ${turn}::int as turn, found.document_id from (${found}) as found`;
  const keys =
    at < 0
      ? sql`${key("previous", 1, other(sql`and (${name}, ${docId}) < ${here}`, down))}
          union all ${key("previous", 2, named(before.toReversed()))}
          union all ${key("next", 1, other(sql`and (${name}, ${docId}) > ${here}`, up))}`
      : sql`${key("previous", 1, named(before.toReversed()))}
          union all ${key("next", 1, named(behind))}
          union all ${key("next", 2, other(sql``, up))}`;
  const rows = await sql<(ListedDocument & { side: Side })[]>`
    with ${reach(sql, actor)}, keys as materialized (${keys})
    select ${ownedColumns(sql, actor)}, keys.side from ${ownedFrom(sql, sql`keys`)} order by keys.turn desc`;
  return Object.fromEntries(rows.map((row) => [row.side, row]));
}
