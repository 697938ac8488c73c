// What is kept of tables beside their records:
// questions are answered the same before it is made, from it, and while records change.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { keeperPort } from "../../plugins/databases/query/keeper.ts";
import { piecesOf } from "../../plugins/databases/texts/gram_lists.ts";
import { pickByDepth, RANDOM_MS_MAX } from "../harness/depth.ts";
import { openHarness } from "../harness/harness.ts";
import { type Asked, anyGroups, anyStep, keptWorlds, ROWS } from "./kept_world.ts";

const h = await openHarness();
const { makeWorld, take, check } = keptWorlds(h);
const { sql } = h.runtime.database;
const keeper = h.runtime.use(keeperPort);

test(
  "in any history groups and searches are those of the records, before anything is kept and from it",
  async () => {
    const history = fc.array(fc.tuple(anyStep, anyGroups), { minLength: 12, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const world = await makeWorld();
        const [, usual] = steps[0] ?? [];
        if (!usual) return;
        for (let times = 0; times < 2; times++) await check(world, usual);
        await keeper.idle();
        for (const [step, asked] of steps) {
          await take(world, step);
          await check(world, usual);
          await check(world, asked);
        }
        const [kept] = await sql<{ names: string[] }[]>`
        select names from database_columns where table_id = ${world.db.table.id}`;
        // A part of a choice is looked for in the records.
        if (usual.filters.every(({ op }) => op !== "contains")) expect(kept?.names.length).toBeGreaterThan(0);
        // Words as short as those of "Bo De" are in no list, and nobody has any made who searches for them alone.
        const lists = await sql`select from database_text_grams where table_id = ${world.db.table.id} limit 1`;
        if (piecesOf(usual.search).length > 0) expect(lists.length).toBe(1);
      }),
      { numRuns: pickByDepth({ small: 2, deep: 6 }) },
    );
  },
  RANDOM_MS_MAX,
);

test(
  "lists of a searched table are brought up in parts, which are made into one after a while",
  async () => {
    const world = await makeWorld();
    const { db, live } = world;
    const laterParts = async () => {
      const [row] = await sql<{ later_parts: number }[]>`
      select later_parts from database_texts where table_id = ${db.table.id}`;
      return row?.later_parts ?? null;
    };
    const asked: Asked = { asked: { op: "count" }, group_by: "status", filters: [], search: "person 7" };
    for (let times = 0; times < 2; times++) await check(world, asked);
    await keeper.idle();
    const seen = [await laterParts()];
    for (let round = 1; round <= 9; round++) {
      const search = `round ${round} `;
      for (const from of [0, 200, 400]) {
        await take(world, { do: "many", from, data: { name: `Round ${round} is ${from}` } });
      }
      // So many changes that all records are read, and asked for twice for the lists to be wanted.
      for (let times = 0; times < 2; times++) await check(world, { ...asked, search });
      await keeper.idle();
      await check(world, { ...asked, search });
      await check(world, { ...asked, search: `round ${round - 1} ` });
      seen.push(await laterParts());
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 0]);
    expect(live.size).toBe(ROWS);
  },
  RANDOM_MS_MAX,
);
