// Two servers at one database, each with what it remembers of orders and totals:
// both answer every question as the records are.
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { SentQuery } from "../../plugins/databases/query/asking.ts";
import { checkQuery } from "../../plugins/databases/query/asking.ts";
import { keeperPort } from "../../plugins/databases/query/keeper.ts";
import { readPage } from "../../plugins/databases/query/pages.ts";
import { listTables, readDatabase } from "../../plugins/databases/store/databases.ts";
import { pickByDepth, RANDOM_MS_MAX } from "../harness/depth.ts";
import { openHarness } from "../harness/harness.ts";
import { anyStep, keptWorlds, latin } from "./kept_world.ts";
import type { Made } from "./made.ts";

const h = await openHarness();
const servers = [h, await h.twin()] as const;
const [first, second] = [keptWorlds(h), keptWorlds(servers[1])];
const { sql } = h.runtime.database;

const QUERIES: SentQuery[] = [
  { filters: [{ field: "status", op: "eq", value: "open" }] },
  { filters: [{ field: "status", op: "eq", value: "open" }], sort: "due", descending: true },
  { filters: [{ field: "amount", op: "gt", value: 0.1 }], sort: "name" },
  { filters: [{ field: "due", op: "gt", value: "2026-01-31" }], sort: "due" },
  { search: "person 7", descending: true },
  { search: latin(7) },
  { sort: "amount", descending: true },
];

/** By reading every record, of which nothing is remembered. */
async function readAll(db: Made, sent: SentQuery) {
  const [at] = await sql<{ document_id: number; workspace_id: number }[]>`
    select document_id, workspace_id from documents where doc_id = ${db.doc_id}`;
  if (!at) throw new Error("the database is there");
  const table = (await listTables(sql, at)).find(({ table_id }) => table_id === db.table.id);
  const database = await readDatabase(sql, at.document_id);
  if (!table || !database) throw new Error("the table is there");
  const query = checkQuery(table.fields, sent);
  const asked = { query, known: null, way: null, offset: 0, after: null, bytes_max: 4 * 1024 * 1024 };
  return readPage(sql, { ...at, table, database }, asked);
}

test(
  "in any history two servers answer alike, whichever of them was written through",
  async () => {
    const step = fc.record({ at: fc.nat({ max: 1 }), step: anyStep, ends: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: pickByDepth({ small: 6, deep: 20 }) }),
        async (steps) => {
          const world = await first.makeWorld();
          const { db } = world;
          const callAll = async () => {
            for (const sent of QUERIES) {
              const whole = await readAll(db, { ...sent, limit: 3 });
              const wanted = [whole?.total, whole?.rows.map(({ record_id }) => record_id)];
              for (const server of servers) {
                const { status, body } = await server.call(`POST ${db.in}/query`, {
                  as: db.as,
                  json: { ...sent, limit: 3 },
                });
                const found = [status, body.total, body.records?.map(({ id }: { id: number }) => id)];
                expect([sent, ...found]).toEqual([sent, 200, ...wanted]);
              }
            }
          };
          for (let times = 0; times < 3; times++) {
            await callAll();
            for (const { runtime } of servers) await runtime.use(keeperPort).idle();
          }
          for (const { at, step: one, ends } of steps) {
            await (at === 0 ? first : second).take(world, one);
            await callAll();
            if (ends) await sql`delete from database_indexes where table_id = ${db.table.id}`;
            await callAll();
          }
        },
      ),
      { numRuns: pickByDepth({ small: 1, deep: 4 }) },
    );
  },
  RANDOM_MS_MAX,
);
