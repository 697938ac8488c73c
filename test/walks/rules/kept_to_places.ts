// Rule: a connection limited to roots learns and changes nothing of what lies elsewhere, whatever it calls.
import { showTable } from "../../../hosts/reference/markdown_table.ts";
import type { Line } from "../recorder/recorder.ts";
import type { RowChange } from "../recorder/row_changes.ts";

/** Tables whose rows come and go with every call, whoever it is for. */
const COUNTED = ["audit_events", "quota_counters", "remembered_answers", "jobs", "place_stamps"];

/** Of these the named columns tell, and their use is no change. */
const CREDENTIALS: Readonly<Record<string, readonly string[]>> = {
  tokens: ["revoked_at", "limits"],
  oauth_grants: ["ended_at", "limits"],
};

/** Columns by which a row is about something that lies somewhere, or about somebody else too. */
const ABOUT = [
  "document_id",
  "place_id",
  "root_id",
  "table_id",
  "group_id",
  "navigation_id",
  "comment_id",
  "doc_id",
  "folder",
];

/** What answers tell of the stage's document that their callers did not say themselves, in words. */
export function findTold(lines: readonly Line[]): string[] {
  return lines.flatMap(({ entry, doc, sent, answer }) =>
    [doc.doc_id, doc.slug, "Plan", "plans"]
      .filter((word) => !sent.includes(word) && answer.includes(word))
      .map((word) => `${entry.id} tells ${word}`),
  );
}

/** Tables that were changed by writes, in words: of those about the caller, beside rows of the caller alone. */
export function findChanged(lines: readonly Line[]): string[] {
  return lines.flatMap((line) => {
    if (line.entry.effect !== "write") return [];
    const own = line.entry.connection_limit === "caller" ? line.user_id : null;
    const tables = changedTables(line.changes, { own });
    return tables.map((name) => `${line.entry.id} changes ${name}`);
  });
}

/** The tables of a workspace that were changed; without rows that are about one person alone, where `own` names one. */
export function changedTables(changes: readonly RowChange[], { own }: { own: number | null }): string[] {
  const told = changes.filter((change) => {
    if (COUNTED.includes(change.table)) return false;
    const columns = CREDENTIALS[change.table];
    const { was, now } = change;
    if (columns) return !was || !now || columns.some((name) => !Bun.deepEquals(was[name], now[name]));
    return [was, now].some((row) => row && "workspace_id" in row && !isOwn(row, own));
  });
  return [...new Set(told.map(({ table }) => table))].sort();
}

function isOwn(row: Readonly<Record<string, unknown>>, own: number | null): boolean {
  return own !== null && row["user_id"] === own && !ABOUT.some((name) => name in row);
}

/** An operation's answer in one word: its status, or that a limit of the connection refused it. */
export type Cells = ReadonlyMap<string, string>;

export const LIMIT = "limit";

/** The cells of writes by a connection with a highest visibility. */
export function cellsOfWrites(lines: readonly Line[]): Cells {
  return new Map(
    lines.map(({ entry, status, answer }) => [
      entry.id,
      status === 403 && answer.includes("connection_limited") ? LIMIT : String(status),
    ]),
  );
}

export function cellsOf(lines: readonly Line[]): Cells {
  return new Map(lines.map(({ entry, status }) => [entry.id, String(status)]));
}

const COLUMNS = ["operation", "open wider", "as open", "elsewhere: own", "elsewhere: root"];

const HEAD = `# What limited connections may call

Every operation by connections that may do less than their person, each with its least valid input of the permission matrix.
\`bun test test/walks/recorded_test.ts\` compares it with the server; \`npm run renew\` writes it anew.

- _open wider_: limited to \`workspace\`, a write on a document that is \`unlisted\`. \`limit\` is the refusal that names the limit. What is done
  here must close, leave or speak beside the document, or make a new one: no word of it may come into the document.
- _as open_: the same limited to \`unlisted\`.
- _elsewhere_: limited to a root in which nothing lies, for a document in My documents, as its owner, and for one in a shared root, as the
  workspace's owner. What is answered with a success here must be about what lies in the connection's roots alone, or about the caller.
`;

/** The golden file of them: a row for each operation, a column for each of the four connections. */
export function showLimited(ids: readonly string[], columns: readonly Cells[]): string {
  const rows = [...ids].sort().map((id) => [id, ...columns.map((cells) => cells.get(id) ?? "-")]);
  return `${HEAD}\n${showTable([COLUMNS, ...rows])}`;
}
