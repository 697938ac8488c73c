// One table from its file to its exports:
// imported, asked over every door, changed by ten agents at once, and compared with a model cell by cell.
import { Database as Sqlite } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Papa from "papaparse";
import { dbImport } from "../../hosts/client/db_import.ts";
import { pickByDepth, RANDOM_MS_MAX, SEED } from "../harness/depth.ts";
import type { ParsedBody } from "../harness/harness.ts";
import { type AnyClient, withBothClients } from "../mcp/both_clients.ts";
import { openToyServer } from "../mcp/toy_server.ts";
import { randomFrom } from "../oauth/random_input.ts";
import { type Log, restDoor, toolDoor, work } from "./agents.ts";
import { databasesOf } from "./made.ts";
import { codeOf, type Data, makeStops, STOP_FIELDS } from "./stops.ts";
import { differences, foldLog, type Past, pickCells, readCells, recordsOf, withoutNulls } from "./whole_model.ts";

const ROWS = pickByDepth({ small: 600, deep: 50_000 });
const ROUNDS = pickByDepth({ small: 8, deep: 20 });
const AGENTS = 10;
const HOT = 5;

const server = await openToyServer({ QUOTA_PUBLISH: "1000000" });
const folder = mkdtempSync(join(tmpdir(), "docsvc-whole-"));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
const h = server.harness;
const { makeDatabase, must, readDatabase } = databasesOf(h);
const made = await makeDatabase({ fields: STOP_FIELDS });
const { csv, kept } = makeStops(ROWS, randomFrom(SEED));
const imported: Past = new Map(kept.map((data, index) => [index + 1, [data]]));

const post = (path: string, json: object) => must(h.call(`POST ${path}`, { as: made.as, json }));
const where = { database_id: made.doc_id, table_id: made.table.id };

async function importFile(...flags: string[]) {
  const path = join(folder, "stops.csv");
  writeFileSync(path, csv);
  const [out, err]: [string[], string[]] = [[], []];
  const say = (lines: string[]) => (line: string) => void lines.push(line);
  const terminal = { env: {}, folder, out: say(out), err: say(err), redraw: null, local: null };
  const target = ["--database", made.doc_id, "--table", String(made.table.id), "--server", server.origin];
  const code = await dbImport.call([path, ...target, "--token", made.as.token, ...flags], terminal);
  return { code, counts: out[0], err };
}

const allCreated = `${ROWS} rows: ${ROWS} created, 0 updated, 0 skipped, 0 failed`;

test(
  "the command imports every row, and a dry run and a repeat of its key write nothing",
  async () => {
    const dry = await importFile("--dry-run");
    expect(dry).toEqual({ code: 0, counts: allCreated, err: ["this was a dry run: nothing was written"] });
    expect((await readDatabase(made)).usage.records).toBe(0);
    expect(await importFile("--key", "stops-1")).toEqual({ code: 0, counts: allCreated, err: [] });
    expect(await importFile("--key", "stops-1")).toEqual({ code: 0, counts: allCreated, err: [] });
    await expectUsage(imported);
  },
  RANDOM_MS_MAX,
);

async function expectUsage(past: Past): Promise<void> {
  const live = [...recordsOf(past).values()];
  const record_bytes = live.reduce((sum, { data }) => sum + Buffer.byteLength(JSON.stringify(data)), 0);
  const { usage, tables } = await readDatabase(made);
  expect(usage).toEqual({ tables: 1, records: live.length, record_bytes });
  expect(tables[0].record_count).toBe(live.length);
}

/** What each door is asked, and what the model says to it. */
function questions(past: Past) {
  const live = [...recordsOf(past)].map(([id, { data }]) => ({ id, data }));
  const load = ({ data }: { data: Data }) => Number(data["boardings"] ?? 0);
  const found = live.filter((one) => one.data["kind"] === "bus" && load(one) > 0);
  found.sort((one, other) => load(other) - load(one) || other.id - one.id);
  const groups = Map.groupBy(
    live.filter(({ data }) => data["kind"] !== undefined),
    ({ data }) => String(data["kind"]),
  );
  const sums = [...groups].map(([kind, all]) => [kind, all.length, all.reduce((sum, one) => sum + load(one), 0)]);
  return {
    query: {
      filters: [
        { field: "kind", op: "eq", value: "bus" },
        { field: "boardings", op: "gt", value: 0 },
      ],
      sort: "boardings",
      descending: true,
      fields: ["code", "boardings", "lines"],
      limit: 15,
    },
    page: {
      total: found.length,
      records: found.slice(0, 15).map(({ id, data }) => [id, pickCells(data, ["code", "boardings", "lines"])]),
    },
    sql: `select kind, count(*), sum(boardings) from orders where kind is not null group by kind order by count(*) desc, kind collate "C"`,
    sums: sums.sort((one, other) => Number(other[1]) - Number(one[1]) || (String(one[0]) < String(other[0]) ? -1 : 1)),
  };
}

async function expectAnswers(past: Past): Promise<void> {
  const { query, page, sql, sums } = questions(past);
  const pageOf = ({ total, records }: ParsedBody) => ({
    total,
    records: records.map(({ id, data }: ParsedBody) => [id, data]),
  });
  expect(pageOf(await post(`${made.in}/query`, query))).toEqual(page);
  expect((await post(`${made.at}/sql`, { sql })).rows).toEqual(sums);
  await withBothClients(server.url, made.as, async (client) => {
    const ask = async (tool: string, args: object) => {
      const { isError, content, structuredContent } = await client.callTool(tool, { ...where, ...args });
      expect([client.era, tool, isError ? content : null]).toEqual([client.era, tool, null]);
      return structuredContent;
    };
    expect(pageOf(await ask("query_records", query))).toEqual(page);
    const { table_id: _, ...database } = where;
    const asked = await client.callTool("sql_query", { ...database, sql });
    expect([client.era, asked.structuredContent.rows]).toEqual([client.era, sums]);
    const { groups } = await ask("aggregate_records", { op: "sum", field: "boardings", group_by: "kind" });
    const bySum = new Map(groups.map(({ key, value }: ParsedBody) => [key, Number(value)]));
    expect(sums.map(([kind]) => [kind, bySum.get(kind)])).toEqual(sums.map(([kind, , sum]) => [kind, sum]));
  });
}

test("REST, both clients of MCP and SQL answer as the model does", () => expectAnswers(imported), RANDOM_MS_MAX);

test(
  "pages by cursor, and SQL, show each cell as it was imported",
  async () => {
    const shown: [number, Data][] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await post(`${made.in}/query`, { limit: 200, ...(cursor && { cursor }) });
      shown.push(...page.records.map(({ id, data }: ParsedBody) => [id, data]));
      if (!page.has_more) break;
      cursor = page.next_cursor;
    }
    expect(differences(shown, imported)).toEqual([]);
    const { columns, rows } = await post(`${made.at}/sql`, {
      sql: "select * from orders order by _id desc",
      limit: 300,
    });
    const cells = rows.map((row: ParsedBody[]) =>
      Object.fromEntries(row.map((value, at) => [columns[at].name, value])),
    );
    expect(cells).toHaveLength(Math.min(300, ROWS));
    const last = new Map([...imported].slice(-cells.length));
    expect(differences(cells.map(withoutNulls), last)).toEqual([]);
  },
  RANDOM_MS_MAX,
);

const log: Log = { created: [], writes: [], conflicts: [], missed: 0, replays: 0 };
let changed: Past = imported;

test(
  "ten agents at once: every write that was answered is there, every other is an exact 409, and nothing else happened",
  async () => {
    const before = await readDatabase(made);
    const colleagues = await Promise.all(
      Array.from({ length: AGENTS }, () => h.person({ workspace_id: made.as.workspace_id, role: "member" })),
    );
    for (const { email } of colleagues)
      await post(`/api/docs/${made.doc_id}/access`, { subject_type: "user", subject: email, level: "edit" });
    const hot = Array.from({ length: HOT }, (_, index) => index + 1);
    const doomed = Array.from({ length: AGENTS / 2 }, (_, index) => HOT + index + 1);
    const left = Array.from({ length: ROWS - HOT - doomed.length }, (_, index) => HOT + doomed.length + index + 1);
    const task = (number: number) => ({
      number,
      random: randomFrom(SEED + number),
      hot,
      doomed: doomed[number % doomed.length] ?? 0,
      own: left.filter((id) => id % AGENTS === number).map((id) => ({ id, code: codeOf(id) })),
      rounds: ROUNDS,
      log,
    });
    const overTools = (number: number, era: AnyClient["era"]) => {
      const colleague = colleagues[number];
      if (!colleague) throw new Error("one for each agent");
      return withBothClients(server.url, colleague, async (client) => {
        if (client.era === era) await work({ ...task(number), door: toolDoor(made, client) });
      });
    };
    await Promise.all(
      colleagues.map((as, number) => {
        if (number % 2 === 0) return work({ ...task(number), door: restDoor(h, made, as) });
        return overTools(number, number % 4 === 1 ? "legacy" : "modern");
      }),
    );
    // The first version of one record was every agent's to change.
    expect(log.conflicts.length).toBeGreaterThanOrEqual(AGENTS - 1);
    expect(log.missed).toBe(doomed.length);
    changed = foldLog(imported, log);
    await expectUsage(changed);
    const after = await readDatabase(made);
    expect(after.revision - before.revision).toBe(log.created.length + log.writes.length);
    const noted = (await h.audit()).filter(
      ({ target_id, action }) => target_id === made.doc_id && /^record\.(created|updated|deleted)$/.test(action),
    );
    expect(noted).toHaveLength(log.created.length + log.writes.length);
  },
  RANDOM_MS_MAX,
);

test("every door answers for the changed table too", () => expectAnswers(changed), RANDOM_MS_MAX);

test(
  "the change feed replayed from its beginning makes the same table",
  async () => {
    const versions = new Map<number, number>();
    for (let after = 0; ; ) {
      const page = await must(h.call(`GET ${made.at}/changes?after=${after}&limit=500`, { as: made.as }));
      for (const { op, seq, record_id, version, deleted } of page.changes) {
        expect(seq).toBe(++after);
        if (!op.startsWith("record.")) continue;
        expect([record_id, version]).toEqual([record_id, (versions.get(record_id) ?? 0) + 1]);
        versions.set(record_id, version);
        expect(deleted).toBe(changed.get(record_id)?.[version - 1] === null);
      }
      if (!page.has_more) break;
    }
    const replayed = [...versions].map(([id, version]) => [id, changed.get(id)?.[version - 1]] as const);
    const live = replayed.filter((one): one is [number, Data] => one[1] != null);
    expect(differences(live, changed)).toEqual([]);
  },
  RANDOM_MS_MAX,
);

async function exported(query: string): Promise<Uint8Array> {
  const { status, bytes } = await h.call(`GET ${made.at}/export?${query}`, { as: made.as });
  expect(status).toBe(200);
  return bytes;
}

test(
  "the JSON export is the model, cell by cell",
  async () => {
    const { tables } = JSON.parse(new TextDecoder().decode(await exported("format=json")));
    const { records } = tables[0];
    expect(
      differences(
        records.map(({ id, data }: ParsedBody) => [id, data]),
        changed,
      ),
    ).toEqual([]);
    const versions = [...recordsOf(changed)].map(([id, { version }]) => [id, version]);
    expect(records.map(({ id, version }: ParsedBody) => [id, version])).toEqual(versions);
  },
  RANDOM_MS_MAX,
);

const ofJson = new Set(["json", "multi_select"]);

test(
  "the CSV export is the model, cell by cell",
  async () => {
    const text = new TextDecoder().decode(await exported(`format=csv&table_id=${made.table.id}`));
    const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
    expect(errors).toEqual([]);
    const readCell = (type: string, cell: string) => {
      if (type === "checkbox" || type === "number" || ofJson.has(type)) return JSON.parse(cell);
      // What a spreadsheet would run stands behind a quote.
      return /^'+(?:\s*[=+\-@]|[\t\r\n])/.test(cell) ? cell.slice(1) : cell;
    };
    expect(data.some(({ name = "" }) => name.startsWith("'=SUM"))).toBe(true);
    expect(data.some(({ name = "" }) => /^[=+@-]/.test(name))).toBe(false);
    const cells = data.map((row) => readCells(row, (type, cell) => (cell === "" ? null : readCell(type, cell))));
    expect(differences(cells, changed)).toEqual([]);
  },
  RANDOM_MS_MAX,
);

test(
  "the SQLite export is the model, cell by cell, and whole to the sqlite3 tool",
  async () => {
    const path = join(folder, "stops.sqlite");
    writeFileSync(path, await exported("format=sqlite"));
    const file = new Sqlite(path, { readonly: true });
    const rows = file.query<Record<string, ParsedBody>, []>("select * from Orders order by _id").all();
    file.close();
    const readCell = (type: string, cell: ParsedBody) =>
      type === "checkbox" ? cell === 1 : ofJson.has(type) ? JSON.parse(cell) : cell;
    const cells = rows.map((row) => readCells(row, (type, cell) => (cell === null ? null : readCell(type, cell))));
    expect(differences(cells, changed)).toEqual([]);
    if (Bun.which("sqlite3") === null) return;
    const asked = "select count(*), count(distinct code), sum(boardings) from Orders; pragma integrity_check";
    const { size } = recordsOf(changed);
    const sum = [...recordsOf(changed).values()].reduce((all, { data }) => all + Number(data["boardings"] ?? 0), 0);
    const run = Bun.spawnSync(["sqlite3", path, asked]);
    expect(run.stdout.toString().replace(/\.0$/m, "")).toBe(`${size}|${size}|${sum}\nok\n`);
  },
  RANDOM_MS_MAX,
);
