// Ranked search among documents that somebody else found open:
// nothing beside them, however many they are and wherever words stand.
import { expect, test } from "bun:test";
import { listDocuments, rankDocuments } from "../../plugins/search/port.ts";
import { type Published, publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { bury, indexAll, rank } from "./found.ts";

const h = await openHarness();

/** Ids of documents that are not there: with so many a list is one of a large site. */
const NOBODYS = Array.from({ length: 1001 }, (_, index) => 1e12 + index);
const LISTS = [
  { size: "small", nobodys: [] },
  { size: "large", nobodys: NOBODYS },
];

test.each(LISTS)("a $size list keeps to its documents as they are now, indexed or not", async ({ nobodys }) => {
  const as = await h.person();
  const [inside, outside, leaving] = await Promise.all(
    ["inside", "outside", "leaving"].map((title) => publish(h, { title, markdown: "giraffe" }, { as })),
  );
  const listed = [...(await idsOf([inside, leaving])), ...nobodys];
  const found = async (query: string) =>
    (await search(as, listed, query)).results.map(({ file }) => file.doc_id).sort();
  const both = [inside, leaving].map((one) => one?.doc.doc_id).sort();
  expect(await found("giraffe")).toEqual(both);
  await indexAll(h);
  expect(await found("giraffe")).toEqual(both);
  expect(await found("outside")).toEqual([]);
  await h.call(`PUT ${inside?.at}/files/source.md`, { as, json: { content: "elephant" } });
  await h.call(`PUT ${outside?.at}/files/source.md`, { as, json: { content: "elephant" } });
  await h.call(`DELETE ${leaving?.at}`, { as });
  expect([await found("giraffe"), await found("elephant")]).toEqual([[], [inside?.doc.doc_id]]);
  await indexAll(h);
  expect([await found("giraffe"), await found("elephant")]).toEqual([[], [inside?.doc.doc_id]]);
});

test("where more files hold a word than are compared, those whose titles hold it are among them", async () => {
  const as = await h.person();
  const plain = await publish(h, { title: "Other", markdown: "common" }, { as });
  await indexAll(h);
  await bury(h, as, 1100);
  await h.runtime.database.sql`
    insert into search_files (document_id, path, workspace_id, version, blob_id, size_bytes, label, words)
    select d.document_id, f.path, f.workspace_id, d.version, f.blob_id, f.size_bytes, f.label, f.words
    from documents d cross join search_files f join documents o on o.document_id = f.document_id
    where d.workspace_id = ${as.workspace_id} and d.title = 'Later' and o.doc_id = ${plain.doc.doc_id}`;
  const titled = await publish(h, { title: "Common", markdown: "nothing else" }, { as });
  await indexAll(h);
  const all = await h.runtime.database.sql<{ document_id: number }[]>`
    select document_id from documents where workspace_id = ${as.workspace_id}`;
  const few = await idsOf([plain, titled]);
  const { results, truncated } = await rank(h, as, { q: "common" });
  const answers = [{ best: results[0].doc_id, truncated }];
  for (const ids of [all.map((row) => row.document_id), few]) {
    const one = await search(as, ids, "common");
    answers.push({ best: one.results[0]?.file.doc_id, truncated: one.truncated });
  }
  const best = titled.doc.doc_id;
  expect(answers).toEqual([
    { best, truncated: true },
    { best, truncated: true },
    { best, truncated: false },
  ]);
});

async function idsOf(published: readonly (Published | undefined)[]): Promise<number[]> {
  const docIds = published.flatMap((one) => (one ? [one.doc.doc_id] : []));
  const rows = await h.runtime.database.sql<{ document_id: number }[]>`
    select document_id from documents where doc_id = any(${docIds}::text[])`;
  return rows.map((row) => row.document_id);
}

function search({ workspace_id, user_id }: Person, ids: readonly number[], query: string) {
  return rankDocuments({
    ...{ runtime: h.runtime, sql: h.runtime.database.sql, query, limit: 20, after: null, owner: `user:${user_id}` },
    wanted: { workspace_id, documents: listDocuments(ids), now: h.clock.now() },
    signal: new AbortController().signal,
  });
}
