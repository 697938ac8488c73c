// A person's chat: how its address is kept, what is sent there and when, what becomes of one that fails,
// and where it may not lead.
import { afterEach, describe, expect, test } from "bun:test";
import { commented, comment as write } from "../comments/commented.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { limited } from "../oauth/limited.ts";
import { OPENED, openReceiver } from "../webhooks/receiver.ts";
import { listening } from "./listening.ts";

const h = await openHarness({ env: OPENED });
const receiver = openReceiver();
const MINUTE_MS = 60_000;
const PATH = "/api/notifications/chat";
const { hear, told } = listening(h);

afterEach(() => {
  receiver.received.length = 0;
  receiver.answer = () => new Response("ok");
});

async function pass(minutes: number): Promise<void> {
  for (let n = 0; n < minutes; n++) {
    h.clock.advance(MINUTE_MS);
    await hear();
  }
}

async function give(as: Person): Promise<void> {
  const given = await h.call(`PUT ${PATH}`, { as, json: { url: receiver.url, format: "slack" } });
  if (given.status !== 200) throw new Error(`no chat: ${given.status} ${JSON.stringify(given.body)}`);
}

async function chatOf(as: Person) {
  return (await h.call("GET /api/notifications/settings", { as })).body.chat;
}

/** A document whose owner has a chat, and who comments on it. */
async function withChat() {
  const made = await commented(h);
  await hear();
  await give(made.as);
  return made;
}

test("the address is kept sealed, shown by its host and end alone, and in no audit row", async () => {
  const as = await h.person();
  const url = `${receiver.url}/services/T0/B0/q7Zk2mVx9RtB4nWc`;
  const given = await h.call(`PUT ${PATH}`, { as, json: { url, format: "slack" } });
  const { host } = new URL(url);
  expect(given.body).toEqual({
    format: "slack",
    address: `${host}/…4nWc`,
    active: true,
    failures: 0,
    error: null,
    sent_at: null,
  });
  expect(await chatOf(as)).toEqual(given.body);
  const [row] = await h.runtime.database
    .sql`select row_to_json(c)::text as text from notification_channels c where user_id = ${as.user_id}`;
  expect(row?.["text"]).not.toContain("q7Zk2m");
  expect(JSON.stringify(await h.audit())).not.toContain("q7Zk2m");
  expect((await h.audit()).at(-1)).toMatchObject({ action: "notification.chat", meta: { format: "slack", host } });
});

describe("what happens", () => {
  test("within a minute goes as one message of titles and links, without what was written", async () => {
    const { at, commenter, doc } = await withChat();
    await write(h, at, { as: commenter, json: { body: "between us" } });
    await write(h, at, { as: commenter, json: { body: "and this" } });
    await pass(3);
    expect(receiver.received.map((one) => one.body.text.split("\n"))).toEqual([
      Array(2).fill(`<${doc.url}|New comment on "Plan">`),
    ]);
    expect(receiver.received[0]?.headers["content-type"]).toBe("application/json");
  });

  test("is not sent where its reader lost the document, nor where they chose otherwise", async () => {
    const { as, at, commenter, doc } = await withChat();
    await write(h, at, { as: commenter, json: { body: "x" } });
    await hear();
    await h.runtime.database.sql`update documents set owner_id = ${commenter.user_id}, place_id = (
      select place_id from places where root_id is not null and path = '' and workspace_id = ${as.workspace_id}),
      lost_root = 'Gone' where doc_id = ${doc.doc_id}`;
    await h.runtime.database.sql`update users set role = 'member' where user_id = ${as.user_id}`;
    await pass(3);
    expect(receiver.received).toEqual([]);
    const other = await withChat();
    const json = { kinds: [{ kind: "comment.created", chat: false }] };
    await h.call("PUT /api/notifications/settings", { as: other.as, json });
    await write(h, other.at, { as: other.commenter, json: { body: "x" } });
    await pass(3);
    expect(receiver.received).toEqual([]);
  });

  test("goes once when two servers are at work", async () => {
    const other = await h.twin(OPENED);
    const { at, commenter } = await withChat();
    await write(h, at, { as: commenter, json: { body: "x" } });
    await hear();
    for (let n = 0; n < 3; n++) {
      h.clock.advance(MINUTE_MS);
      await Promise.all([h.runtime.jobs.runDue(), other.runtime.jobs.runDue()]);
    }
    expect(receiver.received).toHaveLength(1);
  });
});

describe("a chat that fails", () => {
  test("is asked less and less often, is given up on after six times, and its owner is told in the app", async () => {
    receiver.answer = () => new Response("no_service", { status: 500 });
    const { as, at, commenter } = await withChat();
    await write(h, at, { as: commenter, json: { body: "x" } });
    await pass(3);
    expect(await chatOf(as)).toMatchObject({ active: true, error: "the chat answered 500: no_service" });
    const count = receiver.received.length;
    expect(count).toBe(2);
    await pass(3);
    expect(receiver.received.length).toBe(count);
    for (const minutes of [5, 31, 121, 721]) {
      h.clock.advance(minutes * MINUTE_MS);
      await pass(1);
    }
    expect(receiver.received).toHaveLength(6);
    expect(await chatOf(as)).toMatchObject({ active: false, failures: 6 });
    expect((await told(as))[0]).toMatchObject({ kind: "chat.stopped" });
    await write(h, at, { as: commenter, json: { body: "y" } });
    await pass(5);
    expect(receiver.received).toHaveLength(6);
  });

  test("with 404 or 410 is gone at once, and a test that arrives takes it up again", async () => {
    receiver.answer = () => new Response("", { status: 410 });
    const { as, at, commenter } = await withChat();
    await write(h, at, { as: commenter, json: { body: "x" } });
    await pass(3);
    expect(await chatOf(as)).toMatchObject({ active: false, error: "the chat answered 410" });
    receiver.answer = () => new Response("ok");
    const tried = await h.call(`POST ${PATH}/test`, { as });
    expect(tried.body).toMatchObject({
      delivered: true,
      status_code: 200,
      error: null,
      chat: { active: true, failures: 0 },
    });
    await write(h, at, { as: commenter, json: { body: "y" } });
    await pass(3);
    expect(receiver.received.at(-1)?.body.text).toContain("New comment");
  });

  test("tells a test why, without the address", async () => {
    const as = await h.person();
    await give(as);
    receiver.answer = ({ path }) => new Response(`nothing at ${path}`, { status: 403 });
    const tried = await h.call(`POST ${PATH}/test`, { as });
    expect(tried.body).toMatchObject({ delivered: false, status_code: 403, error: "the chat answered 403" });
  });
});

test("removed, nothing waits and nothing is sent; without one a test is 409", async () => {
  const { as, at, commenter } = await withChat();
  await write(h, at, { as: commenter, json: { body: "x" } });
  await hear();
  expect((await h.call(`DELETE ${PATH}`, { as })).body).toEqual({ deleted: true });
  expect((await h.call(`DELETE ${PATH}`, { as })).body).toEqual({ deleted: false });
  await pass(3);
  expect(receiver.received).toEqual([]);
  expect((await h.call(`POST ${PATH}/test`, { as })).status).toBe(409);
});

test.each([
  ["no address", { url: "hello" }],
  ["another scheme", { url: "ftp://chat.example.com/x" }],
  ["a password in it", { url: "https://me:s3cret@93.184.215.14/x", format: "slack" }],
  ["a private network", { url: "https://10.0.0.1/x", format: "slack" }],
  ["the machine's own metadata", { url: "http://169.254.169.254/latest", format: "slack" }],
  ["IPv6 that is IPv4", { url: "https://[::ffff:10.0.0.1]/x", format: "slack" }],
  ["an address that does not tell its format", { url: "https://93.184.215.14/x" }],
  ["an unknown format", { url: "https://93.184.215.14/x", format: "irc" }],
])("refuses %s with 400", async (_what, json) => {
  await scenario(h, {
    given: () => h.person(),
    act: (as) => ({ as, call: `PUT ${PATH}`, json }),
    expect: { status: 400 },
  });
});

describe("a chat that a token gave", () => {
  /** A chat by a token of the person's own making. */
  async function withToken() {
    const made = await commented(h);
    await hear();
    const { body } = await h.call("POST /api/tokens", { as: made.as, with_cookie: true, json: { name: "script" } });
    await give({ ...made.as, token: body.token });
    const end = () => h.call(`POST /api/tokens/${body.id}/revoke`, { as: made.as, with_cookie: true });
    return { ...made, end };
  }

  test("is sent what its person is told while the token holds, and nothing from then on", async () => {
    const { as, at, commenter, end } = await withToken();
    await write(h, at, { as: commenter, json: { body: "x" } });
    await hear();
    await pass(3);
    expect(receiver.received).toHaveLength(1);
    await end();
    await write(h, at, { as: commenter, json: { body: "y" } });
    await hear();
    await pass(3);
    expect(receiver.received).toHaveLength(1);
    const ended = "the token by which your chat was given has ended";
    expect(await chatOf(as)).toMatchObject({ active: false, error: ended });
    expect((await told(as))[0]).toMatchObject({ kind: "chat.stopped", title: expect.stringContaining("has ended") });
    // A test brings it back no more than what happens does.
    const tried = await h.call(`POST ${PATH}/test`, { as });
    expect([tried.status, tried.body.error]).toEqual([409, `${ended}; give its address again`]);
    expect(receiver.received).toHaveLength(1);
    await give(as);
    expect(await chatOf(as)).toMatchObject({ active: true, error: null });
  });

  test("stays where a person who is signed in gives it again, and is given by no connected program", async () => {
    const { as, at, commenter, end } = await withToken();
    const json = { url: receiver.url, format: "slack" };
    expect((await h.call(`PUT ${PATH}`, { as, with_cookie: true, json })).status).toBe(200);
    await end();
    await write(h, at, { as: commenter, json: { body: "x" } });
    await hear();
    await pass(3);
    expect(receiver.received).toHaveLength(1);
    await scenario(h, {
      given: () => limited(h, as, {}),
      act: (by) => ({ as: by, call: `PUT ${PATH}`, json }),
      expect: {
        status: 403,
        error: /a connected program, or a token with limits, may not have what you are told sent/,
      },
    });
  });
});
