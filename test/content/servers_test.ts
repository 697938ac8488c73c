// Two servers on one database: what one closes or changes, the other serves no longer, even what it had in memory.
import { expect, test } from "bun:test";
import { MINUTE_MS } from "../../kernel/plugin.ts";
import { openContentServer, PAGE } from "./published.ts";

const runtime = await openContentServer();
const other = await runtime.twin();

/** Everything that was announced before has reached the other server afterwards. */
const settle = () => other.runtime.database.bus.catchUp();

test("an unlisted document that one server closes is closed on the other", async () => {
  const closing = [
    { visibility: "restricted" },
    { visibility: "password", password: "correct horse" },
    { visibility: "workspace" },
  ];
  for (const fields of closing) {
    const document = await runtime.publish({ visibility: "unlisted" });
    const etag = (await other.open(document.at)).headers.get("etag") ?? "";
    expect((await other.open(document.at, { headers: { "if-none-match": etag } })).status).toBe(304);
    await runtime.patch(document, fields);
    await settle();
    const answer = await other.open(document.at, { headers: { "if-none-match": etag } });
    expect(answer.status).toBe(fields.visibility === "password" ? 401 : 302);
  }
});

test("a document that one server deletes and takes back is gone and back on the other", async () => {
  const document = await runtime.publish({ visibility: "unlisted" });
  expect((await other.open(document.at)).status).toBe(200);
  await runtime.call(`DELETE /api/docs/${document.doc_id}`, { as: runtime.anna });
  await settle();
  expect((await other.open(document.at)).status).toBe(404);
  await runtime.call(`POST /api/docs/${document.doc_id}/undelete`, { as: runtime.anna });
  await settle();
  expect((await other.open(document.at)).body).toBe(PAGE);
});

test("new content of one server shows on the other", async () => {
  const document = await runtime.publish({ visibility: "unlisted" }, { "a.txt": "old" });
  expect((await other.open(`${document.at}a.txt`)).body).toBe("old");
  await runtime.patch(document, { html: "<p>new</p>" });
  // Others hear a moment later, of several writes at once.
  while ((await other.open(document.at)).body !== "<p>new</p>") await Bun.sleep(5);
  expect((await other.open(`${document.at}a.txt`)).body).toBe("old");
});

test("content whose announcement was lost shows after a minute all the same", async () => {
  const document = await runtime.publish({ visibility: "unlisted" });
  expect((await other.open(document.at)).body).toBe(PAGE);
  await runtime.runtime.database.sql`update documents set visibility = 'restricted' where slug = ${document.slug}`;
  expect((await other.open(document.at)).status).toBe(200);
  runtime.clock.advance(MINUTE_MS + 1);
  expect((await other.open(document.at)).status).toBe(302);
});

test("a document expires on every server at its time, without an announcement", async () => {
  const document = await runtime.publish({ visibility: "unlisted", retention_days: 1 });
  for (const server of [runtime, other]) expect((await server.open(document.at)).status).toBe(200);
  runtime.clock.advance(24 * 60 * MINUTE_MS);
  for (const server of [runtime, other]) expect((await server.open(document.at)).status).toBe(404);
});

test("wrong passwords count together on all servers", async () => {
  const document = await runtime.publish({ visibility: "password", password: "correct horse" });
  const guess = { authorization: `Basic ${Buffer.from("x:wrong").toString("base64")}` };
  for (let tries = 0; tries < 10; tries++) {
    const server = tries % 2 ? runtime : other;
    expect((await server.open(document.at, { headers: guess })).status).toBe(401);
  }
  for (const server of [runtime, other]) expect((await server.open(document.at, { headers: guess })).status).toBe(429);
});
