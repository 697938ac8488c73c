// Random histories of a workspace's documents under concurrency: at every moment its counters are what a recount finds.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { pauseSweeps } from "../../kernel/host.ts";
import { DAY_MS } from "../../kernel/plugin.ts";
import { findStorageDifferences } from "../../plugins/documents/port/write.ts";
import { pickByDepth, RANDOM_MS_MAX } from "../harness/depth.ts";
import { type Answer, openHarness, type Person, type Send } from "../harness/harness.ts";
import { formOf, publish } from "./published.ts";

const h = await openHarness({ env: { QUOTA_PUBLISH: "100000" } });
const beside = await h.twin();
const { sql } = h.runtime.database;

/** What a history knows of its workspace. */
interface World {
  people: Person[];
  docs: { doc_id: string; by: Person }[];
  tables: { at: string; in: string; by: Person }[];
}

const DEEDS = [
  ...["publish", "publish", "in_root", "snippet", "short", "upload", "share", "ticket", "database"],
  ...["put", "put", "patch", "form", "remove", "title", "retention", "edit", "candidate", "restore", "activate"],
  ...["trash", "trash", "undelete", "undelete", "purge", "copy", "move", "keep", "hold", "release"],
  ...["add", "add", "change", "drop", "import", "drop_table", "restore_table", "media"],
  ...["empty_trash", "day", "week", "hand_over", "go", "come"],
] as const;
type Deed = (typeof DEEDS)[number];

interface Step {
  deed: Deed;
  who: number;
  at: number;
  size: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  deed: fc.constantFrom(...DEEDS),
  who: fc.nat({ max: 1 }),
  at: fc.nat({ max: 4 }),
  size: fc.nat({ max: 3000 }),
});
/** What is done at once, one after the other. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), {
  minLength: 4,
  maxLength: pickByDepth({ small: 10, deep: 30 }),
  size: "max",
});
const ending = fc.constantFrom("leave", "remove", "alone");

function text({ size, who, at }: Step): string {
  return `${"x".repeat(size)} ${who} ${at}`;
}

/** The request that a deed is, by who made what it acts on or, now and then, by the step's own; null where there is nothing to act on yet. */
function requestOf(world: World, one: Step): { route: string; send: Omit<Send, "as">; by?: Person } | null {
  const doc = world.docs[one.at % Math.max(1, world.docs.length)];
  const table = world.tables[one.at % Math.max(1, world.tables.length)];
  const on = (route: string, send: Omit<Send, "as"> = {}) =>
    doc === undefined
      ? null
      : { route: route.replace("DOC", `/api/docs/${doc.doc_id}`), send, ...(isMaker && { by: doc.by }) };
  const inTable = (route: string, send: Omit<Send, "as"> = {}) =>
    table === undefined ? null : { route: route.replace("TABLE", table.in), send, ...(isMaker && { by: table.by }) };
  const isMaker = one.size % 5 > 0;
  const html = text(one);
  const folder = one.at % 2 === 0 ? "" : "Plans";
  const deeds: Record<Deed, () => { route: string; send: Omit<Send, "as">; by?: Person } | null> = {
    publish: () => ({ route: "POST /api/docs", send: { json: { html, folder } } }),
    in_root: () => ({ route: "POST /api/docs", send: { json: { markdown: html, root: "general", folder } } }),
    snippet: () => ({ route: "POST /api/snippets", send: { json: { content: html, language: "python" } } }),
    short: () => ({ route: "POST /api/docs", send: { json: { html, retention_days: 1 + (one.at % 3) } } }),
    upload: () => ({ route: `PUT /api/upload?filename=a${one.at}.bin`, send: { body: html } }),
    share: () => ({ route: "POST /api/files", send: { form: formOf([["file", new Blob([html]), "notes.txt"]]) } }),
    ticket: () => ({ route: "POST /api/uploads", send: { json: { filename: "a.bin" } } }),
    database: () => ({ route: "POST /api/databases", send: { json: { title: "Orders", folder } } }),
    put: () => on(`PUT DOC/files/${["a.css", "index.html", "b/c.js"][one.at % 3]}`, { json: { content: html } }),
    patch: () => on("PATCH DOC", { json: { html } }),
    form: () => on("POST DOC/files", { form: formOf([["files", new Blob([html]), "a.css"]]) }),
    remove: () => on("DELETE DOC/files?path=a.css"),
    title: () => on("PATCH DOC", { json: { title: `T${one.size}` } }),
    retention: () => on("PATCH DOC", { json: { retention_days: one.size % 4 } }),
    edit: () => on("POST DOC/edit", { json: { path: "index.html", old_string: "x ", new_string: "yy " } }),
    candidate: () => on("PUT DOC/files/a.css", { json: { content: html, activate: false } }),
    restore: () => on(`POST DOC/versions/${1 + (one.size % 4)}/restore`),
    activate: () => on(`POST DOC/versions/${1 + (one.size % 4)}/activate`, { json: { base_version: one.size % 5 } }),
    trash: () => on("DELETE DOC"),
    undelete: () => on("POST DOC/undelete", { json: {} }),
    purge: () => on("DELETE DOC?purge=true"),
    copy: () => on("POST DOC/duplicate", { json: one.at % 2 === 0 ? {} : { root: "general" } }),
    move: () => on("PATCH DOC", { json: one.at % 2 === 0 ? { root: "general", folder } : { root: "~", folder } }),
    keep: () => on("POST DOC/keep"),
    hold: () => on("POST DOC/legal-hold", { json: { on: true } }),
    release: () => on("POST DOC/legal-hold", { json: { on: false } }),
    add: () => inTable("POST TABLE/records", { json: { data: { name: html } } }),
    change: () =>
      inTable(`PATCH TABLE/records/1`, { json: { data: { name: html }, base_version: 1 + (one.size % 3) } }),
    drop: () => inTable(`DELETE TABLE/records/${1 + (one.size % 3)}?base_version=1`),
    import: () =>
      table === undefined
        ? null
        : {
            route: `POST ${table.at}/tables/import?filename=rows.csv`,
            send: { body: `name\n${html}\n`, headers: { "content-type": "text/csv" } },
          },
    drop_table: () => inTable("DELETE TABLE?base_version=1&confirm=Orders"),
    restore_table: () => inTable("POST TABLE/restore"),
    media: () =>
      inTable("PUT TABLE/media/files", {
        body: html,
        headers: { "x-service-filename": "a.txt", "x-service-upload-id": crypto.randomUUID() },
      }),
    empty_trash: () => ({ route: "DELETE /api/trash", send: {} }),
    day: () => null,
    week: () => null,
    hand_over: () => null,
    go: () => null,
    come: () => null,
  };
  return deeds[one.deed]();
}

async function take(world: World, one: Step): Promise<void> {
  if (one.deed === "day" || one.deed === "week") {
    await h.runtime.jobs.runDue();
    return;
  }
  if (one.deed === "go" || one.deed === "come") return changeTeam(world, one.deed);
  const as = world.people[one.who];
  const other = world.people[1 - one.who];
  if (!as || !other) throw new Error("there are two people");
  const request =
    one.deed === "hand_over"
      ? { route: "POST /api/account/hand-over", send: { with_cookie: true, json: { user_id: other.user_id } } }
      : requestOf(world, one);
  if (!request) return;
  // On two servers, which know of each other by the database alone.
  const answer = await (one.at % 2 === 0 ? h : beside).call(request.route, { as: request.by ?? as, ...request.send });
  if (answer.status >= 500)
    throw new Error(`${request.route} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  if (answer.status < 300) await remember(world, { as: request.by ?? as, one, answer });
}

/** The second of them leaves for a workspace of their own, with their My documents, or comes back with them. */
async function changeTeam({ people: [anna, bert] }: World, deed: "go" | "come"): Promise<void> {
  if (!anna || !bert) throw new Error("there are two people");
  if (deed === "go") {
    expect((await h.call(`DELETE /api/members/${bert.user_id}`, { as: anna })).status).toBeLessThan(500);
    return;
  }
  const invited = await h.call("POST /api/invites", { as: anna, json: { email: bert.email } });
  if (invited.status !== 201) return;
  const button = new URL(invited.body.url).pathname.replace("/u/", "/auth/");
  const joined = await h.call(`POST ${button}`, { as: bert, with_cookie: true, body: "" });
  expect(joined.status).toBeLessThan(500);
}

async function remember(world: World, { as, one, answer }: { as: Person; one: Step; answer: Answer }): Promise<void> {
  const { body } = answer;
  if (one.deed === "database") {
    const at = `/api/databases/${body.doc.doc_id}`;
    const fields = [
      { key: "name", type: "long_text" },
      { key: "files", type: "attachment" },
    ];
    const made = await h.call(`POST ${at}/tables`, { as, json: { name: "Orders", fields } });
    world.docs.push({ doc_id: body.doc.doc_id, by: as });
    if (made.status < 300) world.tables.push({ at, in: `${at}/tables/${made.body.id}`, by: as });
  } else if (one.deed === "ticket") {
    const sent = await h.call(`PUT ${new URL(body.upload_url).pathname}`, { body: text(one) });
    if (sent.status === 201) world.docs.push({ doc_id: sent.body.doc_id, by: as });
  } else if (typeof body?.doc_id === "string" && !world.docs.some(({ doc_id }) => doc_id === body.doc_id)) {
    world.docs.push({ doc_id: body.doc_id, by: as });
  }
}

/** Documents whose size is not what people sent of their shown version and what their live records take. */
async function wrongSizes(): Promise<string[]> {
  const rows = await sql<{ doc_id: string; kind: string; size: number; files: number; records: number }[]>`
    select * from (
      select d.doc_id, d.doc_type as kind, d.size_bytes as size,
        (select coalesce(sum(f.size_bytes), 0)::bigint from document_files f
          where f.document_id = d.document_id and f.version = d.version and f.renderer is null) as files,
        (select coalesce(sum(r.size_bytes), 0)::bigint from database_tables t join database_records r using (workspace_id, table_id)
          where t.document_id = d.document_id and t.deleted_at is null) as records
      from documents d) as sized
    where size <> files + records`;
  return rows.map((row) => JSON.stringify(row));
}

async function checkHistory(rounds: Step[][], end: "leave" | "remove" | "alone"): Promise<void> {
  const anna = await h.person({ role: "owner" });
  const bert = await h.person({ role: "member", workspace_id: anna.workspace_id });
  const world: World = { people: [anna, bert], docs: [], tables: [] };
  for (const steps of rounds) {
    // Between what is done at once, and not within it: no upload takes a week.
    for (const { deed } of steps) {
      if (deed === "day" || deed === "week") h.clock.advance((deed === "day" ? 1 : 7) * DAY_MS + 600_000);
    }
    const done = Promise.all(steps.map((one) => take(world, one)));
    // Beside the writers too: a statement sees documents and counters of one moment.
    expect(await findStorageDifferences(sql)).toEqual([]);
    await done;
    expect(await findStorageDifferences(sql)).toEqual([]);
    expect(await wrongSizes()).toEqual([]);
  }
  if (end === "remove") await h.call(`DELETE /api/members/${bert.user_id}`, { as: anna });
  if (end === "leave") await h.call("DELETE /api/account", { as: bert, json: { confirm: bert.email } });
  expect(await findStorageDifferences(sql)).toEqual([]);
  if (end !== "alone") return;
  for (const as of [bert, anna]) await h.call("DELETE /api/account", { as, json: { confirm: as.email } });
  expect(await findStorageDifferences(sql)).toEqual([]);
  h.clock.advance(8 * DAY_MS);
  await h.runtime.jobs.runDue();
  expect(await findStorageDifferences(sql)).toEqual([]);
}

test("what expires and is purged of one owner in two workspaces is taken off each by what it held", async () => {
  const anna = await h.person({ role: "owner" });
  const bert = await h.person({ role: "member", workspace_id: anna.workspace_id });
  const short = { retention_days: 1 };
  await publish(h, { html: "stays in the root", root: "general", ...short }, { as: bert });
  await publish(h, { html: "goes along", ...short }, { as: bert });
  await publish(h, { html: "goes along and is kept" }, { as: bert });
  expect((await h.call(`DELETE /api/members/${bert.user_id}`, { as: anna })).status).toBe(200);
  for (const days of [1, 8]) {
    h.clock.advance(days * DAY_MS + 600_000);
    await h.runtime.jobs.runDue();
    expect(await findStorageDifferences(sql)).toEqual([]);
  }
});

test(
  "the counters of storage and of documents are what a recount finds, whatever happens at once and in whatever order",
  async () => {
    // The clock outruns the times of files on the disk, by which a sweep would take uploads for abandoned.
    await h.runtime.database.withTransaction(async (guard) => {
      await guard`set local idle_in_transaction_session_timeout = 0`;
      expect(await pauseSweeps(guard)).toBe(true);
      await fc.assert(fc.asyncProperty(history, ending, checkHistory), {
        numRuns: pickByDepth({ small: 6, deep: 12 }),
        endOnFailure: true,
      });
    });
  },
  RANDOM_MS_MAX,
);
