// What a group was given on documents and folders, for its page.
import type { Runtime } from "../../kernel/plugin.ts";
import { findDocuments } from "../documents/port/read.ts";
import type { GroupGrant, GroupGrantsWanted } from "../groups/port.ts";
import { listGrantsToGroup } from "./store/access.ts";

/** The grants on documents that the caller may view and on folders of their own My documents. */
export async function listGroupGrants(
  runtime: Runtime,
  { sql, actor, group_id }: GroupGrantsWanted,
): Promise<readonly GroupGrant[]> {
  const rows = await listGrantsToGroup(sql, { actor, group_id });
  const doc_ids = rows.flatMap((row) => row.doc_id ?? []);
  const shown = await findDocuments({ sql, actor, runtime, now: runtime.clock.now() }, doc_ids);
  return rows.flatMap(({ grant_id: id, doc_id, folder, level }): GroupGrant[] => {
    if (doc_id === null)
      return [{ id, resource_type: "folder", label: folder ?? "", root_id: null, folder, doc_id, level }];
    const document = shown.get(doc_id);
    if (!document) return [];
    const { title: label, root_id } = document;
    return [{ id, resource_type: "doc", label, root_id, folder: null, doc_id, level }];
  });
}
