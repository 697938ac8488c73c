// Every operation of the catalogue, called by limited connections: what they write, learn and change.
import { describe, expect, test } from "bun:test";
import type { Entry } from "../../kernel/mod.ts";
import { manifest } from "../../plugins/manifest.ts";
import { type Answer, openHarness, type Person } from "../harness.ts";
import type { Made } from "../permission/input.ts";
import { INPUT_FILES, INPUTS } from "../permission/inputs.ts";
import { send } from "../permission/matrix.ts";
import { made, openStage, type Stage, withDocument } from "../permission/stage.ts";
import { limited } from "./limited.ts";

const UNLIMITED = 1_000_000;
const quotas = Object.fromEntries(
  Object.entries(manifest.quotas).map(([name, quota]) => [name, { ...quota, limit: UNLIMITED, editions: {} }]),
);
const h = await openHarness({ manifest: { quotas } });

/** Each calls every operation; a busy machine may take minutes. */
const MS_MAX = 5 * 60_000;

/** Those that a token is sent to: where nobody is asked who they are, nobody acts by a token. */
const entries = h.house.catalogue.entries.filter((entry) => !entry.anonymous || entry.identify !== null);

/** The operation's input as the document's owner makes it. */
async function inputOf(stage: Stage, entry: Entry): Promise<Made> {
  const input = INPUTS[entry.id];
  if (!input) throw new Error(`${INPUT_FILES} has no input for ${entry.id}`);
  return input.make(stage, "owner");
}

/** Sends an input by a credential of its maker. */
function ask(entry: Entry, as: Person, sent: Made): Promise<Answer> {
  return entry.path === null ? callTool(entry, as, sent) : send(h, { entry, as, made: sent });
}

/** What is a tool or a resource alone; a refusal of the pipeline shows as the status that REST would answer. */
async function callTool(entry: Entry, as: Person, { params = {}, query = {}, json = {} }: Made): Promise<Answer> {
  const [tool] = entry.tools;
  const uri = `doc://${params["doc_id"]}/${query["path"]}`;
  const message = tool
    ? { method: "tools/call", params: { name: tool.name, arguments: { ...params, ...query, ...(json as object) } } }
    : entry.resource && "lists" in entry.resource
      ? { method: "resources/list" }
      : { method: "resources/read", params: { uri } };
  const answer = await h.call("POST /mcp", { as, json: { jsonrpc: "2.0", id: 1, ...message } });
  const { error, result } = answer.body;
  const code = error?.data?.code ?? result?.structuredContent?.error?.code;
  const isRefused = error !== undefined || result?.isError === true;
  return { ...answer, status: isRefused ? (code === "connection_limited" || code === "forbidden" ? 403 : 404) : 200 };
}

/** Every write about a document, by the owner's token with the limit, on a document of theirs as it is; statuses by operation. */
async function tryWrites(stage: Stage, limits: Parameters<typeof limited>[2], visibility: string) {
  const owner = stage.people.owner;
  const as = await limited(h, owner, limits);
  const allowed: string[] = [];
  const others: string[] = [];
  for (const entry of entries) {
    const input = INPUTS[entry.id];
    if (entry.effect !== "write" || input?.about !== "document" || entry.reach !== "places") continue;
    const on = await withDocument(stage, input.document);
    const sent = await inputOf(on, entry);
    // Wherever it is in its life by now.
    await h.house.database.sql`update documents set visibility = ${visibility} where doc_id = ${on.doc.doc_id}`;
    const { status, body } = await ask(entry, as, sent);
    if (status < 300) allowed.push(entry.id);
    else if (status !== 403 || !/may publish up to visibility/.test(JSON.stringify(body)))
      others.push(`${entry.id} ${status}`);
  }
  return { allowed: allowed.sort(), others };
}

/** What a connection may do to a document that is open wider than its limit: close it, leave, and speak beside it. */
const BESIDE = [
  "access.grant",
  "access.revoke",
  "bundle.create",
  "comment.create",
  "comment.delete",
  "comment.update",
  "doc.alias.clear",
  "doc.commit.send",
  "doc.delete",
  "doc.duplicate",
  "doc.keep",
  "doc.trash.empty",
  "doc.version.label",
  "folder.create",
  "folder.delete",
  "folder.rename",
  "folder.settings.set",
  "icon.clear",
  "icon.describe",
  "lock.release",
  "lock.release_tool",
  "lock.renew",
  "lock.take",
  "shortcut.create",
  "shortcut.delete",
  "shortcut.update",
  "star.create",
];

/** New documents, which are restricted. */
const NEW = [
  "doc.publish",
  "doc.publish_file",
  "doc.publish_file_content",
  "doc.publish_snippet",
  "doc.upload",
  "upload.create",
];

describe("a connection limited to a visibility", () => {
  // Whoever may open a document that is not restricted has nothing to ask for.
  const nothingToAsk = ["access_request.create 409", "access_request.decide 410"];

  test(
    "writes nothing into a document that is open wider, and does not bring it back",
    async () => {
      const stage = await openStage(h, "My documents");
      const found = await tryWrites(stage, { max_visibility: "workspace" }, "unlisted");
      expect(found).toEqual({ allowed: [...BESIDE, ...NEW].sort(), others: nothingToAsk });
    },
    MS_MAX,
  );

  test(
    "writes everything into a document that is as open as that",
    async () => {
      const stage = await openStage(h, "My documents");
      const { allowed, others } = await tryWrites(stage, { max_visibility: "unlisted" }, "unlisted");
      expect(others.filter((one) => one.endsWith("403"))).toEqual([]);
      expect([...BESIDE, ...NEW].filter((id) => !allowed.includes(id))).toEqual([]);
      expect(allowed.length).toBeGreaterThan(BESIDE.length + NEW.length + 12);
    },
    MS_MAX,
  );
});

/** What a connection to nothing but another root is answered with a success, of all that its person may do. */
const WITHOUT_THE_ROOT = [
  "access_request.status",
  "account.export",
  "changes.list",
  "connection.list",
  "doc.list",
  "doc.resource.list",
  "doc.tags",
  "doc.trash",
  "doc.trash.empty",
  "folder.list",
  "limits.get",
  "link.resolve",
  "me.get",
  "notification.list",
  "notification.read",
  "render.markdown",
  "root.list",
  "search.grep",
  "search.ranked",
  "star.list",
  "workspace.instructions.get",
];

const NAMING_THE_ROOT = ["changes.list", "doc.list", "doc.trash", "doc.trash.empty", "folder.list"];

describe("a connection limited to roots", () => {
  for (const [where, caller] of [
    ["My documents", "owner"],
    ["a shared root", "workspace owner"],
  ] as const) {
    test(
      `learns and changes nothing of what lies elsewhere, whatever it calls: ${where}, as ${caller}`,
      async () => {
        const stage = await openStage(h, where);
        const boss = stage.people["workspace owner"];
        const elsewhere = await made(h.call("POST /api/roots", { as: boss, json: { name: "Elsewhere" } }));
        const as = await limited(h, stage.people[caller], { roots: [String(elsewhere.id)] });
        const found = await tryAll(stage, caller, as);
        expect(found.told).toEqual([]);
        expect(found.changed).toEqual([]);
        // There these name the root, which is unknown to it.
        const unknown = where === "My documents" ? [] : NAMING_THE_ROOT;
        expect(found.answered.sort()).toEqual(WITHOUT_THE_ROOT.filter((id) => !unknown.includes(id)));
      },
      MS_MAX,
    );
  }
});

async function tryAll(stage: Stage, caller: "owner" | "workspace owner", as: Person) {
  const answered: string[] = [];
  const told: string[] = [];
  const changed: string[] = [];
  for (const entry of entries) {
    const input = INPUTS[entry.id];
    // What is found by a ticket in the address acts for the token that made it.
    if (!input || entry.identify) continue;
    const isWrite = entry.effect === "write";
    const on = isWrite || input.document ? await withDocument(stage, input.document) : stage;
    const sent = await input.make(on, caller);
    const before = isWrite ? await traceOf(on) : {};
    const { status, bytes } = await ask(entry, as, { ...sent, with_cookie: false });
    if (status < 400) answered.push(entry.id);
    const answer = new TextDecoder().decode(bytes);
    for (const word of [on.doc.doc_id, on.doc.slug, "Plan", "plans"]) {
      if (!JSON.stringify(sent).includes(word) && answer.includes(word)) told.push(`${entry.id} tells ${word}`);
    }
    const after = isWrite ? await traceOf(on) : {};
    for (const name of Object.keys(after)) {
      if (after[name] !== before[name]) changed.push(`${entry.id} changes ${name}`);
    }
  }
  return { answered, told, changed };
}

/** Tables whose rows come and go with every call, whoever it is for. */
const COUNTED = [
  "audit_events",
  "quota_counters",
  "remembered_answers",
  "jobs",
  "place_stamps",
  "tokens",
  "oauth_grants",
];

/** The rows of every table of the workspace in one word each, and what its people's tokens and connections may do. */
async function traceOf({ people }: Stage): Promise<Record<string, string>> {
  const { sql } = h.house.database;
  const { workspace_id } = people.owner;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id' and not table_name = any(${COUNTED})`;
  const sums = tables.map(
    ({ name }) => sql`select ${name} as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as rows
      from ${sql(name)} t where workspace_id = ${workspace_id}`,
  );
  const rows = await sql<{ name: string; rows: string }[]>`
    ${sums.reduce((one, next) => sql`${one} union all ${next}`)}
    union all select 'tokens', string_agg(concat(token_id, revoked_at, limits), '' order by token_id)
      from tokens where workspace_id = ${workspace_id}
    union all select 'connections', string_agg(concat(grant_id, ended_at, limits), '' order by grant_id)
      from oauth_grants where workspace_id = ${workspace_id}`;
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}
