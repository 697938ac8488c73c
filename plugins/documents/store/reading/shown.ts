// Documents as the plugins above show them: what the caller may open among what they name, in one query each.
import type { Static } from "../../../../kernel/plugin.ts";
import type { AnyCall } from "../../model/calls.ts";
import { type ListedDocument, showDocument } from "../../model/rows.ts";
import type { Document } from "../../model/schemas.ts";
import { findBySlug, findNamed, type Named } from "../names/aliases.ts";
import { findOpen } from "./documents.ts";

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
