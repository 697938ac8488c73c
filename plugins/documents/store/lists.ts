// Lists of documents: one query each, the permission inside, newest first, with a cursor that survives writes in between.
import { type Actor, refuse, type Sql } from "../../../kernel/mod.ts";
import { type Level, levelOf, listedToTeam } from "../levels.ts";
import type { DocumentRow } from "../rows.ts";
import { documentColumns } from "./documents.ts";

export interface ListWish {
  actor: Actor;
  now: Date;
  view: "mine" | "team" | "all";
  folder: string | null;
  recursive: boolean;
  tag: string | null;
  after: ListPosition | null;
  limit: number;
}

/** Where a page ended: the order is by time of update, then by key. */
export interface ListPosition {
  updated_at: Date;
  document_id: number;
}

export type ListedDocument = DocumentRow & { owner_email: string; level: Level };

/** Live documents that are listed to the caller (part 1, "Listing and tags"). */
export async function listDocuments(sql: Sql, wish: ListWish): Promise<ListedDocument[]> {
  const { actor, now, view, folder, recursive, tag, after, limit } = wish;
  const mine = sql`d.workspace_id = ${actor.workspace.id} and d.owner_id = ${actor.user_id}`;
  const scope =
    view === "mine"
      ? mine
      : view === "team"
        ? listedToTeam(sql, actor)
        : sql`((${mine}) or (${listedToTeam(sql, actor)}))`;
  const rows = await sql<(DocumentRow & { owner_email: string })[]>`
    select ${documentColumns(sql)}, u.email as owner_email
    from documents d join users u on u.user_id = d.owner_id
    where d.deleted_at is null and (d.expires_at is null or d.expires_at > ${now}) and ${scope}
      ${folder === null ? sql`` : inFolder(sql, folder, recursive)}
      ${tag === null ? sql`` : sql`and d.tags @> array[${tag}]`}
      ${after === null ? sql`` : sql`and (d.updated_at, d.document_id) < (${after.updated_at}, ${after.document_id})`}
    order by d.updated_at desc, d.document_id desc limit ${limit}`;
  return rows.map((row) => ({ ...row, level: levelOf(row, actor) }));
}

function inFolder(sql: Sql, folder: string, recursive: boolean) {
  if (!recursive) return sql`and d.folder = ${folder}`;
  if (folder === "") return sql``;
  return sql`and (d.folder = ${folder} or starts_with(d.folder, ${`${folder}/`}))`;
}

/** A position as an opaque text. */
export function writeCursor(position: ListPosition): string {
  return Buffer.from(JSON.stringify([position.updated_at.toISOString(), position.document_id])).toString("base64url");
}

/** Throws 400 for a text that is no cursor of ours. */
export function readCursor(cursor: string): ListPosition {
  try {
    const [at, id]: unknown[] = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    // Four digits of a year keep the time within what Postgres takes.
    if (typeof at === "string" && /^\d{4}-/.test(at) && !Number.isNaN(Date.parse(at)) && Number.isSafeInteger(id)) {
      return { updated_at: new Date(at), document_id: Number(id) };
    }
  } catch {}
  throw refuse.invalid(
    `cursor "${cursor.slice(0, 80)}" is not one of ours; send next_cursor as it came, or leave it out`,
  );
}
