// Who may touch a document or publish into a place: loads it, or refuses with 404 or 403 (part 5, 5.1).
import { type Actor, type Permit, type PermitCall, refuse } from "../../kernel/mod.ts";
import { type Level, levelOf, reaches } from "./levels.ts";
import { type DocumentRow, isPurgeDue, type LoadedDocument, stateOf } from "./rows.ts";
import { findDocument } from "./store/documents.ts";

/**
 * Loads a live document that the caller holds at least `needed` on. Nobody's, a deleted one and one without a level are the
 * same 404; a level that is too low is a 403 that names it, or with `hidden` the same 404 (part 1, `GET /api/docs/{doc_id}`).
 */
export function document(needed: Exclude<Level, "none">, options: { hidden?: boolean } = {}): Permit<LoadedDocument> {
  return {
    needs: `${needed} on the document`,
    check: (call, input) =>
      loadAt(call, { needed, doc_id: String(input.params["doc_id"]), hidden: options.hidden ?? false }),
  };
}

/** The same for a document that the input names elsewhere than in the path. */
export function documentNamed(needed: Exclude<Level, "none">, docId: string): Permit<LoadedDocument> {
  return {
    needs: `${needed} on the document`,
    check: (call) => loadAt(call, { needed, doc_id: docId, hidden: false }),
  };
}

async function loadAt(
  call: PermitCall,
  wish: { needed: Exclude<Level, "none">; doc_id: string; hidden: boolean },
): Promise<LoadedDocument> {
  const { needed } = wish;
  const found = await load(call, wish.doc_id);
  if (!found || found.deleted_at) throw refuseMissing();
  if (wish.hidden && !reaches(found.level, needed)) throw refuseMissing();
  refuseLow(found.level, needed);
  return found;
}

/** The same refusals for a row that is locked only now: a right may have ended while the bytes were on their way. */
export function refuseWithout(
  needed: Exclude<Level, "none">,
  { actor, now }: Pick<PermitCall, "actor" | "now">,
  row: DocumentRow,
): void {
  const level = levelAt(row, { actor, now });
  if (row.deleted_at || level === "none") throw refuseMissing();
  refuseLow(level, needed);
}

function refuseLow(held: Level, needed: Level): void {
  if (!reaches(held, needed)) throw refuse.forbidden(describeLow(held, needed), { level: held });
}

/** Loads a document wherever it is in its life, also in the trash. Its owner alone finds it. */
export function ownDocument(): Permit<LoadedDocument> {
  return {
    needs: "own on the document",
    check: async (call, input) => {
      const found = await load(call, String(input.params["doc_id"]));
      if (found?.level !== "own") throw refuseMissing();
      return found;
    },
  };
}

/** A place to publish into. My documents is always the caller's own; no other root is in this house. */
export function publishPlace(root: string | null | undefined): Permit<Actor> {
  return {
    needs: "edit on the folder",
    check: ({ actor }) => {
      if (!actor) throw refuse.unauthenticated("authentication required");
      if (root !== undefined && root !== null && root !== "~") {
        throw refuse.notFound(`root "${root.slice(0, 80)}" is not found; leave root out for My documents`);
      }
      return actor;
    },
  };
}

/** The one answer for an id that is nobody's and one that is not the caller's to know of. */
export function refuseMissing(): Error {
  return refuse.notFound("document not found");
}

async function load(call: PermitCall, docId: string): Promise<LoadedDocument | null> {
  const { actor } = call;
  if (!actor) throw refuse.unauthenticated("authentication required");
  const row = await findDocument(call.sql, { workspace_id: actor.workspace.id, doc_id: docId });
  if (!row) return null;
  const level = levelAt(row, call);
  return level === "none" ? null : { ...row, level };
}

/** After its time a document is its owner's alone, until the purge (part 4, "After expiry"). */
function levelAt(row: DocumentRow, { actor, now }: Pick<PermitCall, "actor" | "now">): Level {
  const level = levelOf(row, actor);
  return isPurgeDue(row, now) || (stateOf(row, now) !== "live" && level !== "own") ? "none" : level;
}

function describeLow(held: Level, needed: Level): string {
  if (needed === "own") return `only the document's owner may do this; you hold ${held}`;
  return `this needs ${needed} on the document; you hold ${held}`;
}

/** The 404 of a path that a document the caller may see does not have; `version` where one was asked for. */
export function refuseMissingFile(path: string, version?: number): Error {
  return refuse.notFound(`no file at "${path}"${version === undefined ? "" : ` in version ${version}`}`);
}

/** The 404 of a version that a document the caller may see does not have. */
export function refuseMissingVersion(version: number): Error {
  return refuse.notFound(`no such version: ${version}`);
}
