// The page on which people type a document's password:
// what it opens, for whom, how long, and what guessing on it costs.
import { expect, test } from "bun:test";
import { HOUR_MS } from "../../kernel/plugin.ts";
import type { Visitor } from "../signin/visitor.ts";
import { AS_BROWSER, AS_PART, basic, openContentServer, PAGE, type Published } from "./published.ts";

const runtime = await openContentServer();
const password = "pässword: with a colon";

const guarded = (fields: Record<string, unknown> = {}, files: Record<string, string> = {}) =>
  runtime.publish({ visibility: "password", password, ...fields }, files);

const unlockAt = (document: Published) => `${document.url}~unlock`;

async function type(visitor: Visitor, document: Published, given: string, more: Record<string, string> = {}) {
  return visitor.submit(unlockAt(document), { password: given, ...more });
}

test("a form asks for the password without a word of the document, and leads to it for twelve hours", async () => {
  const document = await guarded({ title: "Secret plan" });
  const visitor = runtime.visitor();
  const page = await visitor.open(unlockAt(document));
  expect(page.status).toBe(200);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("form-action 'self'");
  expect(page.headers.get("cache-control")).toContain("no-store");
  expect(page.headers.get("x-robots-tag")).toBe("noindex, nofollow");
  const text = await page.text();
  expect(text).toContain('type="password"');
  for (const word of ["Secret plan", "The plan", runtime.anna.email, 'href="/app"']) expect(text).not.toContain(word);

  const done = await type(visitor, document, password.normalize("NFD"));
  expect([done.status, done.headers.get("location")]).toEqual([303, document.at]);
  const cookie = done.headers.getSetCookie().join();
  for (const part of ["__Host-", "HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(part);
  const shown = await visitor.open(document.url);
  expect([shown.status, await shown.text()]).toEqual([200, PAGE]);
  expect((await visitor.open(unlockAt(document))).headers.get("location")).toBe(document.at);
  runtime.clock.advance(12 * HOUR_MS);
  expect((await visitor.open(document.url)).status).toBe(401);
});

test("a page with parts goes where its sandbox finds them, and other files open by the cookie", async () => {
  const document = await guarded({}, { "app.js": "1", "two/page.html": "<p>two</p>" });
  const visitor = runtime.visitor();
  const wanted = await type(visitor, document, password, { path: "two/page.html" });
  expect(wanted.headers.get("location")).toBe(`${document.at}two/page.html`);
  const asPage = { "sec-fetch-dest": "document", "sec-fetch-site": "same-origin" };
  const sent = await visitor.open(`${document.url}two/page.html`, asPage);
  const url = new URL(sent.headers.get("location") ?? "", document.url);
  expect(url.pathname).toStartWith(`${document.at}~`);
  const response = await visitor.open(url.href, asPage);
  expect([response.status, await response.text()]).toEqual([200, "<p>two</p>"]);
  const part = await visitor.send(new URL("../app.js", url).href, { headers: { ...AS_PART, cookie: "" } });
  expect(part.status).toBe(200);
  const own = { "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty" };
  expect((await visitor.open(`${document.url}app.js`, own)).status).toBe(200);
  expect((await visitor.open(`${document.url}app.js`, AS_PART)).status).toBe(404);
});

test("a wrong password shows the form again with 403, and as data says so", async () => {
  const document = await guarded();
  const visitor = runtime.visitor();
  for (const wrong of ["wrong", "", " ", "x".repeat(5000)]) {
    const again = await type(visitor, document, wrong);
    expect([again.status, again.headers.getSetCookie()]).toEqual([403, []]);
    expect(await again.text()).toContain("not the password");
  }
  const data = await visitor.submit(unlockAt(document), { password: "wrong" }, { accept: "application/json" });
  expect([data.status, await data.json()]).toMatchObject([403, { error: expect.stringContaining("password") }]);
  expect((await visitor.open(document.url)).status).toBe(401);
});

test("guesses on the form and by Basic are one count; past it even the right password waits", async () => {
  const document = await guarded();
  const other = await guarded();
  const visitor = runtime.visitor();
  for (let n = 0; n < 5; n++) expect((await type(visitor, document, `guess ${n}`)).status).toBe(403);
  for (let n = 5; n < 10; n++)
    expect((await runtime.open(document.at, { headers: basic(`guess ${n}`) })).status).toBe(401);
  const page = await type(visitor, document, password);
  expect([page.status, page.headers.getSetCookie()]).toEqual([429, []]);
  expect(await page.text()).toContain("Try again in 15 minutes");
  const data = await visitor.submit(unlockAt(document), { password }, { accept: "*/*" });
  expect([data.status, await data.json()]).toMatchObject([429, { error: "too many attempts" }]);
  expect((await type(visitor, other, password)).status).toBe(303);
  runtime.clock.advance(15 * 60_000);
  expect((await type(visitor, document, password)).status).toBe(303);
});

test("a burst of guesses is counted one by one", async () => {
  const document = await guarded();
  const visitor = runtime.visitor();
  const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => type(visitor, document, `guess ${n}`)));
  expect(answers.filter((answer) => answer.status === 403)).toHaveLength(10);
});

test("other sites and sandboxed pages cannot press the button", async () => {
  const document = await guarded();
  for (const origin of ["https://evil.example", runtime.base_url, "null"]) {
    const answer = await runtime.visitor().submit(unlockAt(document), { password }, { origin });
    expect([origin, answer.status, answer.headers.getSetCookie()]).toEqual([origin, 403, []]);
  }
});

test("another password, other documents and tampered cookies open nothing", async () => {
  const document = await guarded({}, { "a.txt": "a" });
  const other = await guarded();
  const visitor = runtime.visitor();
  await type(visitor, document, password);
  expect((await visitor.open(other.url)).status).toBe(401);
  expect((await visitor.open(`${document.url}a.txt`)).status).toBe(200);
  const jar = visitor.cookies.get(new URL(runtime.content_url).host) ?? new Map<string, string>();
  const [[name = "", value = ""] = []] = [...jar];
  jar.set(name, `${value.slice(0, -2)}xx`);
  expect((await visitor.open(`${document.url}a.txt`)).status).toBe(401);
  jar.set(name, value);
  await runtime.patch(document, { password: "another one" });
  expect((await visitor.open(`${document.url}a.txt`)).status).toBe(401);
  expect((await visitor.open(document.url, basic(password))).status).toBe(401);
});

test("one browser may hold many documents open, the latest of them", async () => {
  const visitor = runtime.visitor();
  const documents: Published[] = [];
  for (let n = 0; n < 22; n++) {
    documents.push(await guarded());
    await type(visitor, documents.at(-1) ?? documents[0]!, password);
  }
  const statuses = await Promise.all(documents.map(async (one) => (await visitor.open(one.url)).status));
  expect(statuses).toEqual([401, 401, ...Array(20).fill(200)]);
});

test("of a document without a password it leads to its address, and of none it says nothing", async () => {
  for (const visibility of ["unlisted", "restricted", "workspace"]) {
    const document = await runtime.publish({ visibility });
    const answer = await runtime.visitor().open(unlockAt(document));
    expect([visibility, answer.status, answer.headers.get("location")]).toEqual([visibility, 302, document.at]);
    const pressed = await type(runtime.visitor(), document, "anything");
    expect([visibility, pressed.status, pressed.headers.get("location")]).toEqual([visibility, 303, document.at]);
  }
  const none = await runtime.open(`/d/${"a".repeat(22)}/~unlock`, { headers: AS_BROWSER });
  expect(none.status).toBe(404);
  expect(none.body).toContain("Nothing to see");
  expect((await runtime.open(`/d/${"a".repeat(22)}/~unlock`, { method: "POST" })).status).toBe(404);
});

test("the wanted path stays within the document", async () => {
  const document = await guarded();
  for (const path of ["../other/", "a/../../x", "..", "./x", "~forged/x", "a\\b", "a\r\nb", "x".repeat(3000)]) {
    const done = await type(runtime.visitor(), document, password, { path });
    expect([path, done.headers.get("location")]).toEqual([path, document.at]);
  }
  for (const [path, at] of [
    ["//evil.example/", "//evil.example/"],
    ["a b/ü.html", "a%20b/%C3%BC.html"],
    ["x?y#z", "x%3Fy%23z"],
  ] as const) {
    const done = await type(runtime.visitor(), document, password, { path });
    expect(done.headers.get("location")).toBe(document.at + at);
  }
  const page = await (await runtime.visitor().open(`${unlockAt(document)}?path=${encodeURIComponent('"><b>')}`)).text();
  expect(page).toContain('value="&quot;&gt;&lt;b&gt;"');
});
