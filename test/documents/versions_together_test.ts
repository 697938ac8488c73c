// New versions by many at once:
// those who wait for each other's turn go as one statement, and each is answered as if it had gone alone.
import { expect, test } from "bun:test";
import { documentCachePort } from "../../plugins/documents/store/reading/document_cache.ts";
import { findDocument } from "../../plugins/documents/store/reading/documents.ts";
import { manifest } from "../../plugins/manifest.ts";
import type { Answer, Person } from "../harness/harness.ts";
import { findMiscounts } from "../harness/kept_counts.ts";
import { until } from "../harness/until.ts";
import { ALONE, openAtOnce } from "./at_once.ts";
import { type Published, publish } from "./published.ts";

/** Of the smallest plan. */
const ROOM_BYTES = 3000;
const { h, sendAtOnce, openWorkspace } = await openAtOnce({
  env: { EDITION: "cloud" },
  manifest: {
    allowances: {
      ...manifest.allowances,
      storage_bytes: { free: ROOM_BYTES, team: 5000, business: null, enterprise: null },
    },
  },
});
const { sql } = h.runtime.database;

interface Sent {
  at: string;
  as: Person;
  json: Record<string, unknown>;
  path?: string;
}

const put = ({ at, path = "a.txt", ...sent }: Sent) => h.call(`PUT ${at}/files/${path}`, sent);

function putAtOnce(sent: readonly Sent[], meanwhile?: () => Promise<unknown>): Promise<Answer[]> {
  return sendAtOnce(
    sent[0]!.as,
    sent.map((one) => () => put(one)),
    meanwhile,
  );
}

const content = () => ({ content: crypto.randomUUID() });

async function publishEach(people: readonly Person[], count: number): Promise<Published[]> {
  const made: Published[] = [];
  for (let number = 0; number < count; number++) {
    const markdown = number % 3 === 2;
    const json = markdown ? { markdown: `# ${crypto.randomUUID()}` } : { html: `<h1>${crypto.randomUUID()}</h1>` };
    made.push(await publish(h, json, { as: people[number % people.length]! }));
  }
  return made;
}

/** What was answered 200 is there as it was answered, as the server remembers it and as it is read, noted once and numbered once. */
async function expectWhole(sent: readonly Sent[], answers: readonly Answer[]): Promise<void> {
  const numbers: number[] = [];
  for (const [index, { at, as, path = "a.txt", json }] of sent.entries()) {
    const { status, body } = answers[index]!;
    if (status !== 200) continue;
    const { path: _, changed, sha256, size, ...shown } = body;
    const read = await h.call(`GET ${at}`, { as });
    expect({ ...read.body, size: null }).toEqual({ ...shown, size: null });
    expect((await h.call(`GET ${at}/files/${path}`, { as })).body).toBe(json["content"]);
    const actor = await h.runtime.identifier.identify(
      new Headers({ authorization: `Bearer ${as.token}` }),
      h.clock.now(),
    );
    const by = { actor: actor!, doc_id: body.doc_id };
    expect(await h.runtime.use(documentCachePort).find(sql, by)).toEqual((await findDocument(sql, by))!);
    const rows = await sql<{ actor_user_id: number; change_seq: number; size: number; sum: number }[]>`
      select e.actor_user_id, c.change_seq, d.size_bytes as size,
        (select sum(size_bytes) from document_files f where f.document_id = d.document_id and f.version = d.version
          and f.renderer is null)::int as sum
      from documents d join document_changes c using (document_id)
        join audit_events e on e.target_id = d.doc_id and e.action = 'doc.edit' and (e.meta ->> 'version')::int = d.version
      where d.doc_id = ${body.doc_id} and d.version = ${body.version}`;
    expect(rows.map((row) => row.actor_user_id)).toEqual([as.user_id]);
    expect(rows[0]!.size).toBe(rows[0]!.sum);
    numbers.push(rows[0]!.change_seq);
  }
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(await findMiscounts(sql)).toEqual([]);
  const [counted] = await sql`
    select c.bytes::int as bytes, (select sum(size_bytes)::int from documents d where d.workspace_id = c.workspace_id) as there
    from document_counters c where workspace_id = ${sent[0]!.as.workspace_id}`;
  expect(counted?.["bytes"]).toBe(counted?.["there"]);
}

test("versions of documents of several people that wait go as one statement, and each reads as it was sent", async () => {
  const people = await openWorkspace(3);
  const documents = await publishEach(people, 9);
  const shared = content();
  const sent = documents.map(({ at, as }, index) => ({
    ...{ at, as },
    // Some replace the page or what it is made of, some add a file, some with equal bytes, and one keeps more than it brings.
    ...[
      { json: content(), path: "index.html" },
      { json: { ...shared, message: "the same" } },
      { json: { content: `# ${crypto.randomUUID()}\n\n[[a-name]] [beside](other.md)` }, path: "source.md" },
    ][index % 3]!,
  }));
  const kept = sent[4]!;
  for (const path of ["b.txt", "c/d.txt"]) await put({ ...kept, path, json: content() });
  const answers = await putAtOnce(sent);
  expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200));
  const [row] = await sql`
    select count(distinct xmin::text)::int as transactions from documents where workspace_id = ${people[0].workspace_id}`;
  expect(row?.["transactions"]).toBe(ALONE + 1);
  await expectWhole(sent, answers);
  const { files } = (await h.call(`GET ${kept.at}`, { as: kept.as })).body;
  expect(files.map((file: { path: string }) => file.path)).toEqual(["a.txt", "b.txt", "c/d.txt", "index.html"]);
});

test("one whose document changes while it waits has no part in what the others are answered", async () => {
  const [one, other] = await openWorkspace(2);
  const documents = await publishEach([one], 7);
  const [, , leased, stale, retitled, ...free] = documents as [Published, Published, Published, Published, Published];
  for (const { at } of documents) {
    const grant = { subject_type: "user", subject: other!.email, level: "edit" };
    await h.call(`POST ${at}/access`, { as: one, json: grant });
  }
  const sent = documents.map(({ at }) => ({ at, as: other!, json: { ...content(), base_version: 1 } }));
  const answers = await putAtOnce(sent, async () => {
    await h.call(`POST ${leased.at}/lock`, { as: one, json: {} });
    await sql`update documents set version = version where doc_id = ${retitled.doc.doc_id}`;
    await sql`
      with v as (insert into document_versions (document_id, version, workspace_id, created_at, created_by, created_via, total_bytes)
        select document_id, 2, workspace_id, created_at, created_by, 'api', size_bytes from documents where doc_id = ${stale.doc.doc_id})
      update documents set version = 2 where doc_id = ${stale.doc.doc_id}`;
  });
  const statuses = new Map(sent.map(({ at }, index) => [at, answers[index]?.status]));
  expect([leased, stale, retitled].map(({ at }) => statuses.get(at))).toEqual([423, 409, 200]);
  expect(free.map(({ at }) => statuses.get(at))).toEqual(free.map(() => 200));
  await expectWhole(sent, answers);
});

test("two of one document come one after the other, and the second is held to its condition", async () => {
  const [as] = await openWorkspace(1);
  const documents = await publishEach([as], 4);
  const [, , held, open] = documents as [Published, Published, Published, Published];
  const conditional = [1, 2, 3].map(() => ({ at: held.at, as, json: { ...content(), base_version: 1 } }));
  const free = ["b.txt", "c.txt", "d.txt"].map((path) => ({ at: open.at, as, path, json: content() }));
  const first = documents.slice(0, ALONE).map(({ at }) => ({ at, as, json: content() }));
  const answers = await putAtOnce([...first, ...conditional, ...free]);
  const statusesOf = (from: number) => answers.slice(from, from + 3).map(({ status }) => status);
  expect(statusesOf(ALONE).sort()).toEqual([200, 409, 409]);
  expect(statusesOf(ALONE + 3)).toEqual([200, 200, 200]);
  const versions = answers.slice(ALONE + 3).map(({ body }) => body.version);
  expect(versions.sort()).toEqual([2, 3, 4]);
  const { files } = (await h.call(`GET ${open.at}`, { as })).body;
  for (const { path } of free) expect(files.map((file: { path: string }) => file.path)).toContain(path);
});

test("one that is refused has no part in what the others are answered", async () => {
  const [as, leaver] = await openWorkspace(2, { plan: "free" });
  const documents = await publishEach([as], 6);
  const sent: Sent[] = documents.map(({ at }) => ({ at, as, json: content() }));
  // The server remembers them as they were before.
  const left = await publish(h, { html: "<h1>Left</h1>" }, { as: leaver! });
  await sql`update users set disabled_at = ${h.clock.now()} where user_id = ${leaver!.user_id}`;
  sent.push({ at: left.at, as: leaver!, json: content() });
  sent[3] = { ...sent[3]!, json: { content: "x".repeat(ROOM_BYTES) } };
  const answers = await putAtOnce(sent);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 413, 200, 200, 401]);
  await expectWhole(sent, answers);
});

test("one that waits for a document that somebody holds keeps nobody else waiting", async () => {
  const [as] = await openWorkspace(1);
  const documents = await publishEach([as], 6);
  const [held] = documents.slice(ALONE) as [Published];
  const released = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const holding = h.runtime.database.withTransaction(async (tx) => {
    await tx`select from documents where doc_id = ${held.doc.doc_id} for update`;
    isHeld.resolve();
    await released.promise;
  });
  await isHeld.promise;
  const all = putAtOnce(documents.map(({ at }) => ({ at, as, json: content() })));
  const countWritten = async () => {
    const [row] = await sql`
      select count(*)::int as written from documents where workspace_id = ${as.workspace_id} and version = 2`;
    return row?.["written"];
  };
  await until(async () => (await countWritten()) === documents.length - 1);
  released.resolve();
  await holding;
  expect((await all).map(({ status }) => status)).toEqual(documents.map(() => 200));
  expect(await countWritten()).toBe(documents.length);
});

test("one that grows is held to the room also beside those that leave some, where more is there than may be", async () => {
  const [as] = await openWorkspace(1, { plan: "free" });
  const documents = await publishEach([as], ALONE + 3);
  const [smaller, grown, same] = documents.slice(ALONE) as [Published, Published, Published];
  const setExtra = (bytes: number) =>
    sql`update document_counters set bytes_extra = ${bytes} where workspace_id = ${as.workspace_id}`;
  const pad = (bytes: number) => crypto.randomUUID().padEnd(bytes);
  await setExtra(10 * ROOM_BYTES);
  for (const { at } of documents) await put({ at, as, json: { content: pad(ROOM_BYTES) } });
  await setExtra(0);

  const sent: Sent[] = documents.map(({ at }) => ({ at, as, json: { content: pad(ROOM_BYTES) } }));
  sent[documents.indexOf(smaller)]!.json = { content: pad(40) };
  sent[documents.indexOf(grown)]!.json = { content: pad(ROOM_BYTES + 1) };
  const answers = await putAtOnce(sent);
  const statusOf = (one: Published) => answers[documents.indexOf(one)]?.status;
  expect([smaller, grown, same].map(statusOf)).toEqual([200, 413, 200]);
  await expectWhole(sent, answers);
});
