// No string of the corpus runs as a name:
// of people, workspaces, roots, folders, tokens, programs and files, in pages, mails and answers of the API.
import { expect, test } from "bun:test";
import type { Answer, Person } from "../harness/harness.ts";
import { readOutbox } from "../harness/outbox.ts";
import { openOauthServer, request } from "../oauth/oauth_server.ts";
import { must } from "../roots/space.ts";
import { CORPUS, chunks, SHARP } from "./injection_corpus.ts";
import { type Exhibit, openLab } from "./injection_lab.ts";

const oauth = await openOauthServer({
  QUOTA_PUBLISH: "100000",
  QUOTA_TOKEN_MINT: "100000",
  QUOTA_ACCESS_REQUEST: "1000",
});
const server = oauth.h;
const lab = await openLab();
const DAY_MS = 86_400_000;
const AS_BROWSER = { accept: "text/html" };

const anna = await server.person();
const otto = await server.person({ role: "member", workspace_id: anna.workspace_id });

/** The names of a length, the sharpest in their turns. */
function names(charsMax: number): (index: number) => string {
  const made = chunks(SHARP, charsMax);
  return (index) => made[index % made.length] ?? "";
}

const long = names(480);
const short = names(95);
/** What something may be called: controls and what turns text are refused there. */
const called = (index: number): string => short(index).replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, " ");

async function name({ user_id }: Person, index: number): Promise<void> {
  await server.runtime.database.sql`update users set name = ${short(index)} where user_id = ${user_id}`;
}

await name(anna, 0);
await name(otto, 1);
await server.runtime.database.sql`update workspaces set name = ${short(2)} where workspace_id = ${anna.workspace_id}`;

function shown(name: string, answer: Answer): Exhibit {
  return { name, body: answer.bytes, content_type: answer.headers.get("content-type") ?? "" };
}

async function page(path: string, as: Person | null = anna): Promise<Exhibit> {
  const send = as ? { as, with_cookie: true, headers: AS_BROWSER } : { headers: AS_BROWSER };
  return shown(path, await server.call(`GET ${path}`, send));
}

async function settle(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await server.runtime.relay.relayAll();
    await server.runtime.jobs.runDue();
  }
}

test("names run in no page of the app", async () => {
  const exhibits: Exhibit[] = [];
  await must(
    server.call("POST /api/roots", { as: anna, json: { name: called(3), slug: "sharp", description: long(0) } }),
  );
  for (let index = 0; index < 20; index++) {
    const json = { markdown: "x", title: long(index), folder: `f/${short(index).replace(/[\\/]/g, "")}`, tags: [] };
    // A folder's name may be refused; the title alone then.
    const made = await server.call("POST /api/docs", { as: anna, json });
    if (made.status !== 201) await must(server.call("POST /api/docs", { as: anna, json: { ...json, folder: "f" } }));
    await must(
      server.call("POST /api/tokens", { as: anna, with_cookie: true, json: { name: called(index), ttl_days: 1 } }),
    );
  }
  exhibits.push(await page("/app"));
  for (let index = 0; index < 12; index++) {
    const text = encodeURIComponent(long(index));
    exhibits.push(await page(`/app?invite=${text}`), await page(`/auth/login?email=${text}&next=${text}`, null));
    exhibits.push(await page(`/x/${text}`), await page(`/no/${text}`), await page(`/auth/link/${text}`, null));
    exhibits.push(shown(`content ${index}`, await server.open(`/d/${text}/${text}`, { headers: AS_BROWSER })));
    const filename = `${short(index).replace(/[\\/<>:"|?*]/g, "")}.bin`;
    const ticket = await must(server.call("POST /api/uploads", { as: anna, json: { filename, title: long(index) } }));
    exhibits.push(await page(new URL(ticket.body.upload_url).pathname));
  }
  expect(exhibits.filter(({ body }) => body.length === 0)).toEqual([]);
  expect(await lab.examine(exhibits)).toEqual([]);
});

test("a program's name runs neither where it asks nor among the connections", async () => {
  const exhibits: Exhibit[] = [];
  for (const [index, text] of chunks(SHARP, 95).slice(0, 60).entries()) {
    const id = await oauth.client(text);
    const { challenge } = oauth.pkce();
    const asked = await oauth.authorize(anna, request(id, challenge));
    expect(asked.status).toBe(200);
    exhibits.push(shown(text, asked));
    if (index < 20) await oauth.decide(anna, asked);
  }
  exhibits.push(await page("/app/settings/me/connections"));
  expect(await lab.examine(exhibits)).toEqual([]);
});

test("requests and warnings run in no mail and on no page behind it", async () => {
  const exhibits: Exhibit[] = [];
  for (let index = 0; index < 6; index++) {
    const json = { markdown: "x", title: long(index), root: index % 2 ? "sharp" : null, retention_days: 10 };
    const made = await must(server.call("POST /api/docs", { as: anna, json }));
    const { slug } = made.body;
    exhibits.push(await page(`/auth/request-access/${slug}`, otto));
    const message = chunks(CORPUS, 900)[index];
    expect((await server.call("POST /api/access-requests", { as: otto, json: { slug, message } })).status).toBe(201);
    exhibits.push(await page(`/auth/request-access/${slug}`, otto));
  }
  await settle();
  server.clock.set(new Date(server.clock.now().getTime() + 7 * DAY_MS + 3_600_000));
  await settle();
  const mails = await readOutbox(server.runtime.config.data_dir);
  expect(mails.length).toBeGreaterThan(10);
  const links = mails.flatMap((mail) => mail.links).filter((link) => /\/u\/keep\/|\/auth\/access-request\//.test(link));
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) exhibits.push(await page(new URL(link).pathname));
  // A mail is text alone; a program that shows it as HTML would be the fault of its own.
  expect(mails.filter(({ html }) => html !== null)).toEqual([]);
  expect(mails.filter(({ subject }) => /[\r\n]/.test(subject))).toEqual([]);
  expect(await lab.examine(exhibits)).toEqual([]);
});

test("comments, differences, histories, trees and notices are answered as data that no browser runs", async () => {
  const whole = CORPUS.join("\n");
  const made = await must(server.call("POST /api/docs", { as: anna, json: { markdown: "x", title: long(0) } }));
  const at = `/api/docs/${made.body.doc_id}`;
  const grant = { subject_type: "user", subject: otto.email, level: "comment" };
  await must(server.call(`POST ${at}/access`, { as: anna, json: grant }));
  await must(server.call(`PUT ${at}/files/source.md`, { as: anna, json: { content: whole, message: long(1) } }));
  for (const body of chunks(CORPUS, 7000)) {
    await must(server.call(`POST ${at}/comments`, { as: otto, json: { body: `@${anna.email} ${body}` } }));
  }
  await settle();
  const paths = [
    "",
    "/comments",
    "/diff?from=1&to=2&path=source.md",
    "/history?path=source.md",
    "/versions",
    "/blame?path=source.md",
    "/rendered",
  ];
  const routes = [
    ...paths.map((path) => at + path),
    `${at}/files/source.md`,
    "/api/notifications",
    "/api/tree",
    "/api/roots",
  ];
  const exhibits: Exhibit[] = [];
  for (const route of [...routes, "/api/folders", "/api/docs", "/api/changes", "/api/me", "/api/tokens"]) {
    const answer = await must(server.call(`GET ${route}`, { as: anna, headers: AS_BROWSER }));
    expect([route, answer.headers.get("x-content-type-options")]).toEqual([route, "nosniff"]);
    expect(answer.headers.get("content-type")).not.toMatch(/html|xml|svg/);
    exhibits.push(shown(route, answer));
  }
  expect(await lab.examine(exhibits)).toEqual([]);
});
