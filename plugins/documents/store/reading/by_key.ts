// What plugins above documents ask of them besides the object:
// a document by a key of theirs, whose it is, and who else may open it.

import {
  type Actor,
  actorOf,
  type Follower,
  type Person,
  personColumns,
  personOf,
  type Sql,
} from "../../../../kernel/plugin.ts";
import type { Followers } from "../../../../kernel/ports/plugin.ts";
import type { Level } from "../../../places/port.ts";
import { levelColumns } from "../../model/levels.ts";
import { live } from "../../model/live.ts";
import type { LoadedDocument } from "../../model/rows.ts";
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

interface Asked {
  workspace_id: number;
  doc_id: string;
  user_ids: readonly number[];
  now: Date;
}

/** Those of the given members, switched-off ones left out, who may view the live document. */
export function findViewers(sql: Sql, by: Asked): Promise<number[]> {
  return findWithView(sql, by, live(sql, by.now));
}

/** The same of a document in the trash: who could view it if it were brought back. */
export function findCouldView(sql: Sql, by: Asked): Promise<number[]> {
  return findWithView(sql, by, sql`true`);
}

async function findWithView(sql: Sql, by: Asked, state: Fragment): Promise<number[]> {
  const people = await findMembers(sql, by);
  // The rule is written for one caller. One short prepared statement, sent for all of them at once, is planned but once;
  // the same as branches of one query took over ten times as long for twenty people, nearly all of it planning.
  const found = await Promise.all(
    people
      .map((person) => actorOf(person, { clock: { now: () => by.now } }))
      .map(
        (actor) => sql<{ level: Level }[]>`
          select ${levelColumns(sql, actor)} from ${placedFor(sql, actor)} where d.doc_id = ${by.doc_id} and ${state}`,
      ),
  );
  return people.flatMap(({ user_id }, index) => {
    const level = found[index]?.[0]?.level ?? "none";
    return level === "none" ? [] : [user_id];
  });
}

/** The titles of what lies in the trash among `doc_ids`, where the caller could view it if it were brought back. */
export async function findTrashedTitles(
  sql: Sql,
  by: { actor: Actor; doc_ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (by.doc_ids.length === 0) return new Map();
  const rows = await sql<{ doc_id: string; title: string; level: Level }[]>`
    select d.doc_id, d.title, ${levelColumns(sql, by.actor)} from ${placedFor(sql, by.actor)}
    where d.workspace_id = ${by.actor.workspace.id} and d.doc_id = any(${[...by.doc_ids]})`;
  return new Map(rows.filter(({ level }) => level !== "none").map(({ doc_id, title }) => [doc_id, title]));
}

/** Who wrote documents: whose they are, who made them, and who wrote a version of them. */
export async function findWriters({ sql, workspace_id, doc_ids }: Followers): Promise<Follower[]> {
  return await sql<Follower[]>`
    with wanted as (
      select document_id, doc_id, owner_id, created_by, created_at from documents
      where workspace_id = ${workspace_id} and doc_id = any(${[...doc_ids]})
    )
    select doc_id, owner_id as user_id, created_at as since from wanted
    union all select doc_id, created_by, created_at from wanted where created_by is not null
    union all select w.doc_id, v.created_by, min(v.created_at) from wanted w join document_versions v using (document_id)
      where v.created_by is not null group by w.doc_id, v.created_by`;
}

async function findMembers(sql: Sql, by: { workspace_id: number; user_ids: readonly number[] }): Promise<Person[]> {
  const rows = await sql<Parameters<typeof personOf>[0][]>`
    select ${personColumns(sql)} from users u join workspaces w using (workspace_id)
    where u.user_id = any(${[...by.user_ids]}::bigint[]) and u.workspace_id = ${by.workspace_id} and u.disabled_at is null
    order by u.user_id`;
  return rows.map(personOf);
}
