// Ranked search over what the index does not have yet:
// the same answers as a moment later, in pages that neither repeat nor miss.
import { describe, expect, test } from "bun:test";
import { publish, share } from "../documents/published.ts";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { grep, indexAll, rank } from "./found.ts";

const h = await openHarness();

const TEXTS: Record<string, string> = {
  "Database migration": "nothing else",
  Other: "migration migration of databases, and a migration",
  会议: "我们的会议室在三楼，请准时参加",
  Über: "Die Straßenbahn in Köln; ｶﾀｶﾅ и документация",
  "No words": "!!! --- ???",
};
const QUERIES = [
  "migration",
  "migration datab",
  "databases mig",
  "会议",
  "会",
  "kol",
  "uber strassenbahn",
  "Straßenbahn",
  "カタカナ",
  "docu",
  "document holiday",
  "visible",
  "hiddenword",
  "lisbon",
  "sunset",
  "words",
  "missing",
];

async function fill(as: Person): Promise<void> {
  for (const [title, markdown] of Object.entries(TEXTS))
    await publish(h, { title, markdown, tags: ["holiday"] }, { as });
  const html = "<title>T</title><script>var hiddenword</script><p class='x'>vis<b>ible</b> document &Uuml;ber";
  const { at } = await publish(h, { html, folder: "Plans" }, { as });
  const put = await h.call(`PUT ${at}/files/notes.txt`, { as, json: { content: "visible visible visible words" } });
  expect(put.status).toBe(200);
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0, 1]);
  const form = new FormData();
  form.append("file", new Blob([png]), "sunset-beach.png");
  const shared = await publish(h, {}, { as, route: "POST /api/files", form });
  await h.call(`PATCH ${shared.at}`, { as, json: { description: "taken in Lisbon, a document" } });
}

describe("what is not indexed yet", () => {
  test("is found as it will be when it is: documents, files, snippets, scores, order", async () => {
    const as = await h.person();
    await fill(as);
    const before = [];
    for (const q of QUERIES) before.push(await rank(h, as, { q }));
    expect(before.filter((answer) => answer.count > 0).length).toBeGreaterThan(12);
    await indexAll(h);
    for (const [index, q] of QUERIES.entries()) {
      expect({ q, answer: await rank(h, as, { q }) }).toEqual({ q, answer: before[index] });
    }
  });

  test("stands in for what the index still says: new titles, tags and texts, and none of the old ones", async () => {
    const { as, at } = await publish(h, { markdown: "yesterday", title: "Before", tags: ["red"] });
    await indexAll(h);
    await h.call(`PATCH ${at}`, { as, json: { title: "After", tags: ["blue"] } });
    await h.call(`PUT ${at}/files/source.md`, { as, json: { content: "today" } });
    const found = async (q: string) => (await rank(h, as, { q })).count;
    for (const q of ["after", "blue", "today"]) expect([q, await found(q)]).toEqual([q, 1]);
    for (const q of ["before", "red", "yesterday"]) expect([q, await found(q)]).toEqual([q, 0]);
    await h.call(`DELETE ${at}`, { as });
    expect(await found("today")).toBe(0);
  });

  test("is found by nobody who may not find it", async () => {
    const { as, at } = await publish(h, { markdown: "only mine" });
    const colleague = await h.person({ workspace_id: as.workspace_id, role: "member" });
    expect((await rank(h, colleague, { q: "mine" })).count).toBe(0);
    expect((await rank(h, await h.person(), { q: "mine" })).count).toBe(0);
    await h.call(`PATCH ${at}`, { as, json: { visibility: "workspace", listing: "team" } });
    expect((await rank(h, colleague, { q: "mine" })).count).toBe(1);
    expect((await rank(h, colleague, { q: "mine", include_team: false })).count).toBe(0);
  });

  test("counts in all of its files: 1,000 of one patch", async () => {
    const { as, at } = await publish(h, { html: "<p>x</p>" });
    const diff = Array.from(
      { length: 1000 },
      (_, index) => `--- /dev/null\n+++ b/f${index}.txt\n@@ -0,0 +1 @@\n+needle n${index}n\n`,
    ).join("");
    expect((await h.call(`POST ${at}/patch`, { as, json: { diff } })).status).toBe(200);
    for (const index of [0, 500, 999]) {
      expect((await rank(h, as, { q: `n${index}n` })).results).toMatchObject([{ path: `f${index}.txt` }]);
    }
  });
});

describe("pages of ranked search", () => {
  test("hold every document once, best first, also when the index catches up in between", async () => {
    const as = await h.person();
    for (let index = 0; index < 9; index += 1) {
      await publish(h, { markdown: `needle ${"needle ".repeat(index % 3)}`, title: `T${index}` }, { as });
      if (index === 4) await indexAll(h);
    }
    const whole = await rank(h, as, { q: "needle" });
    expect([whole.count, whole.truncated]).toEqual([9, false]);
    const rows: ParsedBody[] = [];
    for (let cursor: string | undefined, page = 0; ; page += 1) {
      const answer = await rank(h, as, { q: "needle", limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      rows.push(...answer.results);
      cursor = answer.next_cursor;
      expect(answer.truncated).toBe(cursor !== undefined);
      if (cursor === undefined) break;
      if (page === 1) await indexAll(h);
    }
    expect(rows).toEqual(whole.results);
  });

  test.each(["x", "e30", Buffer.from('["a",2,3]').toString("base64url"), "a".repeat(5000)])(
    "refuse the cursor %s with 400",
    async (cursor) => {
      const answer = await h.call(`GET /api/search/ranked?q=x&cursor=${cursor}`, { as: await h.person() });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatch(/^cursor /);
    },
  );
});

test("a share without any word in its name is no match for anything", async () => {
  const { as } = await share(h, { name: "x.bin", bytes: new Uint8Array([0xff, 0xfe]) });
  for (const search of [grep, rank]) expect((await search(h, as, { q: "zzz" })).count).toBe(0);
});
