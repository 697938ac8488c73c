// Pages of grep: every match once, whatever is published, indexed and cut in between.
import { describe, expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { grep, indexAll } from "./found.ts";

const h = await openHarness();

/** A patch that makes so many files, each of them with a line that says its number. */
function patchOf(count: number): string {
  return Array.from(
    { length: count },
    (_, index) => `--- /dev/null\n+++ b/f${index}.txt\n@@ -0,0 +1 @@\n+needle ${index}\n`,
  ).join("");
}

type Row = { doc_id: string; path: string };

const keyOf = ({ doc_id, path }: Row) => `${doc_id} ${path}`;

/** All pages, and what each of them says of its end. */
async function pagesOf(
  as: Person,
  query: Record<string, string | number>,
  between: (page: number) => Promise<void> = async () => {},
): Promise<ParsedBody[]> {
  const pages: ParsedBody[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await grep(h, as, { ...query, ...(cursor === undefined ? {} : { cursor }) });
    pages.push(page);
    cursor = page.next_cursor;
    if (cursor === undefined) return pages;
    await between(pages.length);
  }
}

const rowsOf = (pages: readonly ParsedBody[]): Row[] => pages.flatMap((page) => page.results);

describe("pages of search", () => {
  test("an answer that its limit cuts says so and goes on; one that is whole says neither", async () => {
    const as = await h.person();
    for (let index = 0; index < 5; index += 1) await publish(h, { markdown: `needle ${index}` }, { as });
    for (const _ of ["before", "after"]) {
      const pages = await pagesOf(as, { q: "needle", limit: 2 });
      expect(pages.map(({ count, truncated }) => [count, truncated])).toEqual([
        [2, true],
        [2, true],
        [1, false],
      ]);
      expect(new Set(rowsOf(pages).map(keyOf)).size).toBe(5);
      expect(await pagesOf(as, { q: "needle", limit: 5 })).toMatchObject([{ count: 5, truncated: false }]);
      await indexAll(h);
    }
  });

  test("right after a patch of 1,000 files all of them are found, each once, also when the index catches up in between", async () => {
    const { as, at } = await publish(h, { html: "<p>x</p>" });
    await indexAll(h);
    const patched = await h.call(`POST ${at}/patch`, { as, json: { diff: patchOf(1000) } });
    expect(patched.status).toBe(200);
    expect((await grep(h, as, { q: "needle 999" })).count).toBe(1);
    const pages = await pagesOf(as, { q: "needle", limit: 200 }, async (page) => {
      if (page === 2) await indexAll(h);
    });
    expect(pages.map((page) => page.count)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(rowsOf(pages).map(keyOf)).size).toBe(1000);
  });

  test("what changes in between is missed by no page", async () => {
    const as = await h.person();
    const made = [];
    for (let index = 0; index < 6; index += 1) made.push(await publish(h, { markdown: `needle ${index}` }, { as }));
    const [oldest] = made;
    const pages = await pagesOf(as, { q: "needle", limit: 2 }, async (page) => {
      h.clock.advance(1000);
      if (page === 1) await h.call(`PUT ${oldest?.at}/files/source.md`, { as, json: { content: "a needle again" } });
      if (page === 2) await indexAll(h);
    });
    const ids = rowsOf(pages).map((row) => row.doc_id);
    expect([...ids].sort()).toEqual(made.map(({ doc }) => doc.doc_id).sort());
    expect(ids.at(-1)).toBe(oldest?.doc.doc_id ?? "");
  });

  test("a search beside the indexing of what it looks for finds each document once", async () => {
    const as = await h.person();
    for (let index = 0; index < 60; index += 1) await publish(h, { markdown: `needle ${index}` }, { as });
    const indexing = indexAll(h);
    for (let round = 0; round < 20; round += 1) {
      const { results, truncated } = await grep(h, as, { q: "needle", limit: 200 });
      expect(truncated).toBe(false);
      expect(new Set((results as Row[]).map(keyOf)).size).toBe(60);
      expect(results.length).toBe(60);
    }
    await indexing;
  });

  test.each(["x", "e30", Buffer.from('[1,2,3,4,"x"]').toString("base64url"), "a".repeat(3000)])(
    "refuses the cursor %s with 400",
    async (cursor) => {
      const answer = await h.call(`GET /api/search?q=x&cursor=${cursor}`, { as: await h.person() });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatch(/^cursor /);
    },
  );
});

describe("pages of one document's grep", () => {
  test("more lines than one answer shows go on where it ended, and all are counted", async () => {
    const lines = Array.from({ length: 1500 }, (_, index) => `needle ${index}`).join("\n");
    const { as, at } = await publish(h, { html: "<p>x</p>" });
    for (const path of ["a.txt", "b.txt"]) {
      expect((await h.call(`PUT ${at}/files/${path}`, { as, json: { content: lines } })).status).toBe(200);
    }
    const seen: string[] = [];
    const totals: number[] = [];
    let query = "pattern=needle&context=0";
    for (;;) {
      const { body } = await h.call(`GET ${at}/grep?${query}`, { as });
      totals.push(body.total_matches);
      for (const { path, matches } of body.files)
        seen.push(...matches.map((match: ParsedBody) => `${path} ${match.text}`));
      expect(body.truncated).toBe(body.next_cursor !== undefined);
      expect(body.version).toBe(3);
      if (body.next_cursor === undefined) break;
      if (totals.length === 1) await h.call(`PUT ${at}/files/a.txt`, { as, json: { content: "other" } });
      query = `pattern=needle&context=0&cursor=${body.next_cursor}`;
    }
    expect(totals).toEqual([3000, 2000, 1000]);
    expect(seen).toEqual(
      ["a.txt", "b.txt"].flatMap((path) => Array.from({ length: 1500 }, (_, index) => `${path} needle ${index}`)),
    );
  });
});
