// Which documents a question about activity is about:
// what the caller is shown in lists, or one document that they may open (rules: activity/who_asks).
import { type Actor, type Sql, t } from "../../kernel/plugin.ts";
import { viewable } from "../documents/port/read.ts";
import { inFolder, live, openTo, scopeOf } from "../documents/port/sql.ts";
import { parseFolder, type RootRow, rootNamed } from "../places/port.ts";

/** The members of a query that choose documents. */
export const scopeFields = {
  root: t.Optional(t.String({ description: "~ for My documents, or a shared root's slug." })),
  folder: t.Optional(t.String({ description: "This folder and those below it." })),
  doc_id: t.Optional(t.String({ maxLength: 64, description: "One document." })),
};

interface SentScope {
  root?: string;
  folder?: string;
  doc_id?: string;
}

/** The root that is named, and the document: 404 for what the caller does not see. */
export function permitScope({ root, doc_id }: SentScope) {
  return doc_id === undefined ? rootNamed(root) : ([rootNamed(root), viewable(doc_id)] as const);
}

/** What is asked about, and by whom. */
export interface Scope {
  actor: Actor;
  now: Date;
  view: "mine" | "all" | { root: RootRow };
  folder: string | null;
  doc_id: string | null;
}

/** Throws 400 for a folder that is no path. */
export function readScope(
  { actor, now, subject }: { actor: Actor; now: Date; subject: RootRow | null },
  { root, folder, doc_id }: SentScope,
): Scope {
  const view = subject ? { root: subject } : root === undefined ? "all" : "mine";
  return { actor, now, view, folder: folder === undefined ? null : parseFolder(folder), doc_id: doc_id ?? null };
}

/** Over `documents d`, in a query with `reach`: the documents of a scope that the caller may open now. */
export function within(sql: Sql, scope: Scope) {
  const { actor, now, view, folder, doc_id } = scope;
  // Whoever may open a document may ask about it, whether lists show it to them or not.
  const chosen = doc_id === null || view !== "all" ? sql`${scopeOf(sql, { actor, view })}` : sql`${openTo(sql, actor)}`;
  return sql`(${live(sql, now)} and ${chosen} ${inFolder(sql, { actor, folder, recursive: true })}
    ${doc_id === null ? sql`` : sql`and d.doc_id = ${doc_id}`})`;
}

/** In a query with `reach` and `reachedBy`: the caller may edit the document, and is told who reads it. */
export function maySeeReaders(sql: Sql) {
  return sql`greatest(here.level, own.level) >= 3`;
}
