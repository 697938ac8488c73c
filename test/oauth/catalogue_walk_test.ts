// Every operation of the catalogue, called by limited connections: what they write, learn and change.
import { expect, test } from "bun:test";
import { showTable } from "../../hosts/reference/markdown_table.ts";
import type { Entry } from "../../kernel/ports/plugin.ts";
import { manifest } from "../../plugins/manifest.ts";
import { expectGolden } from "../harness/golden.ts";
import { type Answer, openHarness, type Person } from "../harness/harness.ts";
import type { Made } from "../permission/input.ts";
import { INPUT_FILES, INPUTS } from "../permission/inputs.ts";
import { send } from "../permission/matrix.ts";
import { made, openStage, type Stage, type Where, withDocument } from "../permission/stage.ts";
import { limited } from "./limited.ts";

const UNLIMITED = 1_000_000;
const quotas = Object.fromEntries(
  Object.entries(manifest.quotas).map(([name, quota]) => [name, { ...quota, limit: UNLIMITED, editions: {} }]),
);
const h = await openHarness({ manifest: { quotas } });

/** Each calls every operation; a busy machine may take minutes. */
const MS_MAX = 20 * 60_000;

/** Those that a token is sent to: where nobody is asked who they are, nobody acts by a token. */
const entries = h.runtime.catalogue.entries.filter((entry) => !entry.anonymous || entry.identify !== null);

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

/** An operation's answer in one word: its status, or that a limit of the connection refused it. */
type Cells = ReadonlyMap<string, string>;

const LIMIT = "limit";

/** Every write within places, by the owner's token limited to a visibility, on a document of theirs that is `unlisted`. */
async function tryWrites(max_visibility: "workspace" | "unlisted"): Promise<Cells> {
  const stage = await openStage(h, "My documents");
  const owner = stage.people.owner;
  const as = await limited(h, owner, { max_visibility });
  const cells = new Map<string, string>();
  for (const entry of entries) {
    if (entry.effect !== "write" || entry.connection_limit !== "places" || entry.identify) continue;
    const on = await withDocument(stage, INPUTS[entry.id]?.document);
    const sent = await inputOf(on, entry);
    // Wherever it is in its life by now.
    await h.runtime.database.sql`update documents set visibility = 'unlisted' where doc_id = ${on.doc.doc_id}`;
    const { status, body } = await ask(entry, as, sent);
    const isLimit = status === 403 && JSON.stringify(body).includes("connection_limited");
    cells.set(entry.id, isLimit ? LIMIT : String(status));
  }
  return cells;
}

/** Everything, by a token limited to a root in which nothing lies, of somebody who may do it where the document lies. */
async function tryElsewhere(where: Where, caller: "owner" | "workspace owner") {
  const stage = await openStage(h, where);
  const boss = stage.people["workspace owner"];
  const elsewhere = await made(h.call("POST /api/roots", { as: boss, json: { name: "Elsewhere" } }));
  return tryAll(stage, caller, await limited(h, stage.people[caller], { roots: [String(elsewhere.id)] }));
}

/** What is walked once, for the rules below and for the golden file. */
const walks = {
  wider: once(() => tryWrites("workspace")),
  as_open: once(() => tryWrites("unlisted")),
  own: once(() => tryElsewhere("My documents", "owner")),
  root: once(() => tryElsewhere("a shared root", "workspace owner")),
};

function once<T>(walk: () => Promise<T>): () => Promise<T> {
  let walked: Promise<T> | undefined;
  return () => {
    walked ??= walk();
    return walked;
  };
}

test(
  "a connection limited to a visibility is refused for its limit alone, and by none on a document that is as open as that",
  async () => {
    const [wider, as_open] = [await walks.wider(), await walks.as_open()];
    expect([...wider.values()]).toContain(LIMIT);
    expect([...as_open].filter(([, cell]) => cell === LIMIT)).toEqual([]);
    expect([...wider].filter(([id, cell]) => cell !== LIMIT && cell !== as_open.get(id))).toEqual([]);
  },
  MS_MAX,
);

for (const walk of ["own", "root"] as const) {
  test(
    `a connection limited to roots learns and changes nothing of what lies elsewhere, whatever it calls: ${walk}`,
    async () => {
      const { told, changed } = await walks[walk]();
      const advice = 'declare no "reach", or keep the permit and the queries of these to the places of the caller';
      expect(told, advice).toEqual([]);
      expect(changed, advice).toEqual([]);
    },
    MS_MAX,
  );
}

test("a write about the caller alone may leave rows of theirs, and none about a document or a place", async () => {
  const stage = await openStage(h, "My documents");
  const { owner } = stage.people;
  const traces = () => Promise.all([traceOf(stage), traceOf(stage, { own: owner.user_id })]);
  const [all, others] = await traces();
  const muted = { kinds: [{ kind: "comment.resolved", email: true }] };
  await made(h.call("PUT /api/notifications/settings", { as: owner, json: muted }));
  const [allThen, othersThen] = await traces();
  expect([allThen, othersThen]).toEqual([expect.not.objectContaining(all ?? {}), others]);
  await made(h.call("POST /api/stars", { as: owner, json: { doc_id: stage.doc.doc_id } }));
  expect(await traceOf(stage, { own: owner.user_id })).not.toEqual(othersThen);
});

const COLUMNS = ["operation", "open wider", "as open", "elsewhere: own", "elsewhere: root"];

const HEAD = `# What limited connections may call

Every operation by connections that may do less than their person, each with its least valid input of the permission matrix.
\`bun test test/oauth/catalogue_walk_test.ts\` compares it with the server; \`npm run renew\` writes it anew.

- _open wider_: limited to \`workspace\`, a write on a document that is \`unlisted\`. \`limit\` is the refusal that names the limit. What is done
  here must close, leave or speak beside the document, or make a new one: no word of it may come into the document.
- _as open_: the same limited to \`unlisted\`.
- _elsewhere_: limited to a root in which nothing lies, for a document in My documents, as its owner, and for one in a shared root, as the
  workspace's owner. What is answered with a success here must be about what lies in the connection's roots alone, or about the caller.
`;

test(
  "every operation answers limited connections as the golden file limited_connections.golden.md says",
  async () => {
    const columns = [await walks.wider(), await walks.as_open(), (await walks.own()).cells, (await walks.root()).cells];
    const ids = entries.map((entry) => entry.id).sort();
    const rows = ids.map((id) => [id, ...columns.map((cells) => cells.get(id) ?? "-")]);
    await expectGolden(
      new URL("./limited_connections.golden.md", import.meta.url),
      `${HEAD}\n${showTable([COLUMNS, ...rows])}`,
    );
  },
  MS_MAX,
);

async function tryAll(stage: Stage, caller: "owner" | "workspace owner", as: Person) {
  const cells = new Map<string, string>();
  const told: string[] = [];
  const changed: string[] = [];
  for (const entry of entries) {
    const input = INPUTS[entry.id];
    // What is found by a ticket in the address acts for the token that made it.
    if (!input || entry.identify) continue;
    const isWrite = entry.effect === "write";
    const on = isWrite || input.document ? await withDocument(stage, input.document) : stage;
    const sent = await input.make(on, caller);
    // Rows about the caller alone are what such a write is for.
    const own = entry.connection_limit === "caller" ? as.user_id : null;
    const before = isWrite ? await traceOf(on, { own }) : {};
    const { status, bytes } = await ask(entry, as, { ...sent, with_cookie: false });
    cells.set(entry.id, String(status));
    const answer = new TextDecoder().decode(bytes);
    for (const word of [on.doc.doc_id, on.doc.slug, "Plan", "plans"]) {
      if (!JSON.stringify(sent).includes(word) && answer.includes(word)) told.push(`${entry.id} tells ${word}`);
    }
    const after = isWrite ? await traceOf(on, { own }) : {};
    for (const name of Object.keys(after)) {
      if (after[name] !== before[name]) changed.push(`${entry.id} changes ${name}`);
    }
  }
  return { cells, told, changed };
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

const tablesOfWorkspaces = once(
  () => h.runtime.database.sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id' and not table_name = any(${COUNTED})`,
);

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

/**
 * The rows of every table of the workspace in one word each, and what its people's tokens and connections may do; without those that are
 * about one person alone, where `own` names one.
 */
async function traceOf(
  { people }: Stage,
  { own = null }: { own?: number | null } = {},
): Promise<Record<string, string>> {
  const { sql } = h.runtime.database;
  const { workspace_id } = people.owner;
  const sums = (await tablesOfWorkspaces()).map(
    ({ name }) => sql`select ${name} as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as rows
      from ${sql(name)} t where workspace_id = ${workspace_id}
        and (to_jsonb(t) ->> 'user_id' is distinct from ${own}::text or to_jsonb(t) ?| ${ABOUT}::text[])`,
  );
  const rows = await sql<{ name: string; rows: string }[]>`
    ${sums.reduce((one, next) => sql`${one} union all ${next}`)}
    union all select 'tokens', string_agg(concat(token_id, revoked_at, limits), '' order by token_id)
      from tokens where workspace_id = ${workspace_id}
    union all select 'connections', string_agg(concat(grant_id, ended_at, limits), '' order by grant_id)
      from oauth_grants where workspace_id = ${workspace_id}`;
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}
