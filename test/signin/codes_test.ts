// The code beside a mailed link: in the browser that asked, once, five tries, the same words for everybody.
import { expect, test } from "bun:test";
import { MINUTE_MS } from "../../kernel/plugin.ts";
import { openSigninServer, sessionOf } from "./signin_server.ts";
import type { Visitor } from "./visitor.ts";

const server = await openSigninServer({
  QUOTA_LOGIN: "10000",
  QUOTA_LOGIN_MAIL: "1000",
  QUOTA_LOGIN_MAIL_DAY: "1000",
  QUOTA_LOGIN_MAIL_TOTAL: "1000",
  QUOTA_LOGIN_MAIL_TOTAL_DAY: "1000",
});
const { clock } = server;
let count = 0;

async function person(): Promise<string> {
  const email = `p${++count}@example.com`;
  await server.addPerson(email, "member");
  return email;
}

/** Asks for a link and answers the code of its mail. */
async function ask(by: Visitor, email: string): Promise<string> {
  await by.submit("/auth/login", { email, next: "/app/trash" });
  const mail = (await server.readMail()).at(-1);
  expect(mail?.to).toBe(email);
  return /\b\d{4} \d{4}\b/.exec(mail?.text ?? "")?.[0] ?? "";
}

const type = (by: Visitor, email: string, code: string) => by.submit("/auth/code", { email, code });
const other = (code: string) => (code.startsWith("0") ? `1${code.slice(1)}` : `0${code.slice(1)}`);

test("it signs in once, where it was asked for, and the link beside it ends with it", async () => {
  const email = await person();
  const [mine, elsewhere] = [server.visitor(), server.visitor()];
  const code = await ask(mine, email);
  const link = await server.lastLink();
  expect((await type(elsewhere, email, code)).status).toBe(403);
  const went = await type(mine, email, ` ${code.replace(" ", "-")} `);
  expect([went.status, went.headers.get("location"), await sessionOf(mine)]).toEqual([303, "/app/trash", email]);
  expect([(await type(mine, email, code)).status, (await mine.submit(link)).status]).toEqual([403, 410]);
  expect((await server.actions()).at(-2)).toBe("login.ok");
});

test("five wrong tries end it, the right one after them too, while the link still works", async () => {
  const email = await person();
  const mine = server.visitor();
  const code = await ask(mine, email);
  const link = await server.lastLink();
  for (let number = 0; number < 5; number++) expect((await type(mine, email, other(code))).status).toBe(403);
  expect([(await type(mine, email, code)).status, await sessionOf(mine)]).toEqual([403, null]);
  expect((await mine.submit(link)).status).toBe(303);
});

test("tries at once are counted one by one", async () => {
  const email = await person();
  const mine = server.visitor();
  const code = await ask(mine, email);
  await Promise.all(Array.from({ length: 8 }, () => type(mine, email, other(code))));
  expect((await type(mine, email, code)).status).toBe(403);
});

test("it ends after fifteen minutes, and a later one takes its place", async () => {
  const email = await person();
  const mine = server.visitor();
  const first = await ask(mine, email);
  const second = await ask(mine, email);
  if (first !== second) expect((await type(mine, email, first)).status).toBe(403);
  clock.advance(15 * MINUTE_MS);
  expect((await type(mine, email, second)).status).toBe(403);
});

test("another address's code is none, and an address without an account gets the same words", async () => {
  const [email, other] = [await person(), await person()];
  const mine = server.visitor();
  const code = await ask(mine, email);
  expect((await type(mine, other, code)).status).toBe(403);
  await mine.submit("/auth/login", { email: "nobody@example.com" });
  const wrong = await (await type(mine, email, "0000 0001")).text();
  const unknown = await (await type(mine, "nobody@example.com", "0000 0001")).text();
  const bare = (text: string, of: string) => text.replaceAll(of, "X").replaceAll(encodeURIComponent(of), "X");
  expect(bare(unknown, "nobody@example.com")).toBe(bare(wrong, email));
});

test("a mailbox takes twenty-five tries an hour from one network, whether it has an account or not", async () => {
  for (const email of [await person(), "nobody@office.test"]) {
    const mine = server.visitor();
    await mine.submit("/auth/login", { email });
    const statuses: number[] = [];
    for (let number = 0; number < 26; number++) statuses.push((await type(mine, email, "0000 0001")).status);
    expect(statuses).toEqual([...Array(25).fill(403), 429]);
  }
});
