// The mail of an invite, with a mail server that is away, refuses, or takes it: the request never waits for it.
import { afterAll, expect, test } from "bun:test";
import { SMTPServer } from "smtp-server";
import { HOUR_MS } from "../../kernel/mod.ts";
import { openHarness } from "../harness.ts";

let refusal: number | null = null;
const taken: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo: ({ address }, _session, done) => {
    if (refusal !== null) return done(Object.assign(new Error("mailbox says no"), { responseCode: refusal }));
    taken.push(address);
    done(null);
  },
  onData: (stream, _session, done) => {
    stream.resume();
    stream.on("end", () => done(null));
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
  await h.house.jobs.runDue();
  const look = async () => (await h.call("GET /api/invites", { as: owner })).body.invites[0];
  return { owner, look };
}

test("a mail that is refused for now is tried again, says so meanwhile, and arrives", async () => {
  const { look } = await inviteWhile(451, "busy@example.net");
  expect(await look()).toMatchObject({ delivery_status: "queued", delivery_error: expect.stringContaining("no") });
  refusal = null;
  h.clock.advance(HOUR_MS);
  await h.house.jobs.runDue();
  expect(await look()).toMatchObject({ delivery_status: "sent", delivery_error: null });
  expect(taken).toEqual(["busy@example.net"]);
});

test("a mail that is refused for good is not tried again, and can be sent anew", async () => {
  const { owner, look } = await inviteWhile(550, "nobody@example.net");
  const failed = await look();
  expect(failed).toMatchObject({ delivery_status: "failed", delivery_error: expect.stringContaining("no") });
  refusal = null;
  h.clock.advance(HOUR_MS);
  await h.house.jobs.runDue();
  expect(taken).not.toContain("nobody@example.net");
  await h.call(`POST /api/invites/${failed.id}/resend`, { as: owner });
  await h.house.jobs.runDue();
  expect(await look()).toMatchObject({ delivery_status: "sent", delivery_error: null });
});

test("a server that stays away is tried for half a day, then the invite says that the mail failed", async () => {
  const { look } = await inviteWhile(451, "away@example.net");
  for (let attempt = 0; attempt < 20; attempt++) {
    h.clock.advance(HOUR_MS);
    await h.house.jobs.runDue();
  }
  expect(await look()).toMatchObject({ delivery_status: "failed" });
});
