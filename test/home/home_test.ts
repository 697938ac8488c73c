// The page a signed-in person lands on, and the addresses around it.
import { expect, test } from "bun:test";
import { openHarness } from "../harness.ts";

const house = await openHarness();

test("the app's root leads to the app, and signed out to the sign-in page", async () => {
  const root = await house.call("GET /");
  expect(root.status).toBe(302);
  expect(root.headers.get("location")).toBe("/app");
  const token = await house.person();
  for (const sent of [{}, { as: token }, { headers: { cookie: "__Host-docsvc_session=expired" } }]) {
    const out = await house.call("GET /app", sent);
    expect(out.status).toBe(302);
    expect(out.headers.get("location")).toBe("/auth/login?next=%2Fapp");
  }
});

test("a person without documents is told how to publish, with this server's own address", async () => {
  const as = await house.person();
  const page = await house.call("GET /app", { as, with_cookie: true });
  expect(page.status).toBe(200);
  expect(page.body).toContain("Nothing published yet");
  for (const way of [
    `npm install -g ${house.base_url}/docsvc.tgz`,
    `curl ${house.base_url}/api/docs`,
    `${house.base_url}/mcp`,
  ]) {
    expect(page.body).toContain(way);
  }
  expect(page.body).toContain(as.email);
});

test("the page lists one's own documents with their links, escaped, and nobody else's", async () => {
  const [as, other] = [await house.person(), await house.person()];
  const title = `<img src=x onerror=alert(1)> "Plan" & more`;
  const made = await house.call("POST /api/docs", { as, json: { html: "<p>x</p>", title } });
  expect(made.status).toBe(201);
  await house.call("POST /api/docs", { as: other, json: { html: "<p>y</p>", title: "Of somebody else" } });
  const { body } = await house.call("GET /app", { as, with_cookie: true });
  expect(body).toContain(`href="${made.body.url}"`);
  expect(body).toContain("&lt;img src=x onerror=alert(1)&gt; &quot;Plan&quot; &amp; more");
  expect(body).not.toContain("<img src=x");
  expect(body).not.toContain("Of somebody else");
  expect(body).toContain("1 document");
});

test("live tokens are shown, revoked and expired ones are not", async () => {
  const as = await house.person();
  const cookie = { as, with_cookie: true };
  await house.call("POST /api/tokens", { ...cookie, json: { name: "short-lived", ttl_days: 1 } });
  const gone = await house.call("POST /api/tokens", { ...cookie, json: { name: "revoked-one" } });
  await house.call(`POST /api/tokens/${gone.body.id}/revoke`, cookie);
  const before = await house.call("GET /app", cookie);
  expect(before.body).toContain("short-lived");
  expect(before.body).not.toContain("revoked-one");
  expect(before.body).not.toContain(gone.body.token);
  house.clock.advance(86_400_000);
  expect((await house.call("GET /app", cookie)).body).not.toContain("short-lived");
});

test("nothing on the page runs or loads but the app's own files", async () => {
  const page = await house.call("GET /app", { as: await house.person(), with_cookie: true });
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain("unsafe");
  expect(page.headers.get("x-frame-options")).toBe("DENY");
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc="\/app\/app\.js")|\son[a-z]+=|\sstyle=/);
});

test("script and stylesheet come with an ETag and answer 304 to who has them", async () => {
  for (const [path, type] of [
    ["/app/app.js", "text/javascript"],
    ["/app/app.css", "text/css"],
  ] as const) {
    const first = await house.call(`GET ${path}`);
    expect(first.status).toBe(200);
    expect(first.headers.get("content-type")).toContain(type);
    const etag = first.headers.get("etag") ?? "";
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await house.call(`GET ${path}`, { headers: { "if-none-match": known } });
      expect(again.status).toBe(304);
      expect(again.bytes).toHaveLength(0);
    }
    expect((await house.call(`GET ${path}`, { headers: { "if-none-match": '"x"' } })).status).toBe(200);
  }
});

test("the page of a tag lists what carries it and is listed to the person, wherever it lies", async () => {
  const as = await house.person();
  const other = await house.person({ role: "member", workspace_id: as.workspace_id });
  const put = (who: typeof as, json: object) => house.call("POST /api/docs", { as: who, json: { html: "x", ...json } });
  await put(as, { title: "Own plan", tags: ["plan"] });
  await put(as, { title: "Untagged" });
  await put(other, { title: "Team plan", tags: ["plan"], root: "general" });
  await put(other, { title: "Hidden plan", tags: ["plan"] });
  const { body } = await house.call("GET /app?tag=Plan", { as, with_cookie: true });
  expect(body).toContain("Own plan");
  expect(body).toContain("Team plan");
  expect(body).not.toContain("Untagged");
  expect(body).not.toContain("Hidden plan");
  expect((await house.call("GET /app?tag=none", { as, with_cookie: true })).body).toContain("has this tag");
  expect((await house.call("GET /app?tag=%3C%3E", { as, with_cookie: true })).status).toBe(400);
  const out = await house.call("GET /app?tag=a%26b");
  expect(out.headers.get("location")).toBe("/auth/login?next=%2Fapp%3Ftag%3Da%2526b");
});
