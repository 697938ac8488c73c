// Access lists of a root and of folders in it: what they answer, and how each change is told to the audit log.
import { type Call, type Note, type PageQuery, refuse, type Static } from "../../kernel/plugin.ts";
import {
  findAccessLists,
  findPlace,
  GRANTS,
  type GrantRow,
  listGrants,
  manages,
  type RootRow,
  showGrant,
} from "../places/port.ts";
import { type RootAccess, shownLevel } from "./schemas.ts";

/** A folder of a root; `path` is "" for its top. */
export interface ListAt {
  root: RootRow;
  path: string;
}

/** The list of a place as the caller sees it now, or a page of it (rules: places/nearest_list). */
export async function answerAccess(
  { sql, actor }: Pick<Call<unknown>, "sql" | "actor">,
  { root, path }: ListAt,
  query: PageQuery = {},
): Promise<Static<typeof RootAccess>> {
  const { workspace_id } = root;
  const found = await findPlace(sql, actor, { workspace_id, root, owner_id: null, path });
  const { own, above } = await findAccessLists(sql, root, path);
  const overrides = own !== null && path !== "";
  const inheritedFrom = overrides ? null : above;
  const place_ids = [own, inheritedFrom].flatMap((list) => list?.place_id ?? []);
  const grants = await listGrants(sql, { workspace_id, place_ids, ...GRANTS.options(query) });
  const { rows, next } = GRANTS.page(grants, query);
  const entriesOf = (list: { place_id: number } | null) =>
    list === null ? [] : rows.filter((row) => row.place_id === list.place_id).map(showGrant);
  return {
    root: { id: root.root_id, slug: root.slug, name: root.name, kind: "shared" },
    folder: path,
    my_level: shownLevel(found.level),
    can_manage: manages(actor, root),
    access_blocked: null,
    grants: entriesOf(own),
    inherited_from: inheritedFrom?.path ?? null,
    inherited: entriesOf(inheritedFrom),
    ...next,
    overrides,
  };
}

/** Throws 400 for the one list that nobody changes. */
export function refuseFixedList({ root, path }: ListAt): void {
  if (!root.is_general || path !== "") return;
  throw refuse.invalid("everybody in the workspace may edit General; its top-level list cannot be changed");
}

/** What the audit log says of a list: the root for its top, else the folder. */
export function noteOf({ root, path }: ListAt, meta: Record<string, unknown> = {}): Note {
  const where = { root_id: root.root_id, root: root.slug, folder: path };
  const target =
    path === "" ? { target_type: "root", target_id: root.root_id } : { target_type: "folder", target_id: path };
  return { ...target, meta: { ...where, ...meta } };
}

/** Whom a grant names and what it gives, for the audit log. */
export function grantMeta(row: GrantRow): Record<string, unknown> {
  const { id, subject_type, subject_id, subject_label, level, expires_at } = showGrant(row);
  return { grant_id: id, subject_type, subject_id, subject: subject_label, level, ...(expires_at && { expires_at }) };
}
