// Looks up what entries name (documents, roots, groups, icons) for whoever writes them, all entries at once.
import { type Actor, type Call, Refusal } from "../../kernel/plugin.ts";
import { findNamedDocuments } from "../documents/port/read.ts";
import { listRoots, resolveIcon } from "../places/port.ts";
import { type Fault, GROUP_MISSING, type ReadEntry } from "./entry.ts";
import type { EntryValues } from "./store/changes.ts";
import type { EntryRow } from "./store/entries.ts";
import { findGroupSlugs } from "./store/groups.ts";
import { type Target, writeTarget } from "./targets.ts";

type Asking = Pick<Call, "callHook" | "sql" | "now" | "runtime"> & { actor: Actor };

/** An entry that is to be kept, with what it was before; null for a new one. */
export interface Wanted {
  entry: ReadEntry;
  before: EntryRow | null;
}

/** The columns of every entry, in their order, or the fault of the first one that names what the caller cannot name. */
export async function lookUp(
  call: Asking,
  wanted: readonly Wanted[],
): Promise<EntryValues[] | { index: number; fault: Fault }> {
  const found = await findNames(call, wanted);
  const values: EntryValues[] = [];
  for (const [index, one] of wanted.entries()) {
    const columns = columnsOf(one, found);
    if ("fault" in columns) return { index, fault: columns.fault };
    values.push(columns);
  }
  return values;
}

interface Names {
  actor: Actor;
  documents: ReadonlySet<string>;
  /** By slug and by id. */
  roots: ReadonlyMap<string, number>;
  groups: ReadonlyMap<string, number>;
  /** As they are kept, or what is wrong with them. */
  icons: ReadonlyMap<string, { icon: string } | { fault: string }>;
}

/** What is new in the entries, asked for once each: what stood there already stays, whatever has become of it. */
async function findNames(call: Asking, wanted: readonly Wanted[]): Promise<Names> {
  const { sql, actor } = call;
  const targets = wanted.flatMap((one) => (isSameTarget(one, actor) ? [] : (one.entry.target ?? [])));
  const named = targets.flatMap((target) => (target.kind === "document" ? [target] : []));
  const slugs = wanted.flatMap(({ entry, before }) => (entry.group === before?.group ? [] : (entry.group ?? [])));
  const asksRoots = targets.some((target) => target.kind === "folder" && !isOwn(target.root));
  const documents = named.length === 0 ? new Map() : await findNamedDocuments(call, named);
  const roots = asksRoots ? await listRoots(sql, actor) : [];
  const icons = wanted.flatMap(({ entry, before }) =>
    entry.icon === (before?.icon ?? null) ? [] : (entry.icon ?? []),
  );
  return {
    actor,
    documents: new Set(documents.keys()),
    roots: new Map(
      roots.flatMap(({ root_id, slug }) => [[String(root_id), root_id] as const, [slug, root_id] as const]),
    ),
    groups: await findGroupSlugs(sql, { workspace_id: actor.workspace.id, slugs: [...new Set(slugs)] }),
    icons: await resolveIcons(call, [...new Set(icons)]),
  };
}

async function resolveIcons(call: Asking, icons: readonly string[]): Promise<Names["icons"]> {
  const resolved: [string, { icon: string } | { fault: string }][] = [];
  for (const icon of icons) {
    const found = await resolveIcon(call, icon).catch((error: unknown) => faultOf(error));
    resolved.push([icon, typeof found === "string" ? { icon: found } : found]);
  }
  return new Map(resolved);
}

/** A refusal of a value as a fault; anything else is thrown on. */
function faultOf(error: unknown): { fault: string } {
  if (error instanceof Refusal) return { fault: error.message };
  throw error;
}

function isSameTarget({ entry, before }: Wanted, actor: Actor): boolean {
  return before !== null && entry.target_text === writeTarget(before, actor);
}

function isOwn(root: string | null): boolean {
  return root === null || root === "~" || root.startsWith("~");
}

type TargetValues = Pick<EntryValues, "doc_id" | "alias" | "root_id" | "owner_id" | "path" | "tag" | "url">;

const NOWHERE: TargetValues = {
  ...{ doc_id: null, alias: null, root_id: null, owner_id: null },
  ...{ path: null, tag: null, url: null },
};

function columnsOf(wanted: Wanted, names: Names): EntryValues | { fault: Fault } {
  const { entry, before } = wanted;
  const target = isSameTarget(wanted, names.actor) && before ? before : targetValues(entry.target, names);
  if ("fault" in target) return { fault: { member: "target", msg: target.fault, missing: false } };
  const { doc_id, alias, root_id, owner_id, path, tag, url } = target;
  const group_id = groupOf(wanted, names);
  if (typeof group_id === "object" && group_id !== null) return { fault: group_id };
  const icon = iconOf(wanted, names);
  if (icon !== null && typeof icon !== "string") return { fault: icon };
  const { kind, label, visibility, collapsed, show_sign_in_hint, sort } = entry;
  return {
    ...{ kind, label, icon, visibility, group_id, collapsed, show_sign_in_hint, sort },
    ...{ doc_id, alias, root_id, owner_id, path, tag, url },
  };
}

function targetValues(target: Target | null, names: Names): TargetValues | { fault: string } {
  if (target === null) return NOWHERE;
  if (target.kind === "tag") return { ...NOWHERE, tag: target.tag };
  if (target.kind === "link") return { ...NOWHERE, url: target.url };
  if (target.kind === "document") {
    const key = "alias" in target ? target.alias : `doc:${target.doc_id}`;
    if (!names.documents.has(key)) return { fault: `document "${key}" is not found` };
    return "alias" in target ? { ...NOWHERE, alias: target.alias } : { ...NOWHERE, doc_id: target.doc_id };
  }
  const root = rootColumns(target.root, names);
  if (root === null) return { fault: `root "${target.root?.slice(0, 80)}" is not found` };
  return { ...NOWHERE, ...root, path: target.path };
}

/** A folder of somebody else's My documents is theirs to show. */
function rootColumns(root: string | null, { actor, roots }: Names): { root_id: number } | { owner_id: number } | null {
  if (root === null || root === "~" || root === `~${actor.user_id}`) return { owner_id: actor.user_id };
  const root_id = roots.get(root);
  return root_id === undefined ? null : { root_id };
}

function groupOf({ entry, before }: Wanted, { groups }: Names): number | null | Fault {
  if (entry.visibility !== "group") return null;
  if (before?.visibility === "group" && before.group === entry.group) return before.group_id;
  if (entry.group === null) return GROUP_MISSING;
  const found = groups.get(entry.group);
  return found ?? { member: "group", msg: `group "${entry.group.slice(0, 80)}" is not found`, missing: false };
}

function iconOf({ entry, before }: Wanted, { icons }: Names): string | null | Fault {
  if (entry.icon === null || entry.icon === before?.icon) return entry.icon;
  const found = icons.get(entry.icon);
  if (found && "icon" in found) return found.icon;
  return { member: "icon", msg: found?.fault ?? "icon is not one", missing: false };
}
