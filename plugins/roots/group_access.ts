// What a group was given in roots, for the page of the group.
import type { GroupGrant, GroupGrantsWanted } from "../groups/port.ts";
import { listGroupPlaces } from "../places/port.ts";

/** The group's entries in access lists that the person may look into. */
export async function listGroupAccess({ sql, actor, group_id }: GroupGrantsWanted): Promise<readonly GroupGrant[]> {
  const rows = await listGroupPlaces(sql, { actor, group_id });
  return rows.map(({ grant_id, root_id, root_name, path, level }) => ({
    id: grant_id,
    resource_type: path === "" ? "root" : "folder",
    label: path === "" ? root_name : path,
    root_id,
    folder: path === "" ? null : path,
    doc_id: null,
    level,
  }));
}
