// Changes of single entries in a held navigation: where each may go, and that places stay counted from 0.
import { type Actor, type Call, refuse } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import type { ReadEntry } from "../entry.ts";
import { lookUp } from "../lookup.ts";
import { refuseMissingEntry } from "../permits.ts";
import {
  deleteEntry,
  type EntryValues,
  type HeldTree,
  insertEntry,
  settleGuards,
  shiftSiblings,
  updateEntry,
} from "../store/changes.ts";
import { type EntryRow, findEntry, listEntries } from "../store/entries.ts";
import { heightOf, pathUp } from "./shape.ts";

const { navigation_entries: ENTRIES_MAX, navigation_levels: LEVELS_MAX } = manifest.caps;

type Asking = Pick<Call, "callHook" | "sql" | "now" | "runtime"> & { actor: Actor };

/** How a request names a parent: an entry by its id, a group by its label, null for the top. */
export type ParentRef = number | string | null;

/** Where an entry is to stand; without a position, behind the others. */
export interface Spot {
  parent: ParentRef;
  position?: number | undefined;
}

/** Adds an entry. Throws 400 for what it names in vain, for a full navigation and for a place too deep. */
export async function addEntry(
  call: Asking,
  tree: HeldTree,
  { entry, spot }: { entry: ReadEntry; spot: Spot },
): Promise<EntryRow> {
  const { sql } = call;
  const rows = await listEntries(sql, tree);
  if (rows.length >= ENTRIES_MAX) {
    throw refuse.invalid(
      `the navigation has ${rows.length} entries; at most ${ENTRIES_MAX} are allowed, so remove one first`,
    );
  }
  const parent_id = findParent(rows, spot.parent);
  refuseDepth(rows, { parent_id, height: 1 });
  const position = positionAmong(rows, { parent_id, position: spot.position });
  const values = await lookUpOne(call, { entry, before: null });
  await shiftSiblings(sql, tree, { parent_id, position, by: 1 });
  const entry_id = await insertEntry(sql, tree, { ...values, parent_id, position });
  await settleGuards(sql, tree);
  return readBack(call, tree, entry_id);
}

/** Changes what is said of an entry. Answers it and the names of the columns that changed. */
export async function changeEntry(
  call: Asking,
  tree: HeldTree,
  { entry, before }: { entry: ReadEntry; before: EntryRow },
): Promise<{ row: EntryRow; changed: string[] }> {
  const values = await lookUpOne(call, { entry, before });
  const changes = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => Reflect.get(before, name) !== value),
  ) as Partial<EntryValues>;
  const changed = Object.keys(changes);
  if (changed.length > 0) {
    await updateEntry(call.sql, tree, { ...changes, entry_id: before.entry_id });
    if ("visibility" in changes || "group_id" in changes) await settleGuards(call.sql, tree);
  }
  return { row: await readBack(call, tree, before.entry_id), changed };
}

/** Puts an entry elsewhere, with all below it. Throws 400 for a place below itself or too deep. */
export async function moveEntry(
  call: Asking,
  tree: HeldTree,
  { entry_id, spot }: { entry_id: number; spot: Spot },
): Promise<{ row: EntryRow; is_moved: boolean }> {
  const { sql } = call;
  const rows = await listEntries(sql, tree);
  const moved = rows.find((row) => row.entry_id === entry_id);
  if (!moved) throw refuseMissingEntry(entry_id);
  const parent_id = findParent(rows, spot.parent);
  if (pathUp(rows, parent_id).includes(entry_id)) {
    throw refuse.invalid(`entry ${entry_id} cannot lie below itself; move it below another one`);
  }
  refuseDepth(rows, { parent_id, height: heightOf(rows, entry_id) });
  const others = rows.filter((row) => row !== moved);
  const position = positionAmong(others, { parent_id, position: spot.position });
  const is_moved = parent_id !== moved.parent_id || position !== moved.position;
  if (is_moved) {
    await shiftSiblings(sql, tree, { parent_id: moved.parent_id, position: moved.position + 1, by: -1 });
    await shiftSiblings(sql, tree, { parent_id, position, by: 1 });
    await updateEntry(sql, tree, { entry_id, parent_id, position });
    await settleGuards(sql, tree);
  }
  return { row: await readBack(call, tree, entry_id), is_moved };
}

/** Removes an entry with all below it. Answers how many went. */
export async function removeEntry(
  call: Asking,
  tree: HeldTree,
  entryId: number,
): Promise<{ row: EntryRow; entries: number }> {
  const row = await readBack(call, tree, entryId);
  const entries = await deleteEntry(call.sql, tree, entryId);
  await shiftSiblings(call.sql, tree, { parent_id: row.parent_id, position: row.position + 1, by: -1 });
  return { row, entries };
}

async function lookUpOne(call: Asking, wanted: { entry: ReadEntry; before: EntryRow | null }): Promise<EntryValues> {
  const values = await lookUp(call, [wanted]);
  if ("fault" in values) throw refuse.invalid(values.fault.msg);
  const [own] = values;
  if (!own) throw new Error("an entry that was looked up has no columns");
  return own;
}

/** Throws 404 for an entry that has gone meanwhile. */
async function readBack({ sql }: Pick<Asking, "sql">, tree: HeldTree, entry_id: number): Promise<EntryRow> {
  const row = await findEntry(sql, { ...tree, entry_id });
  if (!row) throw refuseMissingEntry(entry_id);
  return row;
}

function findParent(rows: readonly EntryRow[], ref: ParentRef): number | null {
  if (ref === null) return null;
  const shown = String(ref).slice(0, 80);
  const byId = rows.find((row) => String(row.entry_id) === String(ref));
  const named = byId ? [byId] : rows.filter((row) => row.kind === "group" && row.label === ref);
  const [parent, other] = named;
  if (!parent)
    throw refuse.invalid(`parent "${shown}" is neither an entry of this navigation nor the label of a group in it`);
  if (other) {
    const ids = named.map((row) => row.entry_id).join(", ");
    throw refuse.invalid(`parent "${shown}" is the label of several groups; send the id of one: ${ids}`);
  }
  if (parent.kind === "divider")
    throw refuse.invalid(`entry ${parent.entry_id} is a divider, below which nothing lies`);
  return parent.entry_id;
}

function refuseDepth(rows: readonly EntryRow[], at: { parent_id: number | null; height: number }): void {
  const levels = pathUp(rows, at.parent_id).length + at.height;
  if (levels > LEVELS_MAX)
    throw refuse.invalid(`the entry would lie ${levels} levels deep; at most ${LEVELS_MAX} are allowed`);
}

/** A place further than the end is the end. */
function positionAmong(
  rows: readonly EntryRow[],
  { parent_id, position }: { parent_id: number | null; position: number | undefined },
): number {
  const siblings = rows.filter((row) => row.parent_id === parent_id).length;
  return Math.min(position ?? siblings, siblings);
}
