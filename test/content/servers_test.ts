// Two servers on one database: what one closes or changes, the other serves no longer, even what it had in memory.
import { expect, test } from "bun:test";
import { MINUTE_MS } from "../../kernel/plugin.ts";
import { openContentHouse, PAGE } from "./published.ts";

const house = await openContentHouse();
const other = await house.twin();

/** Everything that was announced before has reached the other server afterwards. */
const settle = () => other.house.database.bus.catchUp();

test("an unlisted document that one server closes is closed on the other", async () => {
  const closing = [
    { visibility: "restricted" },
    { visibility: "password", password: "correct horse" },
    { visibility: "workspace" },
  ];
  for (const fields of closing) {
    const document = await house.publish({ visibility: "unlisted" });
    const etag = (await other.open(document.at)).headers.get("etag") ?? "";
    expect((await other.open(document.at, { headers: { "if-none-match": etag } })).status).toBe(304);
    await house.patch(document, fields);
    await settle();
    const answer = await other.open(document.at, { headers: { "if-none-match": etag } });
    expect(answer.status).toBe(fields.visibility === "password" ? 401 : 302);
  }
});

test("a document that one server deletes and takes back is gone and back on the other", async () => {
  const document = await house.publish({ visibility: "unlisted" });
  expect((await other.open(document.at)).status).toBe(200);
  await house.call(`DELETE /api/docs/${document.doc_id}`, { as: house.anna });
  await settle();
  expect((await other.open(document.at)).status).toBe(404);
  await house.call(`POST /api/docs/${document.doc_id}/undelete`, { as: house.anna });
  await settle();
  expect((await other.open(document.at)).body).toBe(PAGE);
});

test("new content of one server shows on the other", async () => {
  const document = await house.publish({ visibility: "unlisted" }, { "a.txt": "old" });
  expect((await other.open(`${document.at}a.txt`)).body).toBe("old");
  await house.patch(document, { html: "<p>new</p>" });
  // Others hear a moment later, of several writes at once.
  while ((await other.open(document.at)).body !== "<p>new</p>") await Bun.sleep(5);
  expect((await other.open(`${document.at}a.txt`)).body).toBe("old");
});

test("content whose announcement was lost shows after a minute all the same", async () => {
  const document = await house.publish({ visibility: "unlisted" });
  expect((await other.open(document.at)).body).toBe(PAGE);
  await house.house.database.sql`update documents set visibility = 'restricted' where slug = ${document.slug}`;
  expect((await other.open(document.at)).status).toBe(200);
  house.clock.advance(MINUTE_MS + 1);
  expect((await other.open(document.at)).status).toBe(302);
});

test("a document expires on every server at its time, without an announcement", async () => {
  const document = await house.publish({ visibility: "unlisted", retention_days: 1 });
  for (const server of [house, other]) expect((await server.open(document.at)).status).toBe(200);
  house.clock.advance(24 * 60 * MINUTE_MS);
  for (const server of [house, other]) expect((await server.open(document.at)).status).toBe(404);
});

test("wrong passwords count together on all servers", async () => {
  const document = await house.publish({ visibility: "password", password: "correct horse" });
  const guess = { authorization: `Basic ${Buffer.from("x:wrong").toString("base64")}` };
  for (let tries = 0; tries < 10; tries++) {
    const server = tries % 2 ? house : other;
    expect((await server.open(document.at, { headers: guess })).status).toBe(401);
  }
  for (const server of [house, other]) expect((await server.open(document.at, { headers: guess })).status).toBe(429);
});
