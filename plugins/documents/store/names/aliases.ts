// Names of documents: who has one, and how it goes from one document to another
// (rules: links/aliases, links/taken_aliases).

import { type Actor, refuse, type Sql } from "../../../../kernel/plugin.ts";
import { andPlaceInReach } from "../../../places/port.ts";
import type { WriteCall } from "../../model/calls.ts";
import { type CallerAccess, holds, levelColumns } from "../../model/levels.ts";
import { live } from "../../model/live.ts";
import type { DocumentRow, ListedDocument } from "../../model/rows.ts";
import { touchCounter } from "../counting/counters.ts";
import { documentColumns, placedFor } from "../reading/documents.ts";
import { renewLinking } from "../writing/pages.ts";

/** What a reference names inside a workspace. */
export type Named = { alias: string } | { doc_id: string };

/** Who changes a name in a workspace takes turns with whoever brings a document with that name back from the trash. */
async function holdAlias(sql: Sql, by: { workspace_id: number; alias: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alias:${by.workspace_id}:${by.alias}`}, 0))`;
}

interface Holder extends CallerAccess {
  document_id: number;
  doc_id: string;
  owner_id: number;
  title: string;
  root_name: string | null;
  /** It has expired, and so its name is free. */
  is_over: boolean;
  /** Whether the caller's token reaches it. */
  in_reach: boolean;
}

/** The document that has a name, locked, with what the caller holds on it. */
async function findHolder({ sql, actor, now }: WriteCall, alias: string): Promise<Holder | null> {
  const [row] = await sql<Holder[]>`
    select d.document_id, d.doc_id, d.owner_id, d.title, p.root_id, r.name as root_name, ${levelColumns(sql, actor)},
      coalesce(d.expires_at <= ${now}, false) as is_over, (true${andPlaceInReach(sql, actor)}) as in_reach
    from ${placedFor(sql, actor)}
    where d.workspace_id = ${actor.workspace.id} and d.alias = ${alias} and d.deleted_at is null for no key update of d`;
  return row ?? null;
}

/**
 * Gives a locked document a name, or takes it away with null. Throws 409 when another live document has it, naming that one to
 * whom it is open; `force` takes it from there, and is a 403 for whoever may not set the name of that one. Answers the document
 * that lost the name; undefined when nothing changed.
 */
export async function setAlias(
  call: WriteCall,
  document: DocumentRow,
  options: { alias: string | null; force: boolean },
): Promise<{ taken_from: string | null } | undefined> {
  const { sql, now } = call;
  const { workspace_id } = document;
  const { alias, force } = options;
  if (alias === document.alias) return undefined;
  let holder: Holder | null = null;
  if (alias !== null) {
    await holdAlias(sql, { workspace_id, alias });
    holder = await findHolder(call, alias);
    if (holder) {
      refuseHeld(holder, { alias, force });
      await sql`update documents set alias = null where document_id = ${holder.document_id}`;
      touchCounter(call, { ...holder, bytes: 0, live: 0 });
    }
  }
  await sql`update documents set alias = ${alias}, updated_at = ${now} where document_id = ${document.document_id}`;
  touchCounter(call, { ...document, bytes: 0, live: 0 });
  const names = [alias, document.alias].filter((name) => name !== null);
  await renewLinking(call, { workspace_id, aliases: names, doc_ids: [] });
  return { taken_from: holder?.doc_id ?? null };
}

function refuseHeld(holder: Holder, { alias, force }: { alias: string; force: boolean }): void {
  const isFree = holder.is_over && holder.in_reach;
  if (isFree || (force && !holder.is_over && holds(holder, "settings"))) return;
  if (holder.is_over || holder.level === "none") {
    const problem = `alias "${alias}" is held by another document`;
    if (!force) throw refuse.conflict(`${problem}; choose another`, { code: "alias_taken", alias });
    throw refuse.forbidden(`${problem}, and only who may set that one's alias takes it from there; choose another`);
  }
  const problem = `alias "${alias}" is held by "${holder.title}" (${holder.doc_id})`;
  if (!force) {
    const way = holds(holder, "settings") ? "pass force=true to move it here" : "choose another";
    throw refuse.conflict(`${problem}; ${way}`, { code: "alias_taken", alias, doc_id: holder.doc_id });
  }
  const who = holder.root_id === null ? "its owner" : `who may edit its folder in "${holder.root_name}"`;
  throw refuse.forbidden(`${problem}, and only ${who} may take it from there; you hold ${holder.level}`, {
    level: holder.level,
  });
}

/** The name that a document out of the trash has again: none when a live document took it meanwhile. */
export async function regainAlias(
  sql: Sql,
  document: Pick<DocumentRow, "document_id" | "workspace_id" | "alias">,
): Promise<string | null> {
  const { document_id, workspace_id, alias } = document;
  if (alias === null) return null;
  await holdAlias(sql, { workspace_id, alias });
  const [taken] = await sql`
    select 1 from documents
    where workspace_id = ${workspace_id} and alias = ${alias} and deleted_at is null and document_id <> ${document_id}`;
  return taken ? null : alias;
}

/** The live documents that references of a workspace name, as the caller holds them; a key is `alias` or `doc:<id>`. */
export async function findNamed(
  sql: Sql,
  by: { actor: Actor; named: readonly Named[]; now: Date },
): Promise<Map<string, ListedDocument>> {
  const aliases = by.named.flatMap((one) => ("alias" in one ? one.alias : []));
  const docIds = by.named.flatMap((one) => ("doc_id" in one ? one.doc_id : []));
  const rows = await sql<ListedDocument[]>`
    select ${documentColumns(sql)}, ${levelColumns(sql, by.actor)}, '' as owner_email from ${placedFor(sql, by.actor)}
    where d.workspace_id = ${by.actor.workspace.id} and (d.alias = any(${aliases}) or d.doc_id = any(${docIds}))
      and ${live(sql, by.now)}`;
  return new Map(
    rows
      .filter((row) => row.level !== "none")
      .flatMap((row) => [
        [`doc:${row.doc_id}`, row] as const,
        ...(row.alias === null ? [] : [[row.alias, row] as const]),
      ]),
  );
}

/** The live document of the caller's workspace that is served under a slug; null for one that they may not view. */
export async function findBySlug(
  sql: Sql,
  by: { actor: Actor; slug: string; now: Date },
): Promise<ListedDocument | null> {
  const [row] = await sql<ListedDocument[]>`
    select ${documentColumns(sql)}, ${levelColumns(sql, by.actor)}, '' as owner_email from ${placedFor(sql, by.actor)}
    where d.workspace_id = ${by.actor.workspace.id} and d.slug = ${by.slug} and ${live(sql, by.now)}`;
  return row && row.level !== "none" ? row : null;
}

/** The slugs behind references of a workspace, whoever may open them: for pages, whose links say no more than /x/ does. */
export async function findSlugs(
  sql: Sql,
  by: { workspace_id: number; named: readonly Named[]; now: Date },
): Promise<Map<string, string>> {
  const aliases = by.named.flatMap((one) => ("alias" in one ? one.alias : []));
  const docIds = by.named.flatMap((one) => ("doc_id" in one ? one.doc_id : []));
  const rows = await sql<{ doc_id: string; alias: string | null; slug: string }[]>`
    select doc_id, alias, slug from documents d
    where workspace_id = ${by.workspace_id} and (alias = any(${aliases}) or doc_id = any(${docIds}))
      and ${live(sql, by.now)}`;
  return new Map(
    rows.flatMap(({ doc_id, alias, slug }) => [
      [`doc:${doc_id}`, slug] as const,
      ...(alias === null ? [] : [[alias, slug] as const]),
    ]),
  );
}

/** What a workspace is called in references. */
export async function findWorkspaceSlug(sql: Sql, workspaceId: number): Promise<string | null> {
  const [row] = await sql<{ slug: string }[]>`select slug from workspaces where workspace_id = ${workspaceId}`;
  return row?.slug ?? null;
}

/**
 * The slug of the live document that a reference names; in the workspace that it says, or for a bare name where one document anywhere
 * has it. `within` looks in one workspace alone, whatever the reference says.
 */
export async function findSlug(
  sql: Sql,
  by: { workspace: string | null; within: number | null; named: Named; now: Date },
): Promise<string | null> {
  const { workspace, within, named, now } = by;
  const wanted = "alias" in named ? sql`d.alias = ${named.alias}` : sql`d.doc_id = ${named.doc_id}`;
  const inside = workspace === null ? sql`` : sql`and w.slug = ${workspace}`;
  const own = within === null ? sql`` : sql`and d.workspace_id = ${within}`;
  const rows = await sql<{ slug: string }[]>`
    select d.slug from documents d join workspaces w using (workspace_id)
    where ${wanted} ${inside} ${own} and ${live(sql, now)} limit 2`;
  return rows.length === 1 ? (rows[0]?.slug ?? null) : null;
}
