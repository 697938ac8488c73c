// A ticket is worth what its maker may do at that moment, and nothing once it is altered, over, or its token revoked.
import { expect, test } from "bun:test";
import { forgetPerson } from "../../kernel/host.ts";
import { MINUTE_MS } from "../../kernel/plugin.ts";
import { findLiveToken } from "../../kernel/ports/auth.ts";
import { openHarness } from "../harness/harness.ts";
import { tickets } from "./tickets.ts";
import { expectTraceless } from "./traces.ts";

const h = await openHarness();
const owner = await h.person();
const { sql } = h.runtime.database;

const { issued, send, stateOf } = tickets(h, owner);

test("a ticket that is altered, of another purpose or out of time is a 403 that leaves nothing, for every method", async () => {
  const ticket = await issued({ filename: "a.bin" });
  const other = h.runtime.signer.sign("session", { id: ticket.ticket_id, user: owner.user_id }, null);
  const stranger = h.runtime.signer.sign("upload", { id: ticket.ticket_id, user: owner.user_id + 1 }, null);
  const odd = h.runtime.signer.sign("upload", { id: "1", user: null }, null);
  for (const path of [`${ticket.path}x`, "/u/nothing", "/u/%00", `/u/${other}`, `/u/${stranger}`, `/u/${odd}`]) {
    h.clock.advance(MINUTE_MS);
    const answer = await expectTraceless(h, 403, () => send(path, "bytes"));
    expect(answer.body.detail).toContain("ticket");
    expect((await h.call(`GET ${path}`)).status).toBe(403);
    expect((await h.call(`HEAD ${path}`)).status).toBe(403);
  }
  h.clock.advance(60 * MINUTE_MS);
  await expectTraceless(h, 403, () => send(ticket.path, "bytes"));
  expect(await stateOf(ticket)).toEqual({ state: "expired" });
});

test("a used ticket is a 403 too once its time is over, and its state stays", async () => {
  const ticket = await issued({ filename: "a.bin" });
  const { body } = await send(ticket.path, "bytes");
  h.clock.advance(60 * MINUTE_MS);
  await expectTraceless(h, 403, () => send(ticket.path, "bytes"));
  expect(await stateOf(ticket)).toEqual({ state: "done", doc_id: body.doc_id, version: 1 });
});

test("bad tickets from one address are throttled, good ones are not in the way", async () => {
  h.clock.advance(MINUTE_MS);
  const ticket = await issued({ filename: "a.bin" });
  const statuses = [];
  for (let index = 0; index < 12; index += 1) statuses.push((await send("/u/guess", "x")).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
  const throttled = await send("/u/guess", "x");
  expect(throttled.body).toMatchObject({ detail: "too many attempts", retry_after: expect.any(Number) });
  expect((await send(ticket.path, "bytes")).status).toBe(201);
  h.clock.advance(MINUTE_MS);
  expect((await send("/u/guess", "x")).status).toBe(403);
});

test("revoking the token that made a ticket ends it, before and after its use", async () => {
  const author = await h.person();
  const [open, used] = [await issued({ filename: "a.bin" }, author), await issued({ filename: "b.bin" }, author)];
  await send(used.path, "bytes");
  const [token] = await sql<{ token_id: number }[]>`select token_id from tokens where user_id = ${author.user_id}`;
  const id = token?.token_id ?? 0;
  expect((await h.call(`POST /api/tokens/${id}/revoke`, { as: author, with_cookie: true, json: {} })).status).toBe(200);
  for (const { path } of [open, used]) await expectTraceless(h, 403, () => send(path, "bytes"));
  expect(await findLiveToken(sql, { token_id: id, user_id: author.user_id, now: h.clock.now() })).toBeNull();
});

test("a ticket made in a session outlives a token's end, and ends with the account", async () => {
  const author = await h.person();
  const made = await h.call("POST /api/uploads", { as: author, with_cookie: true, json: { filename: "a.bin" } });
  const path = new URL(made.body.upload_url).pathname;
  await sql`update tokens set revoked_at = ${h.clock.now()} where user_id = ${author.user_id}`;
  expect((await h.call(`HEAD ${path}`)).status).toBe(200);
  await h.runtime.database.withTransaction(async (tx) => {
    await tx`update users set disabled_at = ${h.clock.now()} where user_id = ${author.user_id}`;
    await forgetPerson(tx, author.user_id);
  });
  await h.runtime.database.bus.catchUp();
  const answer = await expectTraceless(h, 403, () => send(path, "bytes"));
  expect(answer.body.detail).toContain("account");
});

test("an account that ends while the bytes come is a 403 as well", async () => {
  const author = await h.person();
  const made = await h.call("POST /api/uploads", { as: author, with_cookie: true, json: { filename: "a.bin" } });
  const body = new ReadableStream({
    async pull(controller) {
      await sql`update users set disabled_at = ${h.clock.now()} where user_id = ${author.user_id}`;
      controller.enqueue(new TextEncoder().encode("bytes"));
      controller.close();
    },
  });
  const answer = await expectTraceless(h, 403, () => h.call(`PUT ${new URL(made.body.upload_url).pathname}`, { body }));
  expect(answer.body.detail).toContain("account");
});

test("a right that is gone when the bytes come is missed then", async () => {
  const doc = (await h.call("POST /api/docs", { as: owner, json: { html: "<h1>One</h1>" } })).body;
  const replacing = await issued({ filename: "x.html", doc_id: doc.doc_id, path: "index.html", base_version: 1 });
  const used = await issued({ filename: "y.bin" });
  const made = await send(used.path, "bytes");
  for (const id of [doc.doc_id, made.body.doc_id]) await h.call(`DELETE /api/docs/${id}`, { as: owner });
  for (const { path } of [replacing, used]) {
    const answer = await expectTraceless(h, 404, () => send(path, "<p>x</p>"));
    expect(answer.body.detail).toBe("document not found");
  }
});

test("the state of a ticket is its maker's to read", async () => {
  const ticket = await issued({ filename: "a.bin" });
  const stranger = await h.person();
  for (const id of [ticket.ticket_id, 999_999]) {
    expect(await h.call(`GET /api/uploads/${id}`, { as: stranger })).toMatchObject({
      status: 404,
      body: { error: "upload ticket not found" },
    });
  }
  expect((await h.call("GET /api/uploads/x", { as: owner })).status).toBe(422);
  expect((await h.call(`GET /api/uploads/${ticket.ticket_id}`)).status).toBe(401);
});

test("an agent makes a ticket with the tool create_upload, and it ends with the agent's token", async () => {
  const author = await h.person();
  const params = { name: "create_upload", arguments: { filename: "a.csv", title: "Numbers", tags: ["a"] } };
  const { body } = await h.call("POST /mcp", {
    as: author,
    json: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    headers: { accept: "application/json, text/event-stream" },
  });
  const made = body.result.structuredContent;
  expect(made).toMatchObject({ method: "PUT", curl: expect.stringContaining(made.upload_url) });
  const path = new URL(made.upload_url).pathname;
  expect(await send(path, "a,b")).toMatchObject({ status: 201, body: { title: "Numbers", tags: ["a"], kind: "file" } });
  await sql`update tokens set revoked_at = ${h.clock.now()} where user_id = ${author.user_id}`;
  await expectTraceless(h, 403, () => send(path, "a,b"));
});
