// Reads a whole tree as a request sends it, into a flat list in reading order; the first bad node is named by its path.
import { type FieldError, isJsonObject, type JsonObject } from "../../../kernel/plugin.ts";
import { isFault, KINDS, type ReadEntry, readEntry, type SentEntry, SORTS, VISIBILITIES } from "../entry.ts";

/** A node of a tree that is well formed. */
export interface TreeNode extends ReadEntry {
  /** Of the entry that it keeps; null for a new one. */
  entry_id: number | null;
  /** The place of its parent in the list, which stands before it; null at the top. */
  parent: number | null;
  position: number;
  /** Where it stands in the request. */
  loc: (string | number)[];
}

export interface TreeBounds {
  entries_max: number;
  levels_max: number;
}

/** Throws what `refuseAt` makes of the first fault. */
export class TreeFault extends Error {
  constructor(readonly field: FieldError) {
    super(field.msg);
  }
}

const TEXTS = ["target", "kind", "label", "icon", "visibility", "group", "sort"];
const FLAGS = ["collapsed", "show_sign_in_hint"];
const ENUMS: Readonly<Record<string, readonly string[]>> = { kind: KINDS, visibility: VISIBILITIES, sort: SORTS };
/** What an answer shows beside, so that a tree can be sent back as it was read. */
const SHOWN = ["title", "parent_id", "position", "broken", "doc", "items", "truncated", "sign_in_hint"];
const KNOWN: ReadonlySet<string> = new Set([...TEXTS, ...FLAGS, ...SHOWN, "id", "children"]);

/** The nodes of a tree, parents first. Throws TreeFault. */
export function readTree(entries: readonly unknown[], bounds: TreeBounds): TreeNode[] {
  const nodes: TreeNode[] = [];
  const ids = new Set<number>();
  const walk = (
    siblings: readonly unknown[],
    at: { parent: number | null; level: number; loc: (string | number)[] },
  ) => {
    for (const [position, sent] of siblings.entries()) {
      const loc = [...at.loc, position];
      if (nodes.length >= bounds.entries_max)
        fail(loc, `a navigation has at most ${bounds.entries_max} entries`, "too_many");
      if (at.level > bounds.levels_max) fail(loc, `entries lie at most ${bounds.levels_max} levels deep`, "too_deep");
      const { entry, entry_id, children } = readNode(sent, loc);
      if (entry_id !== null && ids.has(entry_id))
        fail([...loc, "id"], `entry ${entry_id} stands in the tree twice`, "repeated");
      if (entry_id !== null) ids.add(entry_id);
      if (entry.kind === "divider" && children.length > 0)
        fail([...loc, "children"], "a divider has no children", "value_error");
      nodes.push({ ...entry, entry_id, parent: at.parent, position, loc });
      walk(children, { parent: nodes.length - 1, level: at.level + 1, loc: [...loc, "children"] });
    }
  };
  walk(entries, { parent: null, level: 1, loc: ["body", "entries"] });
  return nodes;
}

function readNode(sent: unknown, loc: (string | number)[]) {
  if (!isJsonObject(sent)) return fail(loc, "an entry must be an object", "type_error");
  const unknown = Object.keys(sent).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) {
    const name = unknown.slice(0, 80);
    const known = ["id", ...TEXTS, ...FLAGS, "children"].join(", ");
    fail([...loc, name], `"${name}" is not known here; send only ${known}`, "unknown_member");
  }
  const { id = null, children = null } = sent;
  if (id !== null && !(typeof id === "number" && Number.isSafeInteger(id) && id > 0)) {
    fail([...loc, "id"], "id must be the number of an entry; leave it out for a new one", "type_error");
  }
  if (children !== null && !Array.isArray(children))
    fail([...loc, "children"], "children must be an array", "type_error");
  const entry = readEntry(checkTypes(sent, loc));
  if (isFault(entry)) {
    return fail([...loc, entry.member], entry.msg, entry.missing ? "missing" : "value_error");
  }
  return { entry, entry_id: typeof id === "number" ? id : null, children: Array.isArray(children) ? children : [] };
}

/** The members of an entry, each of its kind. */
function checkTypes(sent: JsonObject, loc: (string | number)[]): SentEntry {
  for (const name of [...TEXTS, ...FLAGS]) {
    const value = sent[name];
    if (value === undefined || value === null) continue;
    const wanted = FLAGS.includes(name) ? "boolean" : "string";
    if (typeof value !== wanted) fail([...loc, name], `${name} must be a ${wanted}`, "type_error");
    if (typeof value !== "string") continue;
    if (value.includes("\0") || !value.isWellFormed()) fail([...loc, name], `${name} is not valid text`, "value_error");
    const allowed = ENUMS[name];
    if (allowed && !allowed.includes(value)) {
      fail(
        [...loc, name],
        `${name} "${value.slice(0, 80)}" is not allowed; use one of ${allowed.join(", ")}`,
        "value_error",
      );
    }
  }
  // A tree that was read says the kind of entries with a target, too, and of a divider that it has no label.
  return sent as SentEntry;
}

function fail(loc: (string | number)[], msg: string, type: string): never {
  throw new TreeFault({ loc, msg: `${loc.slice(1).join(".")}: ${msg}`, type });
}
