// The page a signed-in person lands on, and the addresses around it.
import { expect, test } from "bun:test";
import { documentPath } from "../../plugins/app/port/paths.ts";
import { openHarness } from "../harness/harness.ts";

const server = await openHarness();

test("the app's root leads to the app, and signed out to the sign-in page", async () => {
  const root = await server.call("GET /");
  expect(root.status).toBe(302);
  expect(root.headers.get("location")).toBe("/app");
  const token = await server.person();
  for (const sent of [{}, { as: token }, { headers: { cookie: "__Host-docsvc_session=expired" } }]) {
    const out = await server.call("GET /app", sent);
    expect(out.status).toBe(302);
    expect(out.headers.get("location")).toBe("/auth/login?next=%2Fapp");
  }
});

test("a person without documents is told how to publish, with this server's own address", async () => {
  const as = await server.person();
  const page = await server.call("GET /app", { as, with_cookie: true });
  expect(page.status).toBe(200);
  expect(page.body).toContain("Nothing published yet");
  for (const way of [
    `npm install -g ${server.base_url}/docsvc.tgz`,
    `curl ${server.base_url}/api/docs`,
    `${server.base_url}/mcp`,
  ]) {
    expect(page.body).toContain(way);
  }
  expect(page.body).toContain(as.email);
});

test("the page lists one's own documents with their links, escaped, and nobody else's", async () => {
  const [as, other] = [await server.person(), await server.person()];
  const title = `<img src=x onerror=alert(1)> "Plan" & more`;
  const made = await server.call("POST /api/docs", { as, json: { html: "<p>x</p>", title } });
  expect(made.status).toBe(201);
  await server.call("POST /api/docs", { as: other, json: { html: "<p>y</p>", title: "Of somebody else" } });
  const { body } = await server.call("GET /app", { as, with_cookie: true });
  expect(body).toContain(`href="${documentPath(made.body.doc_id)}"`);
  expect(body).toContain("&lt;img src=x onerror=alert(1)&gt; &quot;Plan&quot; &amp; more");
  expect(body).not.toContain("<img src=x");
  expect(body).not.toContain("Of somebody else");
  const list = await server.call("GET /app?view=mine", { as, with_cookie: true });
  expect(list.body).toContain("1 document");
  expect(list.body).not.toContain("Of somebody else");
});

test("the page leads to what is listed to one beside one's own, with where it lies or whose it is, and to nothing else", async () => {
  const as = await server.person();
  const join = () => server.person({ role: "member", workspace_id: as.workspace_id });
  const [colleague, other] = [await join(), await join()];
  const shared = await server.call("POST /api/docs", { as: colleague, json: { html: "<p>x</p>", title: "Lent" } });
  const grant = { subject_type: "user", subject: as.email, level: "view" };
  await server.call(`POST /api/docs/${shared.body.doc_id}/access`, { as: colleague, json: grant });
  const inGeneral = { html: "<p>x</p>", title: "For all", root: "general", folder: "" };
  await server.call("POST /api/docs", { as: colleague, json: inGeneral });
  await server.call("POST /api/docs", { as: colleague, json: { html: "<p>x</p>", title: "Kept back" } });
  const show = async (path: string, who = as) =>
    (await server.call(`GET ${path}`, { as: who, with_cookie: true })).body;
  const own = await show("/app");
  expect(own).toContain('href="/app?view=all"');
  // What is shared stands in a part of its own, above one's own documents.
  const [above = "", below = ""] = String(own).split('id="documents"');
  expect([above.includes("Lent"), above.includes("Shared with me"), below.includes("Lent")]).toEqual([
    true,
    true,
    false,
  ]);
  const all = await show("/app?view=all");
  for (const shown of ["Lent", colleague.email, "For all", "General", "2 documents", "Who it is shared with"])
    expect(all).toContain(shown);
  expect(all).not.toContain("Kept back");
  const others = await show("/app?view=all", other);
  expect([others.includes("For all"), others.includes("Lent")]).toEqual([true, false]);
});

test("the former page of one's account leads to the settings for good", async () => {
  const as = await server.person();
  const { status, headers } = await server.call("GET /app?view=account", { as, with_cookie: true });
  expect([status, headers.get("location")]).toEqual([301, "/app/settings/me/profile"]);
});

test("nothing on home runs or loads but the app's own files", async () => {
  const page = await server.call("GET /app", { as: await server.person(), with_cookie: true });
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain("unsafe");
  expect(page.headers.get("x-frame-options")).toBe("DENY");
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc="\/app\/(?:frame|uploads)\.js")|\son[a-z]+=|\sstyle=/);
});

test("script and stylesheet come with an ETag and answer 304 to who has them", async () => {
  for (const [path, type] of [
    ["/app/frame.js", "text/javascript"],
    ["/app/frame.css", "text/css"],
  ] as const) {
    const first = await server.call(`GET ${path}`);
    expect(first.status).toBe(200);
    expect(first.headers.get("content-type")).toContain(type);
    const etag = first.headers.get("etag") ?? "";
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await server.call(`GET ${path}`, { headers: { "if-none-match": known } });
      expect(again.status).toBe(304);
      expect(again.bytes).toHaveLength(0);
    }
    expect((await server.call(`GET ${path}`, { headers: { "if-none-match": '"x"' } })).status).toBe(200);
  }
});

test("the page of a tag lists what carries it and is listed to the person, wherever it lies", async () => {
  const as = await server.person();
  const other = await server.person({ role: "member", workspace_id: as.workspace_id });
  const put = (who: typeof as, json: object) =>
    server.call("POST /api/docs", { as: who, json: { html: "x", ...json } });
  await put(as, { title: "Own plan", tags: ["plan"] });
  await put(as, { title: "Untagged" });
  await put(other, { title: "Team plan", tags: ["plan"], root: "general" });
  await put(other, { title: "Hidden plan", tags: ["plan"] });
  const { body } = await server.call("GET /app?tag=Plan", { as, with_cookie: true });
  expect(body).toContain("Own plan");
  expect(body).toContain("Team plan");
  expect(body).not.toContain("Untagged");
  expect(body).not.toContain("Hidden plan");
  expect((await server.call("GET /app?tag=none", { as, with_cookie: true })).body).toContain("has this tag");
  expect((await server.call("GET /app?tag=%3C%3E", { as, with_cookie: true })).status).toBe(400);
  const out = await server.call("GET /app?tag=a%26b");
  expect(out.headers.get("location")).toBe("/auth/login?next=%2Fapp%3Ftag%3Da%2526b");
});

test("whoever has more documents than a page holds reaches all of them, of a tag too", async () => {
  const as = await server.person();
  const { body: made } = await server.call("POST /api/docs", {
    as,
    json: { html: "x", title: "Oldest", tags: ["few"] },
  });
  await server.runtime.database.sql`
    insert into documents overriding system value select (jsonb_populate_record(d, jsonb_build_object(
        'document_id', nextval(pg_get_serial_sequence('documents', 'document_id')),
        'doc_id', d.doc_id || n, 'slug', d.slug || n, 'title', 'Copy ' || n,
        'updated_at', d.updated_at + n * interval '1 second'))).*
    from documents d, generate_series(1, 205) n where d.doc_id = ${made.doc_id}`;
  for (const start of ["/app?view=mine", "/app?tag=few", "/app?view=all"]) {
    const seen: string[] = [];
    const counts: string[] = [];
    let next: string | undefined = start;
    for (let page = 0; next !== undefined && page < 9; page += 1) {
      const { status, body } = await server.call(`GET ${next}`, { as, with_cookie: true });
      expect(status).toBe(200);
      seen.push(...[...String(body).matchAll(/<a class="name cut" [^>]*>([^<]*)/g)].map(([, title = ""]) => title));
      counts.push(/<span class="fine">([^<]*(?:last|ones))</.exec(String(body))?.[1] ?? "");
      next = /rel="next" href="([^"]*)"/.exec(String(body))?.[1]?.replaceAll("&amp;", "&");
      expect(String(body).includes(`href="${start}">The last changed`)).toBe(page > 0);
    }
    expect(counts).toEqual(["The 100 changed last", "100 older ones", "6 older ones"]);
    expect([seen.length, new Set(seen).size, seen.at(-1)]).toEqual([206, 206, "Oldest"]);
  }
  expect((await server.call("GET /app?older=nonsense", { as, with_cookie: true })).status).toBe(400);
});

test("the pages of the workspace are linked for whoever may open them", async () => {
  const owner = await server.person();
  const member = await server.person({ role: "member", workspace_id: owner.workspace_id });
  const small = await server.person({ plan: "free" });
  const linked = async (as: typeof owner) => {
    const { body } = await server.call("GET /app/settings", { as, with_cookie: true });
    const menu = /<nav class="settings-all".*?<\/nav>/s.exec(String(body))?.[0] ?? "";
    const hrefs = [...menu.matchAll(/href="([^"]*\/(?:agents|company)[^"]*)"/g)].map(([, href = ""]) => href);
    const headers = { accept: "text/html" };
    for (const href of hrefs) {
      expect((await server.call(`GET ${href}`, { as, with_cookie: true, headers })).status).toBe(200);
    }
    return hrefs;
  };
  const settings = "/app/settings";
  const all = ["/app/agents", `${settings}/agents/workflows`].concat(
    ["domains", "webhooks", "audit", "billing"].map((page) => `${settings}/company/${page}`),
  );
  expect(await linked(owner)).toEqual(all);
  expect(await linked(member)).toEqual([...all.slice(0, 2), `${settings}/company/audit`]);
  expect(await linked(small)).toEqual([...all.slice(0, 3), `${settings}/company/billing`]);
});

test("the name of a space is told on no page to somebody who may open one document in it and not see the space", async () => {
  const owner = await server.person({ role: "owner" });
  const as = await server.person({ role: "member", workspace_id: owner.workspace_id });
  await server.call("POST /api/roots", { as: owner, json: { name: "Secret takeover", slug: "secret" } });
  const json = { html: "<p>x</p>", title: "Lent", root: "secret", folder: "" };
  const made = await server.call("POST /api/docs", { as: owner, json });
  const grant = { subject_type: "user", subject: as.email, level: "view" };
  await server.call(`POST /api/docs/${made.body.doc_id}/access`, { as: owner, json: grant });
  for (const path of ["/app", "/app?view=all"]) {
    const { body } = await server.call(`GET ${path}`, { as, with_cookie: true });
    expect([path, body.includes("Lent"), body.includes("Secret takeover")]).toEqual([path, true, false]);
  }
  expect((await server.call("GET /app?view=all", { as: owner, with_cookie: true })).body).toContain("Secret takeover");
});
