// Makes a navigation of a table of contents: its lines led to the documents of the files that they name.
import { type ApiClient, createClient } from "../../../openapi/client/mod.ts";
import { CommandError } from "../../command.ts";
import { type Caller, createCaller } from "../server/caller.ts";
import type { FoundOutline } from "./find.ts";
import type { OutlineLine } from "./outline.ts";

/** A document by the path of its file; its id is empty where it is still to be made. */
export type Documents = ReadonlyMap<string, { doc_id: string }>;

/** An entry as the server takes it. */
export interface Entry {
  [member: string]: unknown;
  target?: string;
  kind?: string;
  label?: string;
  children: Entry[];
}

/** A line that leads to no document of the folder. */
export interface Unmatched {
  line: number | null;
  text: string;
}

/**
 * The entries of an outline. A line whose file is no document becomes a heading where there is something below it, and is left out
 * otherwise; either way it is told.
 */
export function entriesOf(
  lines: readonly OutlineLine[],
  documents: Documents,
): { entries: Entry[]; unmatched: Unmatched[] } {
  const unmatched: Unmatched[] = [];
  const convert = (list: readonly OutlineLine[]): Entry[] =>
    list.flatMap((line): Entry[] => {
      const { title, leads } = line;
      if (line.is_divider) return [{ kind: "divider", children: [] }];
      const children = convert(line.children);
      const own = title === null ? null : labelOf(title);
      const label = own === null ? {} : { label: own };
      if (leads && "url" in leads) {
        const target = addressOf(leads.url);
        if (target !== null) return [{ target, label: own ?? new URL(target).host, children }];
        unmatched.push({ line: line.line, text: leads.url });
        return own !== null && children.length > 0 ? [{ label: own, children }] : children;
      }
      const document = leads === null ? undefined : documentAt(documents, leads.path);
      if (document) return [{ target: `doc:${document.doc_id}`, ...label, children }];
      if (leads !== null) unmatched.push({ line: line.line, text: leads.path });
      if (own !== null && (leads === null || children.length > 0)) return [{ label: own, children }];
      return children;
    });
  return { entries: convert(lines), unmatched };
}

const LABEL_CHARS_MAX = 200;
const SCHEMES = ["http:", "https:", "mailto:"];

/** A title as far as the server takes it. */
function labelOf(title: string): string | null {
  const shown = title.replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, " ").trim();
  return shown.slice(0, LABEL_CHARS_MAX).toWellFormed().trim() || null;
}

/** An address in the form in which the server keeps it; null for one that no browser follows. */
function addressOf(url: string): string | null {
  const read = URL.canParse(url) ? new URL(url) : null;
  return read && SCHEMES.includes(read.protocol) ? read.href : null;
}

/** As the generators find pages: by the file, or by its page's address. */
function documentAt(documents: Documents, path: string): { doc_id: string } | undefined {
  const stem = path.replace(/\.(md|html?)$/i, "").replace(/\/$/, "");
  const names = [path, `${stem}.md`, `${stem}/index.md`, `${stem}/README.md`];
  return names.map((name) => documents.get(name)).find((document) => document !== undefined);
}

/** What an entry of the server is known by, so that one that is there keeps its id and what else was said of it. */
function keyOf({ target, kind, label }: Entry): string {
  return JSON.stringify([target ?? null, target === undefined || target === null ? (label ?? kind) : null]);
}

/** The entries with the ids and the settings of those that are there already. */
export function keepIds(entries: readonly Entry[], present: readonly Entry[]): Entry[] {
  const known = Map.groupBy(flatten(present), keyOf);
  const keep = (list: readonly Entry[]): Entry[] =>
    list.map((entry) => {
      const {
        children: _children,
        doc: _doc,
        items: _items,
        ...before
      } = known.get(keyOf(entry))?.shift() ?? { children: [] };
      return { ...before, ...entry, children: keep(entry.children) };
    });
  return keep(entries);
}

function flatten(entries: readonly Entry[]): Entry[] {
  return entries.flatMap((entry) => [entry, ...flatten(entry.children)]);
}

export interface UploadOptions {
  server: string;
  token: string;
  /** The navigation's name or slug; it is made where there is none. */
  name: string;
  found: FoundOutline;
  documents: Documents;
  /** Looks alone. */
  dry: boolean;
  remark(line: string): void;
}

const PATIENCE_SECONDS = 120;
const UNMATCHED_SHOWN = 40;

/** Brings a navigation up to a table of contents, and tells which lines matched nothing. */
export async function uploadNavigation(options: UploadOptions): Promise<void> {
  const { server, token, name, found, documents, dry, remark } = options;
  const { entries, unmatched } = entriesOf(found.outline.lines, documents);
  const lost = [...unmatched, ...found.outline.unread];
  const count = flatten(entries).length;
  if (!dry) {
    const api = createClient({ base_url: server, token });
    const onWait = (seconds: number, reason: string) => remark(`waiting ${Math.ceil(seconds)} s: ${reason}`);
    const call = createCaller({ onWait, seconds_max: PATIENCE_SECONDS });
    await replaceTree({ api, call }, name, entries);
  }
  remark(`navigation "${name}" from ${found.file}: ${count} ${count === 1 ? "entry" : "entries"}`);
  if (lost.length > 0) remark(`lines of ${found.file} that match no document: ${lost.length}`);
  for (const { line, text } of lost.slice(0, UNMATCHED_SHOWN)) {
    remark(`  ${line === null ? "" : `line ${line}: `}${text.slice(0, 200)}`);
  }
  if (lost.length > UNMATCHED_SHOWN) remark(`  and ${lost.length - UNMATCHED_SHOWN} more`);
}

async function replaceTree(
  { api, call }: { api: ApiClient; call: Caller },
  name: string,
  entries: Entry[],
): Promise<void> {
  const { navigations } = await call(() => api.GET("/api/navigations", { params: { query: {} } }));
  const known = navigations.find((one) => one.slug === name) ?? navigations.find((one) => one.name === name);
  if (known && !known.can_manage) throw new CommandError(`navigation "${name}" is changed by owners and admins alone`);
  const { id } = known ?? (await call(() => api.POST("/api/navigations", { body: { name } })));
  const path = { id: String(id) };
  const present = await call(() => api.GET("/api/navigations/{id}", { params: { path, query: { expand: false } } }));
  const body = { entries: keepIds(entries, present.entries as unknown as Entry[]), version: present.version };
  await call(() => api.PUT("/api/navigations/{id}", { params: { path }, body }));
}
