// Moving a document: within its root, between roots, out of My documents and back
// (rules: permission/editing, permission/back_from_a_root).
import { type Actor, demandActor, type Permit, type PermitCall, refuse } from "../../../kernel/plugin.ts";
import { isPersonal } from "../../places/port.ts";
import { loadWritable } from "../folder_permits.ts";
import type { WriteCall } from "../model/calls.ts";
import { holds, mayTakeAway, type Right } from "../model/levels.ts";
import type { LoadedDocument } from "../model/rows.ts";
import { loadWith } from "../permits.ts";
import { readLoaded } from "../store/reading/documents.ts";
import { moveToPlace } from "../store/writing/moves.ts";
import { loadTarget, settle, type Target } from "./targets.ts";

/** A document to be changed, and where it is to go; null where it stays. */
export type Movable = LoadedDocument & { target: Target | null };

/** What a request says of the new place. */
export interface MoveOptions {
  folder?: string | undefined;
  root?: string | null | undefined;
}

/** The document with the right `needed`, and the place that it is to go to, where one is named. */
export function movable(needed: Right, options: MoveOptions): Permit<Movable> {
  return {
    needs: `${needed} on the document, and edit where it goes`,
    check: async (call, input) => {
      const doc_id = String(input.params["doc_id"]);
      if (options.folder === undefined && options.root === undefined) {
        return { ...(await loadWith(call, { needed, doc_id })), target: null };
      }
      // Whoever takes a document back needs no more than what refuseTakingBack wants.
      const found = await loadWith(call, { needed: "view", doc_id });
      return { ...found, target: await loadMoveTarget(call, found, { needed, options }) };
    },
  };
}

/**
 * Where a document that the caller knows of is to go. The one rule for every way of putting a document elsewhere: `needed` on the
 * document, edit where it goes, and out of a root into My documents by its author or a manager alone.
 */
export async function loadMoveTarget(
  call: PermitCall,
  found: LoadedDocument,
  { needed, options }: { needed: Right; options: MoveOptions },
): Promise<Target> {
  if (!holds(found, needed)) await loadWith(call, { needed, doc_id: found.doc_id });
  const { folder, root } = options;
  if (root === undefined) {
    // The folder is meant in the root where the document is; its owner's My documents are the only ones that a mover has.
    const place = await loadWritable(call, { root: found.root_id === null ? "~" : String(found.root_slug), folder });
    return { ...place, is_member_folder: false };
  }
  if (!isPersonal(root))
    return loadTarget(call, { root, folder: isSameRoot(found, root) ? (folder ?? found.folder) : folder });
  refuseTakingBack(demandActor(call.actor), found);
  const place = await loadWritable(call, { root: "~", folder: folder ?? found.folder });
  return { ...place, is_member_folder: false };
}

/** Naming the root that the document is in already moves it nowhere. */
function isSameRoot(found: LoadedDocument, root: string): boolean {
  return found.root_id !== null && (found.root_slug === root || String(found.root_id) === root);
}

/** Throws 403 for a document of a root unless the caller wrote it and may edit where it is, or manages the root. */
function refuseTakingBack(actor: Actor, found: LoadedDocument): void {
  if (found.root_id === null || mayTakeAway(actor, found)) return;
  throw refuse.forbidden(
    `only who wrote the document, or a manager of "${found.root_name}", may take it back into My documents`,
    { level: found.level },
  );
}

/**
 * Puts a locked document where it is to go. Answers it as it is then, or unchanged where it lies there already. Throws 403 when
 * it came into a root, or the caller lost it, since the target was found.
 */
export async function move<D extends LoadedDocument>(
  call: WriteCall,
  document: D,
  target: Target | null,
): Promise<{ document: D; moved: boolean }> {
  if (!target) return { document, moved: false };
  if (target.root === null) refuseTakingBack(call.actor, document);
  const settled = await settle(call, target);
  if (settled.place_id === document.place_id) return { document, moved: false };
  // Back in My documents a document is theirs who took it there.
  const owner_id = target.root === null ? call.actor.user_id : document.owner_id;
  await moveToPlace(call, document, { ...settled, owner_id });
  const moved = await readLoaded(call.sql, document.document_id, call.actor);
  if (!moved) throw new Error("a document that was moved is gone");
  return { document: { ...document, ...moved }, moved: true };
}
