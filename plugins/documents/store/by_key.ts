// What plugins above documents ask of them besides the object: a document by a key of theirs, whose it is, and who else may open it.

import { type Actor, actorOf, type Person, personColumns, personOf, type Sql } from "../../../kernel/mod.ts";
import type { Level } from "../../places/port.ts";
import { levelColumns } from "../model/levels.ts";
import { live } from "../model/live.ts";
import type { LoadedDocument } from "../model/rows.ts";
import { documentColumns, filesColumn, type placed, placedFor } from "./documents.ts";

/** Part of a query. */
export type Fragment = ReturnType<typeof placed>;

/** The document whose `document_id` the query `key` answers, as the caller holds it; deleted ones included. */
export async function findDocumentByKey(sql: Sql, by: { actor: Actor; key: Fragment }): Promise<LoadedDocument | null> {
  const [row] = await sql<LoadedDocument[]>`
    select ${documentColumns(sql)}, ${levelColumns(sql, by.actor)}, ${filesColumn(sql)} from ${placedFor(sql, by.actor)}
    where d.document_id = (${by.key}) and d.workspace_id is not distinct from ${by.actor.workspace.id}`;
  return row ?? null;
}

/** Keeps a document from being purged until the transaction ends; false when that has happened already. */
export async function holdDocument(sql: Sql, documentId: number): Promise<boolean> {
  const [locked] = await sql`select 1 from documents where document_id = ${documentId} for key share`;
  return locked !== undefined;
}

/** A document's id on the wire and whose account it counts against; null once it is purged. */
export async function findDocumentOwner(
  sql: Sql,
  documentId: number,
): Promise<{ doc_id: string; owner_id: number } | null> {
  const [row] = await sql<{ doc_id: string; owner_id: number }[]>`
    select doc_id, owner_id from documents where document_id = ${documentId}`;
  return row ?? null;
}

/** The keys of what lies in a person's My documents, as a query to build in. */
export function ownDocuments(sql: Sql, userId: number): Fragment {
  return sql`select d.document_id from documents d join places p using (place_id) where p.owner_id = ${userId}`;
}

/** Those of the given members, switched-off ones left out, who may view the live document. */
export async function findViewers(
  sql: Sql,
  by: { workspace_id: number; doc_id: string; user_ids: readonly number[]; now: Date },
): Promise<number[]> {
  const people = await findMembers(sql, by);
  // The rule is written for one caller. One short prepared statement, sent for all of them at once, is planned but once;
  // the same as branches of one query took over ten times as long for twenty people, nearly all of it planning.
  const found = await Promise.all(
    people
      .map((person) => actorOf(person))
      .map(
        (actor) => sql<{ level: Level }[]>`
          select ${levelColumns(sql, actor)} from ${placedFor(sql, actor)}
          where d.doc_id = ${by.doc_id} and ${live(sql, by.now)}`,
      ),
  );
  return people.flatMap(({ user_id }, index) => {
    const level = found[index]?.[0]?.level ?? "none";
    return level === "none" ? [] : [user_id];
  });
}

async function findMembers(sql: Sql, by: { workspace_id: number; user_ids: readonly number[] }): Promise<Person[]> {
  const rows = await sql<Parameters<typeof personOf>[0][]>`
    select ${personColumns(sql)} from users u join workspaces w using (workspace_id)
    where u.user_id = any(${[...by.user_ids]}::bigint[]) and u.workspace_id = ${by.workspace_id} and u.disabled_at is null
    order by u.user_id`;
  return rows.map(personOf);
}
