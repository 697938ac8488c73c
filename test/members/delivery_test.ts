// The mail of an invite, with a mail server that is away, refuses, or takes it: the request never waits for it.
import { afterAll, expect, test } from "bun:test";
import { SMTPServer } from "smtp-server";
import { DAY_MS, HOUR_MS } from "../../kernel/plugin.ts";
import { openHarness } from "../harness/harness.ts";

let refusal: number | null = null;
const taken: string[] = [];
/** What the mails hold. */
const sent: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo: ({ address }, _session, done) => {
    if (refusal !== null) return done(Object.assign(new Error("mailbox says no"), { responseCode: refusal }));
    taken.push(address);
    done(null);
  },
  onData: (stream, _session, done) => {
    const pieces: Buffer[] = [];
    stream.on("data", (piece: Buffer) => pieces.push(piece));
    stream.on("end", () => {
      sent.push(Buffer.concat(pieces).toString());
      done(null);
    });
  },
});
const port = await new Promise<number>((resolve) => {
  const listener = server.listen(0, "127.0.0.1", () => {
    const address = listener.address();
    resolve(typeof address === "object" && address ? address.port : 0);
  });
});
afterAll(() => server.close());
const h = await openHarness({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "docs@example.org" } });

async function inviteWhile(status: number | null, email: string) {
  refusal = status;
  const owner = await h.person();
  const made = await h.call("POST /api/invites", { as: owner, json: { email } });
  expect(made.status).toBe(201);
  expect(made.body.delivery_status).toBe("queued");
  await h.runtime.jobs.runDue();
  const look = async () => (await h.call("GET /api/invites", { as: owner })).body.invites[0];
  return { owner, look };
}

test("a mail that is refused for now is tried again, says so meanwhile, and arrives", async () => {
  const { look } = await inviteWhile(451, "busy@example.net");
  expect(await look()).toMatchObject({ delivery_status: "queued", delivery_error: expect.stringContaining("no") });
  refusal = null;
  h.clock.advance(HOUR_MS);
  await h.runtime.jobs.runDue();
  expect(await look()).toMatchObject({ delivery_status: "sent", delivery_error: null });
  expect(taken).toEqual(["busy@example.net"]);
});

test("a mail that is refused for good is not tried again, and can be sent anew", async () => {
  const { owner, look } = await inviteWhile(550, "nobody@example.net");
  const failed = await look();
  expect(failed).toMatchObject({ delivery_status: "failed", delivery_error: expect.stringContaining("no") });
  refusal = null;
  h.clock.advance(HOUR_MS);
  await h.runtime.jobs.runDue();
  expect(taken).not.toContain("nobody@example.net");
  await h.call(`POST /api/invites/${failed.id}/resend`, { as: owner });
  await h.runtime.jobs.runDue();
  expect(await look()).toMatchObject({ delivery_status: "sent", delivery_error: null });
});

test("a server that stays away is tried for half a day, then the invite says that the mail failed", async () => {
  const { look } = await inviteWhile(451, "away@example.net");
  for (let attempt = 0; attempt < 20; attempt++) {
    h.clock.advance(HOUR_MS);
    await h.runtime.jobs.runDue();
  }
  expect(await look()).toMatchObject({ delivery_status: "failed" });
});

/** Invites, runs what is due while the server answers `status`, and answers what the address was mailed from then on. */
async function inviteAndWait(status: number | null, email: string) {
  const { owner, look } = await inviteWhile(status, email);
  refusal = null;
  const { id } = await look();
  const mails = () => taken.filter((one) => one === email).length;
  const pass = async (days: number) => {
    h.clock.advance(days * DAY_MS);
    await h.runtime.jobs.runDue();
  };
  return { owner, id, look, mails, pass };
}

test("three days before its end an invite is mailed once more, with the link that it had, and never again", async () => {
  const { mails, pass, owner, look } = await inviteAndWait(null, "late@example.net");
  await pass(10.9);
  expect(mails()).toBe(1);
  await pass(0.2);
  expect(mails()).toBe(2);
  const mine = sent.filter((text) => text.includes("late@example.net"));
  expect(mine.at(-1)).toContain("Your invitation to");
  const [first, second] = mine.map((text) => /\/u\/invite\/[\w.=-]+/.exec(text.replaceAll("=\r\n", ""))?.[0]);
  expect(second).toBe(first ?? "a link");
  await pass(1);
  await pass(1);
  expect(mails()).toBe(2);
  expect(await look()).toMatchObject({ delivery_status: "sent", expired: false });
  expect((await h.call("GET /api/invites", { as: owner })).body.invites).toHaveLength(1);
});

test("an invite that was sent again is reminded of by its own time alone", async () => {
  const { mails, pass, id, owner } = await inviteAndWait(null, "again@example.net");
  await pass(5);
  await h.call(`POST /api/invites/${id}/resend`, { as: owner });
  await h.runtime.jobs.runDue();
  expect(mails()).toBe(2);
  await pass(7);
  expect(mails()).toBe(2);
  await pass(4.1);
  expect(mails()).toBe(3);
});

test("nobody is reminded whose mail was refused, whose invite is over, or who has come", async () => {
  const refused = await inviteAndWait(550, "bounced@example.net");
  const revoked = await inviteAndWait(null, "revoked@example.net");
  const joined = await inviteAndWait(null, "joined@example.net");
  const provided = await inviteAndWait(null, "provided@example.net");
  await h.person({ email: "Provided@example.net", workspace_id: provided.owner.workspace_id });
  const { sql } = h.runtime.database;
  await h.call(`DELETE /api/invites/${revoked.id}`, { as: revoked.owner });
  await sql`update invites set accepted_at = ${h.clock.now()} where invite_id = ${joined.id}`;
  await refused.pass(11.5);
  expect([refused.mails(), revoked.mails(), joined.mails(), provided.mails()]).toEqual([0, 1, 1, 1]);
});

test("a reminder that the mail server refuses for good says so on the invite; one for now is tried again", async () => {
  const gone = await inviteAndWait(null, "gone@example.net");
  refusal = 550;
  await gone.pass(11.1);
  expect(await gone.look()).toMatchObject({ delivery_status: "failed", delivery_error: expect.stringContaining("no") });
  const busy = await inviteAndWait(null, "busier@example.net");
  refusal = 451;
  await busy.pass(11.1);
  expect(await busy.look()).toMatchObject({ delivery_status: "sent" });
  refusal = null;
  await busy.pass(0.1);
  expect(busy.mails()).toBe(2);
});

test("a mailbox that has had its invites of the day gets no reminder beside them", async () => {
  const { mails, pass } = await inviteAndWait(null, "full@example.net");
  await pass(10.9);
  for (let count = 0; count < 6; count++) {
    const as = await h.person();
    expect((await h.call("POST /api/invites", { as, json: { email: "full@example.net" } })).status).toBe(201);
  }
  await h.runtime.jobs.runDue();
  expect(mails()).toBe(7);
  await pass(0.2);
  expect(mails()).toBe(7);
});
