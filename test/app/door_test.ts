// The one door of forms: what it takes, what it refuses, and how a refused form comes back on its page.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();

function post(
  operation: string,
  as: Person | undefined,
  texts: readonly (readonly [string, string])[],
  more: Record<string, string> = {},
) {
  return h.call(`POST /app/do/${operation}`, {
    ...(as && { as, with_cookie: true }),
    body: new URLSearchParams(texts.map(([name, value]) => [name, value])).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html", ...more },
  });
}

async function trashed(as: Person, title: string): Promise<string> {
  const { body } = await h.call("POST /api/docs", { as, json: { html: "<p>x</p>", title } });
  await h.call(`DELETE /api/docs/${body.doc_id}`, { as });
  return body.doc_id;
}

test("a form performs an operation by its own names and leads back to a page of the app", async () => {
  const as = await h.person();
  const doc_id = await trashed(as, "Plan");
  const done = await post("doc.undelete", as, [
    ["doc_id", doc_id],
    ["~back", "/app/trash"],
    ["~done", "It is back."],
  ]);
  expect([done.status, done.headers.get("location")]).toEqual([303, "/app/trash"]);
  expect((await h.call(`GET /api/docs/${doc_id}`, { as })).status).toBe(200);
  const cookie = done.headers.get("set-cookie") ?? "";
  expect(cookie).toContain("HttpOnly");
  expect(cookie).not.toContain("back.");
});

test("a form with many values of one control does it for each, by the rights that each has, and says how many were not", async () => {
  const [as, other] = [await h.person(), await h.person()];
  const mine = [await trashed(as, "One"), await trashed(as, "Two")];
  const theirs = await trashed(other, "Three");
  const sent = (ids: readonly string[]) =>
    post("doc.undelete", as, [
      ...ids.map((doc_id) => ["doc_id", doc_id] as const),
      ["~each", "doc_id"],
      ["~back", "/app/trash"],
      ["~done", "{count} are back."],
      ["~undo", "doc.delete"],
    ]);
  const done = await sent([...mine, theirs]);
  expect([done.status, done.headers.get("location")]).toEqual([303, "/app/trash"]);
  for (const doc_id of mine) expect((await h.call(`GET /api/docs/${doc_id}`, { as })).status).toBe(200);
  expect((await h.call(`GET /api/docs/${theirs}`, { as: other })).status).toBe(404);
  const [cookie = ""] = (done.headers.get("set-cookie") ?? "").split(";");
  const session = await h.call("GET /app/trash", {
    as: { ...as, cookie: `${as.cookie}; ${cookie}` },
    with_cookie: true,
  });
  expect(session.body).toContain("2 are back. 1 could not be:");
  expect(session.body).toContain('action="/app/do/doc.delete"');
  expect(session.body).toContain(`name="doc_id" value="${mine[1]}"`);
  const refused = await sent([theirs]);
  expect(refused.status).toBe(404);
  expect((await sent([])).status).toBe(400);
  const again = await trashed(as, "Four");
  const many = await sent([again, ...Array.from({ length: 100 }, (_, index) => `none${index}`)]);
  expect(many.status).toBe(400);
  expect(many.body).toContain("101 are chosen, and at most 100 are taken at once: choose fewer");
  expect((await h.call(`GET /api/docs/${again}`, { as })).status).toBe(404);
});

test("what stands before a typed value is put there by the door, and is not in the control when it comes back", async () => {
  const as = await h.person();
  const sent = (path: string) =>
    post("folder.create", as, [
      ["path", path],
      ["~before.path", "Plans/"],
      ["~back", "/app/r/~"],
    ]);
  expect((await sent("2027")).status).toBe(303);
  const { body } = await h.call("GET /api/folders?root=~", { as });
  expect(body.folders.map(({ path }: { path: string }) => path)).toContain("Plans/2027");
  expect((await sent("")).status).toBe(400);
});

test("wherever a form says that it leads, it leads to a page of the app", async () => {
  const as = await h.person();
  for (const back of [
    "https://evil.test/app",
    "//evil.test/app",
    "/app@evil.test",
    "/application",
    "/app/../auth/logout",
    "/app\r\nx: y",
    "/auth/logout",
    "app",
  ]) {
    const { status, headers } = await post("doc.undelete", as, [
      ["doc_id", await trashed(as, "x")],
      ["~back", back],
    ]);
    expect([back, status, headers.get("location")]).toEqual([back, 303, "/app"]);
  }
});

test("a refused form shows its page again, with the status of the operation and the words", async () => {
  const as = await h.person();
  const page = await post("doc.undelete", as, [
    ["doc_id", "nothing-there"],
    ["~back", "/app/trash"],
  ]);
  expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(page.body).toContain('role="alert"');
  expect(page.body).toContain("Your trash");
});

test("the door takes nobody without a session, no other origin, and no operation that takes no form", async () => {
  const as = await h.person();
  const doc_id = await trashed(as, "x");
  const texts = [["doc_id", doc_id]] as const;
  const out = await post("doc.undelete", undefined, [...texts, ["note", "kept <b>"], ["password", "secret-1"]]);
  expect(out.status).toBe(401);
  expect(out.body).toContain("kept &lt;b&gt;");
  expect(out.body).not.toContain("secret-1");
  const byToken = await h.call("POST /app/do/doc.undelete", {
    as,
    body: `doc_id=${doc_id}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(byToken.status).toBe(401);
  for (const origin of ["http://evil.test", "null"])
    expect((await post("doc.undelete", as, texts, { origin })).status).toBe(403);
  for (const operation of [
    "nope",
    "oauth.token",
    "doc.list",
    "doc.get",
    "login.link",
    "mcp.serve",
    "doc.upload",
    "scim.user.create",
    "app.do",
    "__proto__",
  ])
    expect([operation, (await post(operation, as, texts)).status]).toEqual([operation, 404]);
  expect((await h.call(`GET /api/docs/${doc_id}`, { as })).status).toBe(404);
});

test("a secret that is made by a form is in no address, and opens for its maker alone", async () => {
  const [as, other] = [await h.person(), await h.person()];
  const made = await post("token.create", as, [
    ["name", "of a form"],
    ["ttl_days", "30"],
    ["~back", "/app"],
  ]);
  expect([made.status, made.headers.get("location")]).toEqual([303, "/app"]);
  const cookie = (made.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  expect(cookie).not.toContain("dsk_");
  const { body } = await h.call("GET /app/trash", { headers: { cookie: `${other.cookie}; ${cookie}` } });
  expect(body).not.toContain("dsk_");
});

test.each(["a\0b", `${"a".repeat(199)}😀`, "ä", " "])("a key that is none is refused on the page: %j", async (key) => {
  const as = await h.person();
  const sent = await post("doc.publish", as, [
    ["format", "markdown"],
    ["content", "# Kept"],
    ["~key", key],
    ["~back", "/app"],
  ]);
  expect(sent.status).toBe(400);
  expect(sent.body).toContain("plain characters");
  expect((await h.call("GET /api/docs", { as })).body.docs).toEqual([]);
});

test("several values under one key are each carried out, and once", async () => {
  const as = await h.person();
  const ids = [await trashed(as, "One"), await trashed(as, "Two")];
  const texts: [string, string][] = [
    ...ids.map((id): [string, string] => ["doc_id", id]),
    ["~each", "doc_id"],
    ["~key", "of-this-page"],
    ["~back", "/app/trash"],
  ];
  for (let times = 0; times < 2; times++) expect((await post("doc.undelete", as, texts)).status).toBe(303);
  for (const id of ids) expect((await h.call(`GET /api/docs/${id}`, { as })).status).toBe(200);
});

test("what hangs onto a page's address beyond any of its own stands in none of its forms", async () => {
  const as = await h.person();
  await h.call("POST /api/docs", { as, json: { html: "<p>x</p>", visibility: "unlisted" } });
  const page = (query: string) => h.call(`GET /app/shared-by-me?${query}`, { as, with_cookie: true });
  const long = String((await page(`junk=${"j".repeat(90_000)}`)).body);
  expect([long.includes("jjjj"), long.includes('name="~back" value="/app/shared-by-me"')]).toEqual([false, true]);
  expect((await page("way=link")).body).toContain('name="~back" value="/app/shared-by-me?way=link"');
});
