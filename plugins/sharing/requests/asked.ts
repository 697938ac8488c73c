// What somebody asks for: a document by the slug of its link, or by its id.
import { type Actor, refuse, type Sql } from "../../../kernel/plugin.ts";
import type { LoadedDocument } from "../../documents/port/read.ts";
import { findById, findBySlug } from "./store.ts";

/** How a document is named by somebody to whom it may be closed. */
export type Asked = { slug: string } | { doc_id: string };

/** What a request names. Throws 422 unless it is exactly one of the two. */
export function askedOf({ slug, doc_id }: { slug?: string; doc_id?: string }): Asked {
  if (slug !== undefined && doc_id === undefined) return { slug };
  if (doc_id !== undefined && slug === undefined) return { doc_id };
  const type = slug === undefined ? "missing" : "exclusive";
  throw refuse.unprocessable([{ loc: ["slug"], msg: "provide exactly one of 'slug' and 'doc_id'", type }]);
}

/** The live document in the caller's workspace, whatever they hold on it; null where it leads nowhere. */
export function findAsked(sql: Sql, by: { actor: Actor; asked: Asked; now: Date }): Promise<LoadedDocument | null> {
  const { actor, asked, now } = by;
  return "slug" in asked
    ? findBySlug(sql, { actor, now, slug: asked.slug })
    : findById(sql, { actor, now, doc_id: asked.doc_id });
}
