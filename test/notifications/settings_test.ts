// Where a person is told of what: what holds by default, what they choose, and that it is obeyed on every channel.
import { describe, expect, test } from "bun:test";
import { handle, noticeKindsHook, type Plugin } from "../../kernel/plugin.ts";
import { commented, comment as write } from "../comments/commented.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { readOutbox } from "../harness/outbox.ts";
import { scenario } from "../harness/scenario.ts";
import { listening } from "./listening.ts";

/** A plugin of tomorrow, which adds a kind by declaring it. */
const polls: Plugin = {
  name: "polls",
  operations: [],
  handles: () => [
    handle(noticeKindsHook, () => [
      { kind: "poll.closed", title: "Polls close", channels: { app: true, email: false, chat: false } },
    ]),
  ],
};
const entry = { purpose: "Polls.", needs: [], toolset: null, editions: ["community"] };
const h = await openHarness({ extra: [{ plugin: polls, entry }] });
const { hear, told } = listening(h);

const PATH = "/api/notifications/settings";

async function kindOf(as: Person, kind: string) {
  const { body } = await h.call(`GET ${PATH}`, { as });
  return body.kinds.find((one: { kind: string }) => one.kind === kind);
}

function choose(as: Person, kind: string, channels: { app?: boolean; email?: boolean; chat?: boolean }) {
  return h.call(`PUT ${PATH}`, { as, json: { kinds: [{ kind, ...channels }] } });
}

test("every kind that a running plugin declares is there with its title and defaults, and no mail server is said", async () => {
  const as = await h.person();
  const { body } = await h.call(`GET ${PATH}`, { as });
  const names = body.kinds.map((one: { kind: string }) => one.kind);
  expect(names).toEqual([...names].sort());
  for (const kind of [
    "access.granted",
    "access.requested",
    "comment.created",
    "comment.mentioned",
    "comment.resolved",
  ]) {
    expect(names).toContain(kind);
  }
  for (const kind of ["doc.expiring", "invite.accepted", "policy.secret_found", "webhook.paused", "poll.closed"]) {
    expect(names).toContain(kind);
  }
  expect(await kindOf(as, "poll.closed")).toEqual({
    ...{ kind: "poll.closed", title: "Polls close", app: true, email: false, chat: false },
    ...{ is_default: true, own_mail: false },
  });
  expect(body).toMatchObject({ digest: true, email: { address: as.email, delivers: false }, chat: null });
});

test("a choice changes the channels sent alone, leaves an audit row, and again none", async () => {
  await scenario(h, {
    given: () => h.person(),
    act: (as) => ({ as, call: `PUT ${PATH}`, json: { kinds: [{ kind: "comment.created", email: false }] } }),
    expect: {
      status: 200,
      audit: [{ action: "notification.settings", target_type: "user", meta: { kinds: ["comment.created"] } }],
    },
  });
  const as = await h.person();
  await choose(as, "comment.created", { email: false });
  expect(await kindOf(as, "comment.created")).toMatchObject({ app: true, email: false, chat: true, is_default: false });
  const { length } = await h.audit();
  await choose(as, "comment.created", { email: false });
  expect(await h.audit()).toHaveLength(length);
  await choose(as, "comment.created", { email: true });
  expect(await kindOf(as, "comment.created")).toMatchObject({ is_default: true });
});

describe("what a person chose", () => {
  test("off in the app is listed nowhere and counted nowhere", async () => {
    const { as, at, commenter } = await commented(h);
    await hear();
    await choose(as, "comment.created", { app: false });
    await write(h, at, { as: commenter, json: { body: "more" } });
    expect(await told(as)).toHaveLength(1);
    expect((await h.call("GET /api/notifications", { as })).body.unread).toBe(1);
    expect((await h.call("POST /api/notifications/read", { as, json: { all: true } })).body).toEqual({ unread: 0 });
  });

  test("off everywhere leaves no row", async () => {
    const { as } = await commented(h);
    await choose(as, "comment.created", { app: false, email: false, chat: false });
    await hear();
    expect((await h.runtime.database.sql`select 1 from notifications where user_id = ${as.user_id}`).count).toBe(0);
  });

  test("off by mail stops the mail that a plugin sends by itself, and no other's", async () => {
    const { as, doc, colleague } = await commented(h);
    const other = await h.person({ workspace_id: as.workspace_id, role: "member" });
    const mails = async () =>
      (await readOutbox(h.runtime.config.data_dir)).filter(
        (one) => one.to.includes(as.email) && /asks to view/.test(one.subject),
      );
    await h.call("POST /api/access-requests", { as: colleague, json: { slug: doc.slug } });
    for (let round = 0; round < 3; round++) await hear();
    expect(await mails()).toHaveLength(1);
    await choose(as, "access.requested", { email: false });
    await h.call("POST /api/access-requests", { as: other, json: { slug: doc.slug } });
    for (let round = 0; round < 3; round++) await hear();
    expect(await mails()).toHaveLength(1);
    expect((await told(as)).filter((one) => one.kind === "access.requested")).toHaveLength(2);
  });
});

test.each([
  ["an unknown kind", { kinds: [{ kind: "comment.eaten", app: true }] }, 400],
  [
    "a kind twice",
    {
      kinds: [
        { kind: "comment.created", app: true },
        { kind: "comment.created", app: false },
      ],
    },
    400,
  ],
  ["a word for a channel", { kinds: [{ kind: "comment.created", app: "yes" }] }, 422],
  ["kinds that are no list", { kinds: "comment.created" }, 422],
])("refuses %s", async (_what, json, status) => {
  await scenario(h, {
    given: () => h.person(),
    act: (as) => ({ as, call: `PUT ${PATH}`, json }),
    expect: { status },
  });
});

test("two plugins that declare one kind do not boot together", async () => {
  const twin: Plugin = { ...polls, name: "votes" };
  const extra = [
    { plugin: polls, entry },
    { plugin: twin, entry },
  ];
  await expect(openHarness({ extra })).rejects.toThrow('the kind of notice "poll.closed" is declared twice');
});

test("a chat's address tells nobody what a name resolves to inside, nor that anything has it there", async () => {
  const as = await h.person();
  const asked = async (host: string) => {
    const json = { url: `https://${host}/x`, format: "slack" };
    const { status, body } = await h.call("PUT /api/notifications/chat", { as, json });
    return [status, String(body.error).replaceAll(host, "<host>")];
  };
  const inside = await asked("localhost");
  expect(inside).toEqual([400, expect.stringContaining("<host> is not publicly reachable")]);
  expect(inside[1]).not.toMatch(/127\.|::1/);
  expect(inside).toEqual(await asked("nothing.invalid"));
});
