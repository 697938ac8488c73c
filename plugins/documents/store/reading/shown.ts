// Documents as the plugins above show them: what the caller may open among what they name, in one query each.
import type { Static } from "../../../../kernel/plugin.ts";
import type { AnyCall } from "../../model/calls.ts";
import { normaliseTag } from "../../model/paths.ts";
import { type ListedDocument, showDocument } from "../../model/rows.ts";
import type { Document } from "../../model/schemas.ts";
import { findBySlug, findNamed, type Named } from "../names/aliases.ts";
import { findOpen } from "./documents.ts";
import { DOCUMENTS, type ListOptions, listDocuments } from "./lists.ts";

/** A document as the caller may see it. */
export type ShownDocument = Static<typeof Document>;

/** Who asks, of a call in any of its phases. */
type Asking = Pick<AnyCall, "sql" | "actor" | "now" | "runtime">;

/** The live documents among `doc_ids` that the caller may view, by id and in one query; the others are as if they were not. */
export async function findDocuments(
  call: Asking,
  doc_ids: readonly string[],
): Promise<ReadonlyMap<string, ShownDocument>> {
  if (doc_ids.length === 0) return new Map();
  const rows = await findOpen(call.sql, { ...call, doc_ids });
  return new Map(rows.map((row) => [row.doc_id, showDocument(row, call)]));
}

/** The same in lists that hold others' documents. */
export type OwnedDocument = ShownDocument & { owner_email: string; mine: boolean };

/** The live documents among `doc_ids` that the caller may view, by id and in one query, with whose they are. */
export async function findOwnedDocuments(
  call: Asking,
  doc_ids: readonly string[],
): Promise<ReadonlyMap<string, OwnedDocument>> {
  if (doc_ids.length === 0) return new Map();
  const rows = await findOpen(call.sql, { ...call, doc_ids });
  return new Map(rows.map((row) => [row.doc_id, showOwned(row, call)]));
}

/** A row that was read with `ownedColumns`. */
export function showOwned(row: ListedDocument, call: Pick<Asking, "actor" | "now" | "runtime">): OwnedDocument {
  const { owner_email, owner_id } = row;
  return { ...showDocument(row, call), owner_email, mine: owner_id === call.actor.user_id };
}

const WHOLE = { folder: null, recursive: true };

/** A page of documents, the last changed first. */
export interface ShownPage {
  documents: ShownDocument[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/** The caller's own live documents. Throws 400 for a cursor that is none. */
export async function listOwnDocuments(
  call: Asking,
  page: { limit: number; cursor: string | undefined },
): Promise<ShownPage> {
  return showPage(call, page, { view: "mine", tag: null });
}

/** The live documents that are listed to the caller wherever they lie, with `tag` those that have it. Throws 400 for what is no tag and no cursor. */
export async function listListedDocuments(
  call: Asking,
  { tag, ...page }: { tag: string | null; limit: number; cursor: string | undefined },
): Promise<ShownPage> {
  return showPage(call, page, { view: "all", tag: tag === null ? null : normaliseTag(tag) });
}

async function showPage(
  call: Asking,
  { limit, cursor }: { limit: number; cursor: string | undefined },
  of: Pick<ListOptions, "view" | "tag">,
): Promise<ShownPage> {
  const { sql, actor, now } = call;
  const after = DOCUMENTS.after(cursor);
  const found = await listDocuments(sql, { ...WHOLE, ...of, actor, now, after, limit: limit + 1 });
  const { rows, next } = DOCUMENTS.page(found, { limit });
  return { documents: rows.map((row) => showDocument(row, call)), next_cursor: next.next_cursor ?? null };
}

/** The live documents behind references of the workspace that the caller may open; by alias and by `doc:<id>`. */
export async function findNamedDocuments(
  call: Asking,
  named: readonly Named[],
): Promise<ReadonlyMap<string, ShownDocument>> {
  const { sql, actor, now } = call;
  const rows = await findNamed(sql, { actor, named, now });
  return new Map([...rows].map(([key, row]) => [key, showDocument(row, call)]));
}

/** The live document of the caller's workspace that is served under a slug; null for one that they may not view. */
export async function findServedDocument(call: Asking, slug: string): Promise<ShownDocument | null> {
  const row = await findBySlug(call.sql, { ...call, slug });
  return row && showDocument(row, call);
}
