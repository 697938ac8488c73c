// A page of the documents in a folder by their titles, from the index that has them as people count.
import type { Actor, Sql } from "../../../../kernel/plugin.ts";
import { reach } from "../../../places/port.ts";
import { isOpenHere, openTo } from "../../model/levels.ts";
import { live } from "../../model/live.ts";
import type { DocumentRow } from "../../model/rows.ts";
import { atLeast } from "./list_pages.ts";

/** A document and what orders it: its title with numbers as people count them. */
export type TitledDocument = Pick<DocumentRow, "doc_id" | "title"> & { counted: string };

export interface TitlesAsked {
  actor: Actor;
  now: Date;
  place_id: number;
  /** Documents that are found in any case, and count to no page. */
  named: readonly string[];
  /** What a page begins behind, of the others; null at the beginning. */
  after: { counted: string; doc_id: string } | null;
  limit: number;
}

/** Live documents at a place that the caller may open: those that are named, and a page of the others by their titles. */
export async function listTitlesAt(sql: Sql, asked: TitlesAsked): Promise<TitledDocument[]> {
  const { actor, now, place_id, named, after, limit } = asked;
  const counted = sql`counted_name(d.title) collate "C"`;
  const docId = sql`d.doc_id collate "C"`;
  const isNamed = sql`d.doc_id = any(${[...named]}::text[])`;
  const behind =
    after === null
      ? sql``
      : sql`and (${counted}, ${docId}) > (${after.counted}::text collate "C", ${after.doc_id}::text collate "C")`;
  const isShown = sql`${live(sql, now)} and ${openTo(sql, actor)}`;
  const columns = sql`d.doc_id, d.title, ${counted} as counted`;
  const page = (where: ReturnType<typeof isOpenHere>) => sql`
    select ${columns} from documents d where ${where} and ${isShown} and not ${isNamed} ${behind}
    order by ${counted}, ${docId} ${atLeast(sql, limit)}`;
  const isOpen = sql`(select is_open from here)`;
  const rows = await sql<TitledDocument[]>`
    with ${reach(sql, actor)}, here as materialized (
      select ${place_id} in (select place_id from open_places) as is_open
    ), listed as materialized (
      (select * from (${page(sql`d.place_id = ${place_id} and d.deleted_at is null`)}) as d where ${isOpen})
      union all
      select * from (
        (${page(sql`d.place_id = ${place_id} and ${isOpenHere(sql)}`)})
        union
        select ${columns} from held join documents d using (document_id)
        where d.place_id = ${place_id} and ${isShown} and not ${isNamed} ${behind}
      ) as d where not ${isOpen}
    )
    (select doc_id, title, counted from listed order by counted collate "C", doc_id collate "C" ${atLeast(sql, limit)})
    union all
    select ${columns} from documents d where ${isNamed} and d.place_id = ${place_id} and ${isShown}`;
  return rows;
}
