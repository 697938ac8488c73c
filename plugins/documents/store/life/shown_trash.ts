// The trash as whoever may bring back what lies in it sees it.
import type { Static } from "../../../../kernel/plugin.ts";
import type { RootRow } from "../../../places/port.ts";
import type { AnyCall } from "../../model/calls.ts";
import { showDocument } from "../../model/rows.ts";
import type { TrashedDocument as TrashedShape } from "../../model/schemas.ts";
import { listTrash, TRASH } from "./trash.ts";

export type TrashedDocument = Static<typeof TrashedShape>;

/** The caller's own trash, or that of a root as far as they may change settings there. Throws 400 for a cursor that is none. */
export async function listTrashed(
  call: Pick<AnyCall, "sql" | "actor" | "now" | "runtime">,
  {
    root,
    folder,
    limit,
    cursor,
  }: { root: RootRow | null; folder: string | null; limit: number; cursor: string | undefined },
): Promise<{ docs: TrashedDocument[]; next_cursor?: string }> {
  const { sql, actor, now } = call;
  const after = TRASH.after(cursor);
  const found = await listTrash(sql, { actor, now, root, folder, after, limit: limit + 1 });
  const { rows, next } = TRASH.page(found, { limit });
  const docs = rows.map((row) => ({
    ...showDocument(row, call),
    deleted_at: row.left_at.toISOString(),
    deleted_by: row.deleted_by_email,
    purge_at: row.purge_at?.toISOString() ?? null,
    deleted_from: { root: row.lost_root ?? row.root_slug, folder: row.folder },
    reason: row.deleted_at ? ("deleted" as const) : ("expired" as const),
  }));
  return { docs, ...next };
}
