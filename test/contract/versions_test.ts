// The version of the API: on every answer of the app host, asked for by a header, and told by the changelog.
import { describe, expect, test } from "bun:test";
import { describeServer } from "../../hosts/reference/reference.ts";
import { manifest } from "../../plugins/manifest.ts";
import { type HarnessOptions, openHarness } from "../harness/harness.ts";

const OLDER = { version: "2026-01-15", ends_on: "2027-11-01", changes: [] };
const h = await openHarness({ manifest: { changelog: [...manifest.changelog, OLDER] } });
const as = await h.person();
const NEWEST = "2026-11-01";
const UNKNOWN = { "service-version": "1999-01-01" };

const entries = h.runtime.catalogue.entries.filter(({ path, host }) => path !== null && host !== "content");
const addressOf = (path: string | null) => (path ?? "").replace(/\{[a-z_]+(\.\.\.)?\}/g, "1");

test("every operation of the app host says its version, whatever it answers", async () => {
  for (const { id, method, path } of entries) {
    const { headers } = await h.call(`${method} ${addressOf(path)}`, method === "GET" ? {} : { json: {} });
    expect([id, headers.get("service-version")]).toEqual([id, NEWEST]);
  }
});

test("every operation of the app host refuses a version that there is not with 400, or what it refuses before", async () => {
  const told: string[] = [];
  for (const { id, method, path, anonymous, identify, identifyService } of entries) {
    const send = { headers: UNKNOWN, as, with_cookie: true, ...(method === "GET" ? {} : { json: {} }) };
    const answer = await h.call(`${method} ${addressOf(path)}`, send);
    expect([id, answer.headers.get("service-version")]).toEqual([id, NEWEST]);
    // Who calls comes first, and a ticket in the address that is none is nobody.
    if (identify || identifyService) continue;
    expect([id, anonymous, answer.status]).toEqual([id, anonymous, 400]);
    if (answer.headers.get("content-type")?.startsWith("application/json")) told.push(JSON.stringify(answer.body));
  }
  for (const body of told) expect(body).toContain("send one of 2026-11-01, 2026-01-15, or none for the newest");
});

test("nobody is told 401 before a version is told to be unknown", async () => {
  expect((await h.call("GET /api/docs", { headers: UNKNOWN })).status).toBe(401);
});

test("an unknown version has a code of its own", async () => {
  const { status, body } = await h.call("GET /api/docs", { as, headers: UNKNOWN });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    error: 'Service-Version "1999-01-01" is not known; send one of 2026-11-01, 2026-01-15, or none for the newest',
    code: "unknown_version",
  });
});

test("a refused version leaves nothing behind", async () => {
  const before = await h.rows("documents", "audit_events", "quota_counters");
  expect((await h.call("POST /api/docs", { as, headers: UNKNOWN, json: { html: "<p>x</p>" } })).status).toBe(400);
  expect(await h.rows("documents", "audit_events", "quota_counters")).toEqual(before);
});

test("a version that is known is taken and said back", async () => {
  const answer = await h.call("GET /api/docs", { as, headers: { "service-version": OLDER.version } });
  expect([answer.status, answer.headers.get("service-version")]).toEqual([200, OLDER.version]);
});

describe("over MCP", () => {
  const json = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_docs", arguments: {} } };
  test("a call says its version", async () => {
    const answer = await h.call("POST /mcp", { as, json });
    expect([answer.status, answer.headers.get("service-version")]).toEqual([200, NEWEST]);
  });
  test("an unknown version is refused with 400 and the known ones", async () => {
    const answer = await h.call("POST /mcp", { as, json, headers: UNKNOWN });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "unknown_version" });
    expect(answer.body.error).toContain(NEWEST);
  });
});

test.each(["GET /api/openapi.json", "GET /docs", "GET /nowhere", "DELETE /api/me", "OPTIONS /oauth/token"])(
  "%s says the version too",
  async (call) => {
    expect((await h.call(call)).headers.get("service-version")).toBe(NEWEST);
  },
);

test("a browser's client may ask for a version where clients of any origin are let in", async () => {
  const { headers } = await h.call("OPTIONS /oauth/token");
  expect(headers.get("access-control-allow-headers")?.split(", ")).toContain("service-version");
});

test("the content host says none and asks for none", async () => {
  const answer = await h.open("/d/nothing/", { headers: UNKNOWN });
  expect([answer.status, answer.headers.get("service-version")]).toEqual([404, null]);
});

test("the changelog tells everybody every version with its date and what changed", async () => {
  const { status, body } = await h.call("GET /api/changelog");
  expect(status).toBe(200);
  const [newest, ...older] = body.versions;
  expect({ current: body.current, older }).toEqual({ current: NEWEST, older: [...manifest.changelog.slice(1), OLDER] });
  const { changes, ...version } = manifest.changelog[0];
  expect(newest).toEqual({ ...version, changes: expect.arrayContaining([...changes]) });
  const dates = newest.changes.map(({ date }: { date: string }) => date);
  expect(dates).toEqual([...dates].sort().reverse());
});

test("the changelog tells of a new plugin by the day in its line, with its routes and tools, where it runs", async () => {
  const tell = async (options: HarnessOptions) => {
    const { body } = await (await openHarness(options)).call("GET /api/changelog");
    return body.versions[0].changes.filter(({ date }: { date: string }) => date === "2026-11-30");
  };
  const own = h.runtime.catalogue.entries.filter(({ plugin }) => plugin === "stars");
  const paths = [...new Set(own.map(({ path }) => path))].sort().map((path) => `\`${path}\``);
  const tools = own.flatMap((entry) => entry.tools.map(({ name }) => `\`${name}\``)).sort();
  expect([paths.length, tools.length].every((count) => count > 1)).toBe(true);
  const since = { ...manifest.plugins, stars: { ...manifest.plugins.stars, since: "2026-11-30" } };
  expect(await tell({ manifest: { plugins: since } })).toEqual([
    {
      date: "2026-11-30",
      kind: "added",
      what: `${manifest.plugins.stars.purpose} Routes: ${paths.join(", ")}. Tools: ${tools.join(", ")}.`,
    },
  ]);
  expect(await tell({ manifest: { plugins: since }, env: { PLUGINS: "-stars" } })).toEqual([]);
});

test("the committed changelog is in order: newest first, each change no older than its version", () => {
  const versions = manifest.changelog.map(({ version }) => version);
  expect([...versions].sort().reverse()).toEqual([...versions]);
  for (const { version, changes } of manifest.changelog) {
    const dates = changes.map(({ date }) => date);
    expect([...dates].sort().reverse()).toEqual([...dates]);
    for (const date of dates) expect(date >= version && /^\d{4}-\d\d-\d\d$/.test(date)).toBe(true);
  }
});

test("the document declares the header once and every answer of the app host refers to it", () => {
  const document = describeServer(h.runtime);
  expect(document.components.headers["ServiceVersion"]?.schema).toEqual({
    type: "string",
    enum: [NEWEST, OLDER.version],
  });
  const ref = { $ref: "#/components/headers/ServiceVersion" };
  for (const entry of entries) {
    const made = document.paths[(entry.path ?? "").replaceAll("...}", "}")]?.[(entry.method ?? "").toLowerCase()];
    expect([entry.id, "400" in (made?.responses ?? {})]).toEqual([entry.id, true]);
    for (const declared of Object.values(made?.responses ?? {})) {
      const name = "$ref" in declared ? declared.$ref.split("/").at(-1) : null;
      const response = name ? document.components.responses[name] : declared;
      expect([entry.id, response && "headers" in response && response.headers?.["Service-Version"]]).toEqual([
        entry.id,
        ref,
      ]);
    }
  }
});
