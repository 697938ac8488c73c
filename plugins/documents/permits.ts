// Who may touch a document: loads it with the caller's level, or refuses with 404 or 403 (rules: permission/existence).
import { type Actor, demandActor, type Permit, type PermitCall, refuse, type Sql } from "../../kernel/plugin.ts";
import { reaches } from "../places/port.ts";
import { holds, mayTakeAway, type Right } from "./model/levels.ts";
import { type DocType, isPurgeDue, type LoadedDocument, stateOf } from "./model/rows.ts";
import { documentCachePort } from "./store/reading/document_cache.ts";
import { lockLoaded } from "./store/reading/documents.ts";

/**
 * Loads a live document on which the caller has at least the right `needed`. Nobody's, a deleted one and one without a level
 * are the same 404; a right that is missing is a 403 that names the level held, or with `hidden` the same 404
 * (rules: permission/existence, permission/reading).
 */
export function document(needed: Right, options: { hidden?: boolean } = {}): Permit<LoadedDocument> {
  return {
    needs: needOf(needed),
    check: (call, input) =>
      loadWith(call, { needed, doc_id: String(input.params["doc_id"]), hidden: options.hidden ?? false }),
  };
}

/** The same for a document that the input names elsewhere than in the path. */
export function documentNamed(needed: Right, docId: string): Permit<LoadedDocument> {
  return { needs: needOf(needed), check: (call) => loadWith(call, { needed, doc_id: docId, hidden: false }) };
}

/**
 * A document of the type that a plugin brings. One of another type is a 404, which tells who knows of the document what it is.
 * The operation names the id `doc_id` in its path.
 */
export function documentOfType(type: DocType, needed: Right): Permit<LoadedDocument> {
  return {
    needs: `${needOf(needed)}, of type ${type}`,
    check: async (call, input) => {
      const found = await loadWith(call, { needed: "view", doc_id: String(input.params["doc_id"]) });
      const { doc_id, doc_type } = found;
      if (doc_type !== type) throw refuse.notFound(`"${doc_id}" is of type ${doc_type}, not ${type}`);
      refuseLow(found, needed);
      return found;
    },
  };
}

/** The same inside another permit. */
export async function loadWith(
  call: PermitCall,
  options: { needed: Right; doc_id: string; hidden?: boolean },
): Promise<LoadedDocument> {
  const found = await load(call, options.doc_id);
  if (!found || found.deleted_at || (options.hidden && !holds(found, options.needed))) throw refuseMissing();
  refuseLow(found, options.needed);
  return found;
}

/** Locks a document that a permit let through and answers it as it is now. Throws 404 and 403 for a right that has ended meanwhile. */
export async function lockWith(
  { sql, actor, now }: { sql: Sql; actor: Actor; now: Date },
  { document_id }: Pick<LoadedDocument, "document_id">,
  needed: Right,
): Promise<LoadedDocument> {
  const current = await lockLoaded(sql, document_id, actor);
  if (!current) throw refuseMissing();
  refuseWithout(needed, now, current);
  return current;
}

/** The same refusals for a row that is locked only now: a right may have ended while the bytes were on their way. */
export function refuseWithout(needed: Right, now: Date, row: LoadedDocument): void {
  if (row.deleted_at || !isKnown(row, now)) throw refuseMissing();
  refuseLow(row, needed);
}

/** Loads a document wherever it is in its life, also in the trash. Whoever may change its settings finds it. */
export function ownDocument(): Permit<LoadedDocument> {
  return {
    needs: needOf("settings"),
    check: async (call, input) => {
      const found = await load(call, String(input.params["doc_id"]));
      if (!found || !holds(found, "settings")) throw refuseMissing();
      return found;
    },
  };
}

/**
 * A document that the caller may remove for good, wherever it is in its life: the owner, and in a root its managers and who
 * wrote it while they may edit there. Throws 403 to others who know of it.
 */
export function purgeable(): Permit<LoadedDocument> {
  return {
    needs: "own on the document, or in a root to have written it and edit on its folder",
    check: async (call, input) => {
      const found = await load(call, String(input.params["doc_id"]));
      if (!found) throw refuseMissing();
      refusePurge(demandActor(call.actor), found);
      return found;
    },
  };
}

/** The same refusals for a row that is locked only now. */
export function refuseUnpurgeable(actor: Actor, now: Date, row: LoadedDocument): void {
  if (!isKnown(row, now)) throw refuseMissing();
  refusePurge(actor, row);
}

function refusePurge(actor: Actor, found: LoadedDocument): void {
  if (mayTakeAway(actor, found)) return;
  const { root_id, root_name, level } = found;
  const who = root_id === null ? "the document's owner" : `who wrote the document, or a manager of "${root_name}",`;
  throw refuse.forbidden(`only ${who} may remove it for good; you hold ${level}`, { level });
}

/** The one answer for an id that is nobody's and one that is not the caller's to know of. */
export function refuseMissing(): Error {
  return refuse.notFound("document not found");
}

async function load(call: PermitCall, docId: string): Promise<LoadedDocument | null> {
  const row = await call.use(documentCachePort).find(call.sql, { actor: demandActor(call.actor), doc_id: docId });
  return row && isKnown(row, call.now) ? row : null;
}

/** After its time a document is theirs alone who may change its settings, until the purge (rules: documents/trash). */
export function isKnown(row: LoadedDocument, now: Date): boolean {
  if (row.level === "none" || isPurgeDue(row, now)) return false;
  return stateOf(row, now) === "live" || holds(row, "settings");
}

function needOf(right: Right): string {
  if (right === "settings") return "own on the document, or edit on its folder in a root";
  return `${right} on the document`;
}

/** Throws 403 naming the level held, for a document that the caller knows of. */
export function refuseLow(document: LoadedDocument, needed: Right): void {
  if (!holds(document, needed))
    throw refuse.forbidden(describeLow(document, needed), { code: "level_too_low", level: document.level });
}

function describeLow({ level, root_id, root_name }: LoadedDocument, needed: Right): string {
  if (needed === "own") {
    if (root_id === null) return `only the document's owner may do this; you hold ${level}`;
    return `only the managers of "${root_name}" may do this; you hold ${level}`;
  }
  if (needed !== "settings") return `this needs ${needed} on the document; you hold ${level}`;
  if (root_id === null) return `only the document's owner may do this; you hold ${level}`;
  const scope = reaches(level, "edit") ? "on the document alone" : "";
  return `this needs edit on the document's folder in "${root_name}"; you hold ${level} ${scope}`.trim();
}

/** The 404 of a path that a document the caller may see does not have; `version` where one was asked for. */
export function refuseMissingFile(path: string, version?: number): Error {
  const where = version === undefined ? "" : ` in version ${version}`;
  return refuse.notFound(`no file at "${path}"${where}; list the document's files to see their paths`);
}

/** The 404 of a version that a document the caller may see does not have. */
export function refuseMissingVersion(version: number): Error {
  return refuse.notFound(`no such version: ${version}; list the document's versions to see which there are`);
}
