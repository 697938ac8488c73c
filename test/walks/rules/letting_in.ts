// Rule: by a write that says that nobody reads more by it, no row comes that lets somebody in, whoever calls it.
import type { Line } from "../recorder/recorder.ts";
import type { RowChange } from "../recorder/row_changes.ts";

type Row = Readonly<Record<string, unknown>>;

interface Telling {
  /** Those of its columns that say who reads what, or are read by all members. */
  columns: string;
  /** Which of its rows count; all without it. */
  counts?: (row: Row) => boolean;
}

const isNull = (name: string) => (row: Row) => row[name] === null;
const isTrue = (name: string) => (row: Row) => row[name] === true;

/** What decides who reads what, or is read by all members. */
const LETTING_IN: Readonly<Record<string, Telling>> = {
  documents: { columns: "doc_id visibility listing place_id owner_id title", counts: isNull("deleted_at") },
  grants: { columns: "document_id place_id subject_type subject_id level" },
  groups: { columns: "group_id name description" },
  group_members: { columns: "group_id user_id" },
  workspaces: { columns: "name" },
  users: { columns: "user_id role name", counts: isNull("disabled_at") },
  invites: { columns: "invite_id email role expires_at", counts: isNull("revoked_at") },
  invite_groups: { columns: "invite_id group_id" },
  viewer_domains: { columns: "domain" },
  workspace_policies: { columns: "allowed_visibilities secret_scan publishing hand_over ip_allowlist" },
  folder_settings: { columns: "place_id publish_visibility", counts: isTrue("published") },
  roots: { columns: "root_id name description" },
  icons: { columns: "icon_id name" },
  workspace_instructions: { columns: "words" },
  wiki_sites: { columns: "enabled title tagline navigation_id" },
  navigation_entries: { columns: "entry_id label visibility navigation_id" },
  webhooks: { columns: "webhook_id events", counts: isTrue("active") },
  notification_channels: { columns: "user_id address_hint", counts: (row) => row["channel"] === "chat" },
  workflows: { columns: "workflow_id" },
  email_domains: { columns: "domain" },
  sso_configs: { columns: "issuer domains" },
  scim_tokens: { columns: "token_id", counts: isNull("revoked_at") },
  directory_groups: { columns: "group_id" },
  comments: { columns: "comment_id body" },
};

/** Every table and column of the rule that the database does not have, in words. */
export function findUnknownColumns(has: ReadonlySet<string>): string[] {
  return Object.entries(LETTING_IN).flatMap(([table, { columns }]) =>
    [...columns.split(" "), "workspace_id"].map((name) => `${table}.${name}`).filter((name) => !has.has(name)),
  );
}

/** Whether it is of the rule: a write with an address that declares neither `opens` nor `publishes`. */
export const isSilent = ({ entry: { effect, opens, publishes, path } }: Pick<Line, "entry">) =>
  effect === "write" && !opens && !publishes && path !== null;

/** The rows that let somebody in and came by silent writes, in words. */
export function findLetIn(lines: readonly Line[]): string[] {
  const told = lines
    .filter(isSilent)
    .flatMap((line) => [...addedBy(line)].map((row) => `${line.entry.id} adds ${row}`));
  return [...new Set(told)];
}

function addedBy({ changes, workspace_id }: Line): Set<string> {
  const before = new Set<string>();
  const after = new Set<string>();
  for (const { table, was, now } of changes) {
    const old = textOf(table, was, workspace_id);
    // What the same call wrote before is no row of before.
    if (old !== null && !after.delete(old)) before.add(old);
    const made = textOf(table, now, workspace_id);
    if (made !== null) after.add(made);
  }
  return new Set([...after].filter((row) => !before.has(row)));
}

/** Null for a row that lets nobody in. */
function textOf(table: string, row: RowChange["now"], workspace_id: number): string | null {
  const telling = LETTING_IN[table];
  if (!telling || !row || row["workspace_id"] !== workspace_id) return null;
  if (telling.counts && !telling.counts(row)) return null;
  return [table, ...telling.columns.split(" ").map((name) => JSON.stringify(row[name]))].join(" ");
}
