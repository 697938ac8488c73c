// Brings a navigation up to a table of contents:
// looks whether that can be done before documents are made, and does it after.
import { type ApiClient, type components, createClient } from "../../../openapi/client/mod.ts";
import { CommandError } from "../../command/command.ts";
import { type Caller, createCaller, tellWaits } from "../server/caller.ts";
import { refuseUnfit } from "./bounds.ts";
import { type Documents, type Entry, entriesOf, readEntry } from "./entries.ts";
import type { FoundOutline } from "./find.ts";
import { flatten, mergeTree } from "./merge_tree.ts";

export interface UploadOptions {
  server: string;
  token: string;
  /** The navigation's name or slug; it is made where there is none. */
  name: string;
  found: FoundOutline;
  /** Takes entries away that the table of contents does not name. */
  prune: boolean;
  /** Looks alone. */
  dry: boolean;
  remark(line: string): void;
}

/** A navigation that may be brought up to its table of contents. */
export interface NavigationUpload {
  /** Tells which lines matched nothing. Throws CommandError and CallError, and leaves no new navigation behind then. */
  send(documents: Documents): Promise<void>;
}

const PATIENCE_SECONDS = 120;
const UNMATCHED_SHOWN = 40;
/** Of servers that tell no bounds. */
const ENTRIES_MAX = 2000;
const LEVELS_MAX = 8;

/** `files` are the paths of what is about to be published. Throws CommandError where the navigation could not be written. */
export async function prepareUpload(options: UploadOptions, files: readonly string[]): Promise<NavigationUpload> {
  const { server, token, name, found, remark } = options;
  const api = createClient({ base_url: server, token });
  const call = createCaller({ onWait: tellWaits(remark), seconds_max: PATIENCE_SECONDS });
  const at = { api, call };
  const { caps } = await call(() => api.GET("/api/limits"));
  const bounds = {
    entries_max: caps["navigation_entries"] ?? ENTRIES_MAX,
    levels_max: caps["navigation_levels"] ?? LEVELS_MAX,
  };
  const expected = new Map(files.map((path) => [path, { doc_id: path }]));
  refuseUnfit({ ...entriesOf(found.outline.lines, expected), file: found.file }, bounds);
  const known = await demandNavigation(at, name);
  return { send: (documents) => send(at, { ...options, documents, known, bounds }) };
}

type Navigation = components["schemas"]["Navigation"];

interface At {
  api: ApiClient;
  call: Caller;
}

/** The navigation of that name, null for one that may be made. Throws CommandError for one that may not be written. */
async function demandNavigation({ api, call }: At, name: string): Promise<Navigation | null> {
  const { navigations, limit, can_create } = await call(() => api.GET("/api/navigations", { params: { query: {} } }));
  const known = navigations.find((one) => one.slug === name) ?? navigations.find((one) => one.name === name);
  if (known && !known.can_manage) throw new CommandError(`navigation "${name}" is changed by owners and admins alone`);
  if (!known && !can_create) {
    throw new CommandError(
      limit !== null && navigations.some((one) => one.can_manage)
        ? `there is no navigation "${name}", and the plan carries ${limit}, which there are: name one of ${navigations.map((one) => one.slug).join(", ")}`
        : `there is no navigation "${name}" that you see, and owners and admins alone make one: ask one of them, or leave --navigation out`,
    );
  }
  return known ?? null;
}

interface Sending extends UploadOptions {
  documents: Documents;
  known: Navigation | null;
  bounds: Parameters<typeof refuseUnfit>[1];
}

async function send(at: At, options: Sending): Promise<void> {
  const { name, found, documents, known, dry, prune, remark, bounds } = options;
  const { entries, unmatched, lineOf } = entriesOf(found.outline.lines, documents);
  const count = flatten(entries).length;
  const before = known ? await readTree(at, known.id) : null;
  const merged = mergeTree(entries, before?.entries ?? [], { prune });
  // Lines are known of the entries as they were before they were brought together with others.
  refuseUnfit({ entries: merged.entries, lineOf: linesIn(merged.entries, entries, lineOf), file: found.file }, bounds);
  if (!dry)
    await write(at, {
      name,
      known: known && before && { id: known.id, version: before.version },
      entries: merged.entries,
    });
  const { others, relabelled } = merged;
  const kept = `${others} kept that ${others === 1 ? "is" : "are"} not in the file (--prune removes ${others === 1 ? "it" : "them"})`;
  const left = others === 0 ? [] : [prune ? `${others} removed that the file does not name` : kept];
  const called = relabelled === 0 ? [] : [`${relabelled} called as in the file again`];
  const counted = [`${count} ${count === 1 ? "entry" : "entries"}`, ...left, ...called].join(", ");
  remark(`navigation "${name}" from ${found.file}: ${counted}`);
  const lost = [...unmatched, ...found.outline.unread];
  if (lost.length > 0) remark(`lines of ${found.file} that match no document: ${lost.length}`);
  for (const { line, text } of lost.slice(0, UNMATCHED_SHOWN)) {
    remark(`  ${line === null ? "" : `line ${line}: `}${text.slice(0, 200)}`);
  }
  if (lost.length > UNMATCHED_SHOWN) remark(`  and ${lost.length - UNMATCHED_SHOWN} more`);
}

/** The file's entries come first in every list, in their order. */
function linesIn(
  merged: readonly Entry[],
  entries: readonly Entry[],
  lineOf: ReadonlyMap<Entry, number | null>,
): Map<Entry, number | null> {
  return new Map(
    entries.flatMap((entry, index) => {
      const one = merged[index];
      if (!one) return [];
      const below = linesIn(one.children, entry.children, lineOf);
      return [[one, lineOf.get(entry) ?? null] as const, ...below];
    }),
  );
}

async function readTree({ api, call }: At, id: number): Promise<{ entries: Entry[]; version: number }> {
  const params = { path: { id: String(id) }, query: { expand: false } };
  const { entries, version } = await call(() => api.GET("/api/navigations/{id}", { params }));
  return { entries: entries.map(readEntry), version };
}

/** `known` is the version that the entries were made on; null makes the navigation. */
async function write(
  { api, call }: At,
  { name, known, entries }: { name: string; known: { id: number; version: number } | null; entries: Entry[] },
): Promise<void> {
  const { id, version } = known ?? (await call(() => api.POST("/api/navigations", { body: { name } })));
  const path = { id: String(id) };
  try {
    await call(() => api.PUT("/api/navigations/{id}", { params: { path }, body: { entries, version } }));
  } catch (error) {
    // An empty one that nobody asked for would stay; why it was refused is told whatever becomes of this.
    if (!known) await call(() => api.DELETE("/api/navigations/{id}", { params: { path } })).catch(() => null);
    throw error;
  }
}
