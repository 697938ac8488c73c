// Checks that mail arrives whole at a real SMTP server or in the outbox, and that no text of a caller reaches its head.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { freePort } from "../../test/harness/free_port.ts";
import { readRows } from "../../test/harness/job_handlers.ts";
import { openKernelDatabase } from "../../test/harness/kernel_database.ts";
import { readMail, readOutbox } from "../../test/harness/outbox.ts";
import { openSmtpServer } from "../../test/harness/smtp_server.ts";
import { Refusal } from "../base/refusal.ts";
import { HOUR_MS, later, type MovableClock, movableClock, SECOND_MS } from "../base/time.ts";
import type { Database } from "../db/sql.ts";
import { createJobRunner } from "../jobs/jobs.ts";
import { createMail, type Mail, mailJob, queueMail } from "./mail.ts";

const START = new Date("2026-03-01T12:00:00Z");
const MESSAGE = {
  to: "anna@example.com",
  subject: "Your sign-in link",
  text: "Open https://docs.example.org/a?b=1 now.\n",
};

let database: Database;
let clock: MovableClock;
let folder: string;
let logged: Record<string, unknown>[];
const closers: (() => Promise<unknown> | undefined)[] = [];

beforeAll(async () => {
  database = await openKernelDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.sql`truncate jobs`;
  clock = movableClock(START);
  folder = mkdtempSync(join(tmpdir(), "docsvc-mail-"));
  logged = [];
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const close of closers.splice(0)) await close();
});

function openMail(smtp_url: string | null = null): Mail {
  const log = pino({ level: "info" }, { write: (line: string) => logged.push(JSON.parse(line)) });
  const config = {
    smtp_url,
    mail_from: "Docs <docs@docs.example.org>",
    data_dir: folder,
    base_url: "http://docs.example.org",
  };
  return createMail({ config, clock, log });
}

/** Closed after the test. */
async function openServer(options: Parameters<typeof openSmtpServer>[0] = {}) {
  const { close, ...server } = await openSmtpServer(options);
  closers.push(close);
  return server;
}

function runnerOf(mail: Mail) {
  const log = pino({ level: "silent" });
  return createJobRunner({ database, clock, log, definitions: [mailJob(mail)], concurrency: 2 });
}

test("without an SMTP server a mail is a whole message in the outbox", async () => {
  const mail = openMail();
  expect(mail.kind).toBe("outbox");
  await mail.send(
    { ...MESSAGE, subject: "Grüße — 文書", html: "<p>Ä <a href='https://x.example'>x</a></p>" },
    { id: "m1" },
  );
  const [received] = await readOutbox(folder);
  expect(received).toMatchObject({
    from: "docs@docs.example.org",
    to: ["anna@example.com"],
    subject: "Grüße — 文書",
    links: ["https://docs.example.org/a?b=1"],
    html: expect.stringContaining("<p>Ä"),
  });
  const raw = readFileSync(received?.file ?? "", "utf8");
  expect(raw).toContain("\r\nMessage-ID: <m1@docs.example.org>\r\n");
  expect(raw).toContain("\r\nDate: Sun, 01 Mar 2026 12:00:00 +0000\r\n");
  expect(raw).toContain("Auto-Submitted: auto-generated\r\n");
  expect(raw.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
});

test("an address that ends such mails is named to mail programs, and as one click where it is https (RFC 8058)", async () => {
  for (const scheme of ["https", "http"]) {
    await openMail().send({ ...MESSAGE, unsubscribe: `${scheme}://docs.example.org/u/x` });
  }
  const [secure, plain] = (await readOutbox(folder)).map((mail) => readFileSync(mail.file, "utf8"));
  expect(secure).toContain("List-Unsubscribe: <https://docs.example.org/u/x>\r\n");
  expect(secure).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
  expect(plain).toContain("List-Unsubscribe: <http://docs.example.org/u/x>\r\n");
  expect(plain).not.toContain("List-Unsubscribe-Post");
});

test("a mail in the outbox is readable by its owner alone, and no half of one is left", async () => {
  await openMail().send(MESSAGE);
  const names = readdirSync(join(folder, "outbox"));
  expect(names.length).toBe(1);
  expect(names[0]).toEndWith(".eml");
  expect(statSync(join(folder, "outbox", names[0] ?? "")).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "outbox")).mode & 0o777).toBe(0o700);
});

test("the outbox's names sort in the order of sending, also within one instant", async () => {
  const mail = openMail();
  for (let n = 0; n < 12; n++) {
    if (n === 6) clock.advance(SECOND_MS);
    await mail.send({ ...MESSAGE, subject: `mail ${n}` });
  }
  expect((await readOutbox(folder)).map((one) => one.subject)).toEqual(
    Array.from({ length: 12 }, (_, n) => `mail ${n}`),
  );
});

test("the log names recipient, subject, file and first link of a mail in the outbox", async () => {
  await openMail().send(MESSAGE);
  const [received] = await readOutbox(folder);
  expect(logged).toMatchObject([
    {
      level: 30,
      to: "anna@example.com",
      subject: "Your sign-in link",
      file: received?.file,
      link: "https://docs.example.org/a?b=1",
    },
  ]);
});

test("with an SMTP server a mail arrives there, and no link of it is in the log", async () => {
  const { deliveries, url } = await openServer();
  const mail = openMail(url);
  expect(mail.kind).toBe("smtp");
  await mail.send({ ...MESSAGE, html: "<p>Hello</p>" });
  expect(deliveries.map((one) => one.recipients)).toEqual([["anna@example.com"]]);
  expect(await readMail(deliveries[0]?.bytes ?? new Uint8Array())).toMatchObject({
    from: "docs@docs.example.org",
    to: ["anna@example.com"],
    subject: "Your sign-in link",
    links: ["https://docs.example.org/a?b=1"],
    html: expect.stringContaining("<p>Hello</p>"),
  });
  expect(await readOutbox(folder)).toEqual([]);
  expect(JSON.stringify(logged)).not.toContain("https://");
});

test("name and password of SMTP_URL are used, special characters in percent form", async () => {
  const { deliveries, port } = await openServer();
  await openMail(`smtp://docs:p%40ss@127.0.0.1:${port}`).send(MESSAGE);
  expect(deliveries.length).toBe(1);
  await expect(openMail(`smtp://docs:wrong@127.0.0.1:${port}`).send(MESSAGE)).rejects.toThrow();
  expect(deliveries.length).toBe(1);
});

test("a line break in a subject adds no header", async () => {
  const mail = openMail();
  for (const end of ["\r\n", "\n", "\r", "\u2028", "\0\r\n"]) {
    await mail.send({ ...MESSAGE, subject: `Plan${end}Bcc: eve@example.com${end}${end}injected body` });
  }
  for (const { file, subject, text, to } of await readOutbox(folder)) {
    expect(subject).toBe("Plan Bcc: eve example com injected body");
    expect(text.trim()).toBe(MESSAGE.text.trim());
    expect(to).toEqual(["anna@example.com"]);
    expect(readFileSync(file, "utf8")).not.toMatch(/^Bcc:/m);
  }
});

test("a recipient that is not exactly one address is refused, and nothing is queued or sent", async () => {
  const { deliveries, url } = await openServer();
  const bad = [
    "anna@example.com\r\nBcc: eve@example.com",
    "anna@example.com\n",
    "anna@example.com, eve@example.com",
    "anna@example.com;eve@example.com",
    "anna@example.com eve@example.com",
    "Anna <anna@example.com>",
    "group: anna@example.com;",
    '"a b"@example.com',
    "anna@exa\u0000mple.com",
    "anna@a@example.com",
    "anna",
    "@example.com",
    "",
    `${"a".repeat(250)}@example.com`,
  ];
  for (const to of bad) {
    for (const mail of [openMail(), openMail(url)]) {
      await expect(mail.send({ ...MESSAGE, to })).rejects.toBeInstanceOf(Refusal);
    }
    await expect(queueMail(database.sql, { ...MESSAGE, to }, START)).rejects.toMatchObject({ kind: "invalid" });
  }
  expect(deliveries).toEqual([]);
  expect(await readOutbox(folder)).toEqual([]);
  expect(await readRows(database)).toEqual([]);
});

test("a queued mail is sent by its job, once, after its transaction has committed", async () => {
  const { deliveries, url } = await openServer();
  const runner = runnerOf(openMail(url));
  const undone = database.withTransaction(async (sql) => {
    await queueMail(sql, { ...MESSAGE, to: "nobody@example.com" }, START);
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  await database.withTransaction((sql) => queueMail(sql, MESSAGE, START));
  expect(deliveries).toEqual([]);
  await runner.runDue();
  await runner.runDue();
  expect(deliveries.map((one) => one.recipients)).toEqual([["anna@example.com"]]);
});

test("a mail waits while its server is away or busy, and every attempt has the same Message-ID", async () => {
  let status: number | null = 451;
  const { deliveries, url } = await openServer({ refuseWith: () => status });
  const runner = runnerOf(openMail(url));
  await queueMail(database.sql, MESSAGE, START);
  await runner.runDue();
  expect(await readRows(database)).toMatchObject([
    { attempts: 1, failed_at: null, due_at: later(START, 15 * SECOND_MS) },
  ]);
  const [queued] = await database.sql<{ id: string }[]>`select payload->>'id' as id from jobs`;
  status = null;
  clock.advance(HOUR_MS);
  await runner.runDue();
  expect(await readRows(database)).toEqual([]);
  expect(Buffer.from(deliveries[0]?.bytes ?? []).toString()).toContain(`Message-ID: <${queued?.id}@docs.example.org>`);
});

test("a mail that the receiving server refuses for good is given up at once", async () => {
  const { url } = await openServer({ refuseWith: () => 550 });
  await queueMail(database.sql, MESSAGE, START);
  await runnerOf(openMail(url)).runDue();
  expect(await readRows(database)).toMatchObject([
    { attempts: 1, failed_at: START, last_error: expect.stringContaining("550") },
  ]);
});

test("a refused password is the deployer's to mend: the mail stays queued", async () => {
  const { port } = await openServer();
  await queueMail(database.sql, MESSAGE, START);
  await runnerOf(openMail(`smtp://docs:wrong@127.0.0.1:${port}`)).runDue();
  expect(await readRows(database)).toMatchObject([{ attempts: 1, failed_at: null }]);
});

test("check tells whether the server takes mail, and why not, without sending", async () => {
  const { deliveries, port, url } = await openServer();
  expect(await openMail().check()).toBeNull();
  expect(await openMail(url).check()).toBeNull();
  expect(await openMail(`smtp://docs:wrong@127.0.0.1:${port}`).check()).toStartWith(
    "the server of SMTP_URL does not take mail:",
  );
  expect(await openMail(`smtp://127.0.0.1:${await freePort()}`).check()).toContain("SMTP_URL");
  expect(deliveries).toEqual([]);
});
