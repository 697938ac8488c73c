// Where a document is to lie:
// a folder of the caller's My documents or of a root, with their own below Members/ by default.
import { type Actor, type Permit, type PermitCall, refuse, type Sql } from "../../../kernel/plugin.ts";
import {
  ensurePlace,
  findMemberFolder,
  fixMemberFolder,
  isPersonal,
  loadPlace,
  type PlaceFound,
  type PlaceNamed,
} from "../../places/port.ts";
import { loadWritable } from "../folder_permits.ts";

/** A place that something may be put into. */
export interface Target extends PlaceFound {
  /** Nobody named a folder, so it is the caller's own below Members/. */
  is_member_folder: boolean;
}

/** A place that the caller may publish into. Throws 404 for a root that they do not see and 403 below edit. */
export function publishTarget(named: PlaceNamed | undefined): Permit<Target> {
  return { needs: "edit on the folder", check: (call) => loadTarget(call, named ?? {}) };
}

/** The same inside another permit. */
export async function loadTarget(call: PermitCall, named: PlaceNamed): Promise<Target> {
  const isMemberFolder = !isPersonal(named.root) && (named.folder === undefined || named.folder === null);
  const found = await loadWritable(call, isMemberFolder ? await nameMemberFolder(call, named) : named);
  return { ...found, is_member_folder: isMemberFolder };
}

async function nameMemberFolder(call: PermitCall, { root }: PlaceNamed): Promise<PlaceNamed> {
  const top = await loadPlace(call, { root });
  if (!top.root || !call.actor) return { root };
  return { root, folder: await findMemberFolder(call.sql, call.actor, top.root) };
}

/** Where something lies once it is put there. */
export interface Settled {
  place_id: number;
  folder: string;
  root_id: number | null;
  root_slug: string | null;
  root_name: string | null;
}

/** A place that is there; without an id a folder of the caller's My documents, which is found or made by its path. */
export type StandingPlace = Omit<Settled, "place_id"> & { place_id: number | null };

/** Where something lies if nothing has to be made for it: null where there is something to be made, as far as that is known. */
export function findStanding({ root, place_id, path, is_member_folder }: Target): StandingPlace | null {
  if (is_member_folder || (root && place_id === null)) return null;
  return { place_id, folder: path, ...rootColumns(root) };
}

/** Makes the place where it is missing, in the transaction that puts something there. */
export async function settle({ sql, actor }: { sql: Sql; actor: Actor }, target: Target): Promise<Settled> {
  const { root } = target;
  const path = target.is_member_folder && root ? await fixMemberFolder(sql, actor, root) : target.path;
  const place_id =
    target.place_id !== null && path === target.path ? target.place_id : await ensurePlace(sql, { ...target, path });
  return { place_id, folder: path, ...rootColumns(root) };
}

function rootColumns(root: Target["root"]): Pick<Settled, "root_id" | "root_slug" | "root_name"> {
  return { root_id: root?.root_id ?? null, root_slug: root?.slug ?? null, root_name: root?.name ?? null };
}

/** Runs a statement that names a place which may have gone with its root meanwhile; that is a 404. */
export async function withPlace<T>(statement: PromiseLike<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    throw refusalOfPlace(error);
  }
}

/** What is thrown for an error of such a statement. */
export function refusalOfPlace(error: unknown): unknown {
  return isPlaceGone(error) ? refuse.notFound("the root is not found; it has just been deleted") : error;
}

/** Whether the place that a statement names is not there any more. */
export function isPlaceGone(error: unknown): boolean {
  return error instanceof Error && "constraint_name" in error && error.constraint_name === "documents_place_id_fkey";
}
