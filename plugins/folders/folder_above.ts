// The folder above one that goes: it does not vanish with its last child, though nothing made it one of its own.
import { countDocumentsFor } from "../documents/port/read.ts";
import type { WriteCall } from "../documents/port/write.ts";
import { type FolderRow, listFolderRows, makeExplicit, parentOf, type Tree } from "../places/port.ts";

/** By whom a folder was seen because of what is in it. */
interface Shown {
  /** Whoever may open the folder. */
  toAll: boolean;
  toCaller: boolean;
}

/**
 * Makes the folder above `from` one of its own where folders that stood at or below `from` showed it to somebody and nothing
 * shows it to them any more. What shows it through documents alone goes with those. `gone` are the rows as they were. In the
 * transaction that takes the folder away or elsewhere, after it has.
 *
 * What is behind an access list of its own shows the folder to fewer people than may open it, so that is weighed apart: whether
 * somebody keeps the folder must not depend on what is closed to them in it.
 */
export async function keepFolderAbove(
  call: WriteCall,
  { tree, from, gone }: { tree: Tree; from: string; gone: readonly FolderRow[] },
): Promise<void> {
  const path = parentOf(from);
  const stood = gone.filter((row) => row.stands);
  if (path === "" || stood.length === 0) return;
  const { sql, actor, now } = call;
  const rows = await listFolderRows(sql, actor, { ...tree, path });
  const above = rows.find((row) => row.path === path);
  if (!above) return;
  const place_ids = rows.map((row) => row.place_id);
  const counts = await countDocumentsFor(sql, { actor, place_ids, now });
  const before = shownBy(stood, { above: path, rows: gone });
  const live = rows.filter((row) => row.stands || counts.has(row.place_id));
  const after = shownBy(live, { above: path, rows, open: (row) => (counts.get(row.place_id)?.open ?? 0) > 0 });
  if (!(before.toAll && !after.toAll) && !(before.toCaller && !after.toCaller)) return;
  await makeExplicit(sql, { workspace_id: tree.workspace_id, place_id: above.place_id });
}

function shownBy(
  showing: readonly FolderRow[],
  {
    above,
    rows,
    open = () => false,
  }: { above: string; rows: readonly FolderRow[]; open?: (row: FolderRow) => boolean },
): Shown {
  const lists = rows.filter((row) => row.has_list && row.path !== above).map((row) => row.path);
  const isApart = ({ path }: FolderRow) => lists.some((list) => path === list || path.startsWith(`${list}/`));
  return {
    toAll: showing.some((row) => !isApart(row)),
    toCaller: showing.some((row) => (row.stands && row.level !== "none") || open(row)),
  };
}
