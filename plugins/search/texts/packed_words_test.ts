// Words that travel as bytes are the words that their writing says.
import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import type { Database } from "../../../kernel/plugin.ts";
import { copyRows, packRow } from "../../../kernel/ports/db.ts";
import { openKernelDatabase } from "../../../test/harness/kernel_database.ts";
import { packWords } from "./packed_words.ts";
import { markOf, placesOf, type Weighted, writeVector } from "./words.ts";

let database: Database;

beforeAll(async () => {
  database = await openKernelDatabase();
  await database.sql`create table packed_words (words tsvector)`;
});

afterAll(() => database.close());

/** As Postgres writes what it was sent in each of the two ways. */
async function bothOf(parts: readonly Weighted[]): Promise<{ packed: string; written: string }> {
  const mark = markOf(42);
  const words = placesOf(parts, mark);
  const [both] = await database.withTransaction(async (sql) => {
    await copyRows(sql, "packed_words (words)", [packRow(1, [packWords(words, mark)])]);
    return sql<{ packed: string; written: string }[]>`
      with gone as (delete from packed_words returning words)
      select words::text as packed, ${writeVector(words, mark)}::text::tsvector::text as written from gone`;
  });
  return both ?? { packed: "", written: "none" };
}

const WORDS = ["a", "foo", "Foo", "bär", "会议室", "会", "ไทย", "σας", "ΣΑΣ", "x1", "😀", "é́", "-", "word".repeat(20)];

test("words of any texts are the same packed and written", async () => {
  const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 40 }).map((words) => words.join(" "));
  const part = fc.record({ text, weight: fc.constantFrom("A" as const, "B" as const, "C" as const, "D" as const) });
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (parts) => {
      const { packed, written } = await bothOf(parts);
      expect(packed).toBe(written);
    }),
    { numRuns: 60 },
  );
});

test("places that are counted anew in a long text are each kept once, in their order, with their greatest weight", async () => {
  const long: Weighted = { text: `ahead rare ${"often ".repeat(15_996)}`, weight: "D" };
  const title: Weighted = { text: "rare", weight: "A" };
  // The places are 3, 1 and 3 again.
  const { packed, written } = await bothOf([long, title, title]);
  expect(packed).toBe(written);
  expect(packed).toEndWith(`'16/rare':1A,3A`);
});
