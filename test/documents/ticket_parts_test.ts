// Uploads in parts: they join in order, go on where they broke off, and are cleared away when nobody finishes them.

import { expect, test } from "bun:test";
import { DAY_MS, HOUR_MS, sha256Hex } from "../../kernel/plugin.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { endlessBody } from "./endless_body.ts";
import { countTraces, expectTraceless, sweep } from "./traces.ts";

const h = await openHarness();
const owner = await h.person();
const { sql } = h.runtime.database;

async function issued(json: Record<string, unknown>, as: Person = owner) {
  const { status, body } = await h.call("POST /api/uploads", { as, json });
  expect(status).toBe(201);
  return { ticket_id: body.ticket_id as number, path: new URL(body.upload_url).pathname };
}

function send(path: string, range: string | null, body: BodyInit) {
  return h.call(`PUT ${path}`, { body, headers: range === null ? {} : { "content-range": `bytes ${range}` } });
}

async function offsetOf(path: string): Promise<number> {
  return Number((await h.call(`HEAD ${path}`)).headers.get("upload-offset"));
}

async function stateOf(ticket: { ticket_id: number }) {
  return (await h.call(`GET /api/uploads/${ticket.ticket_id}`, { as: owner })).body;
}

test("parts join in their order; each answers where to go on, the last one the document", async () => {
  const whole = "The quick brown fox";
  const ticket = await issued({ filename: "fox.bin", size: whole.length, sha256: sha256Hex(whole) });
  const first = await send(ticket.path, "0-3/19", "The ");
  expect(first).toMatchObject({ status: 202, body: { state: "receiving", upload_offset: 4 } });
  expect(first.headers.get("upload-offset")).toBe("4");
  expect(await offsetOf(ticket.path)).toBe(4);
  expect(await stateOf(ticket)).toEqual({ state: "receiving" });
  expect((await send(ticket.path, "4-9/19", "quick ")).body.upload_offset).toBe(10);
  const last = await send(ticket.path, "10-18/19", "brown fox");
  expect(last).toMatchObject({ status: 201, body: { kind: "file", version: 1 } });
  expect(await stateOf(ticket)).toEqual({ state: "done", doc_id: last.body.doc_id, version: 1 });
  expect(await offsetOf(ticket.path)).toBe(19);
  const read = await h.call(`GET /api/docs/${last.body.doc_id}/files/fox.bin`, { as: owner });
  expect(new TextDecoder().decode(read.bytes)).toBe(whole);
  expect(await send(ticket.path, "10-18/19", "brown fox")).toMatchObject({
    status: 200,
    body: { doc_id: last.body.doc_id },
  });
  expect(await h.rows("upload_parts")).toEqual({ upload_parts: 0 });
});

test("a page in parts is rendered like one that came whole, and equal parts do not confuse it", async () => {
  const ticket = await issued({ filename: "a.md" });
  await send(ticket.path, "0-4/15", "# ab\n");
  await send(ticket.path, "5-9/15", "# ab\n");
  const { status, body } = await send(ticket.path, "10-14/15", "# ab\n");
  expect(status).toBe(201);
  const read = await h.call(`GET /api/docs/${body.doc_id}/files/source.md`, { as: owner });
  expect(new TextDecoder().decode(read.bytes)).toBe("# ab\n# ab\n# ab\n");
});

test("one part that is everything is an ordinary upload", async () => {
  const ticket = await issued({ filename: "a.bin" });
  expect((await send(ticket.path, "0-4/5", "bytes")).status).toBe(201);
});

test("a part that leaves a gap or comes twice is a 409 that says where to go on, and leaves nothing", async () => {
  const ticket = await issued({ filename: "a.bin" });
  await send(ticket.path, "0-3/12", "abcd");
  for (const range of ["8-11/12", "0-3/12", "2-5/12", "0-11/12"]) {
    const body = range === "0-11/12" ? "abcdefghijkl" : "wxyz";
    const answer = await expectTraceless(h, 409, () => send(ticket.path, range, body));
    expect(answer.body).toMatchObject({ error: expect.stringContaining("byte 4"), upload_offset: 4 });
  }
  await send(ticket.path, "4-7/12", "efgh");
  expect((await send(ticket.path, "8-11/12", "ijkl")).status).toBe(201);
});

test("two senders of one part: one is taken, the other told to go on behind it", async () => {
  const ticket = await issued({ filename: "a.bin" });
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(ticket.path, "0-3/8", "abcd")));
  expect(answers.map((answer) => answer.status).sort()).toEqual([202, 409, 409, 409]);
  const ends = await Promise.all([1, 2, 3].map(() => send(ticket.path, "4-7/8", "efgh")));
  expect(ends.map((answer) => answer.status).sort()).toEqual([200, 200, 201]);
  expect(new Set(ends.map((answer) => answer.body.doc_id)).size).toBe(1);
});

const REFUSED: [name: string, range: string, body: string, status: number][] = [
  ["no numbers", "a-b/c", "abcd", 400],
  ["an unknown total", "0-3/*", "abcd", 400],
  ["an end before its start", "3-0/12", "abcd", 400],
  ["an end behind the whole", "0-12/12", "abcd", 400],
  ["another length than the body", "0-4/12", "abcd", 400],
  ["a whole over the limit", `0-3/${2 * 1024 ** 3 + 1}`, "abcd", 413],
];

test.each(REFUSED)("a content-range with %s is refused and leaves nothing", async (_name, range, body, status) => {
  const ticket = await issued({ filename: "a.bin" });
  const answer = await expectTraceless(h, status, () => send(ticket.path, range, body));
  expect(answer.body.detail).toBeString();
  // A body of unknown length is measured once it is here.
  await expectTraceless(h, status, () => send(ticket.path, range, new Blob([body]).stream()));
  expect(await offsetOf(ticket.path)).toBe(0);
});

test("a whole of another size than promised, or than the first part said, is a 400", async () => {
  const ticket = await issued({ filename: "a.bin", size: 8 });
  await expectTraceless(h, 400, () => send(ticket.path, "0-3/12", "abcd"));
  const free = await issued({ filename: "a.bin" });
  await send(free.path, "0-3/12", "abcd");
  await expectTraceless(h, 400, () => send(free.path, "4-7/8", "efgh"));
});

test("parts that make the wrong hash are forgotten, and the file can be sent again from its first byte", async () => {
  const ticket = await issued({ filename: "a.bin", sha256: sha256Hex("abcdefgh") });
  await send(ticket.path, "0-3/8", "wxyz");
  const wrong = await send(ticket.path, "4-7/8", "efgh");
  expect(wrong).toMatchObject({ status: 400, body: { detail: expect.stringContaining("sha256") } });
  expect(await stateOf(ticket)).toMatchObject({ state: "failed", error: expect.stringContaining("sha256") });
  expect(await offsetOf(ticket.path)).toBe(0);
  await send(ticket.path, "0-3/8", "abcd");
  expect((await send(ticket.path, "4-7/8", "efgh")).status).toBe(201);
});

test("a last part or a whole that breaks off leaves the parts, and the sender goes on behind them", async () => {
  const ticket = await issued({ filename: "a.html" });
  await send(ticket.path, "0-3/12", "<p>a");
  for (const range of ["4-11/12", null]) {
    const broken = await expectTraceless(h, 400, () => send(ticket.path, range, brokenBody()));
    expect(broken.body.detail).toContain("ended before");
    expect(await offsetOf(ticket.path)).toBe(4);
  }
  expect((await send(ticket.path, "4-11/12", "bcd e</p")).status).toBe(201);
});

/** A body whose connection fails after a byte, without the request being given up. */
function brokenBody(): ReadableStream<Uint8Array> {
  let pulled = 0;
  return new ReadableStream({
    pull(controller) {
      if (pulled++ === 0) controller.enqueue(new Uint8Array([98]));
      else controller.error(new Error("the connection is gone"));
    },
  });
}

test("the last part of a page is cut off at its limit, whatever size was named", async () => {
  const ticket = await issued({ filename: "a.html" });
  await send(ticket.path, "0-3/12", "abcd");
  const endless = endlessBody();
  await expectTraceless(h, 413, () => send(ticket.path, "4-11/12", endless.stream));
  expect(endless.pulled_mib()).toBeLessThan(25);
});

test("a whole file ends an upload that was begun in parts", async () => {
  const ticket = await issued({ filename: "a.bin" });
  await send(ticket.path, "0-3/8", "abcd");
  const { status, body } = await send(ticket.path, null, "all of it, anew");
  expect(status).toBe(201);
  expect(body.size).toBeGreaterThanOrEqual(15);
  expect((await h.rows("upload_parts")).upload_parts).toBe(await openParts());
});

/** Parts of the tickets that other tests left open. */
async function openParts(): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from upload_parts join upload_tickets using (ticket_id) where state <> 'done'`;
  return row?.n ?? 0;
}

test("an upload in parts counts as one publish", async () => {
  const author = await h.person();
  const ticket = await issued({ filename: "a.bin" }, author);
  for (const [range, body] of [
    ["0-0/4", "a"],
    ["1-1/4", "b"],
    ["2-2/4", "c"],
    ["3-3/4", "d"],
  ] as const) {
    await send(ticket.path, range, body);
  }
  const [used] =
    await sql`select used from quota_counters where bucket = 'publish' and subject = ${`user:${author.user_id}`}`;
  expect(used).toEqual({ used: 1 });
});

test("parts count against the plan's storage, those of other unfinished uploads too", async () => {
  const poor = await h.person({ plan: "free" });
  await h.call("PUT /api/upload?filename=a.txt", { as: poor, body: "a" });
  await sql`update document_counters set bytes = ${1024 ** 3 - 500} where workspace_id = ${poor.workspace_id}`;
  const [one, two] = [await issued({ filename: "a.bin" }, poor), await issued({ filename: "b.bin" }, poor)];
  await expectTraceless(h, 413, () => send(one.path, "0-3/501", "abcd"));
  expect((await send(one.path, `0-299/400`, new Uint8Array(300))).status).toBe(202);
  await expectTraceless(h, 413, () => send(two.path, "0-3/201", "abcd"));
  expect((await send(two.path, "0-3/200", "abcd")).status).toBe(202);
});

test("an upload that nobody finishes is cleared away with its bytes, and its ticket a week later", async () => {
  const before = await countTraces(h);
  const ticket = await issued({ filename: "left.bin" });
  await send(ticket.path, "0-9/20", "unfinished");
  expect((await countTraces(h))["objects"]).toBe((before["objects"] ?? 0) + 1);
  await sweep(h, 3 * HOUR_MS);
  expect(await h.rows("upload_parts")).toEqual({ upload_parts: 0 });
  expect(await stateOf(ticket)).toEqual({ state: "expired" });
  await sweep(h, 8 * DAY_MS);
  expect(await h.rows("upload_tickets")).toEqual({ upload_tickets: 0 });
  const [named] = await sql<{ n: number }[]>`select count(*)::int as n from blobs`;
  expect((await countTraces(h))["objects"]).toBe(named?.n ?? -1);
  const [unnamed] = await sql<{ n: number }[]>`
    select count(*)::int as n from blobs b where not exists (select 1 from document_files f where f.blob_id = b.blob_id)`;
  expect(unnamed?.n).toBe(0);
});
