// Holds the committed document to the operations, to the standard and to two linters.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { buildGolden, generateOpenApiFiles } from "../../hosts/openapi.ts";
import { describeServer } from "../../hosts/reference/reference.ts";
import { buildCatalogue } from "../../kernel/host.ts";
import { pathParameters } from "../../kernel/ports/http.ts";
import type { OperationObject } from "../../openapi/document.ts";
import { wireStatuses } from "../../openapi/refusals.ts";
import { manifest } from "../../plugins/manifest.ts";
import { plugins } from "../../plugins/mod.ts";

const ROOT = join(import.meta.dir, "../..");
const GOLDEN = "openapi/openapi.json";

const { entries, tools } = buildCatalogue(plugins, manifest);
const document = buildGolden();
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
const byId = new Map<string, OperationObject>(operations.map((operation) => [operation.operationId, operation]));

test("the committed document and client types are what the operations give", async () => {
  for (const [path, content] of await generateOpenApiFiles()) {
    const committed = await Bun.file(path).text();
    expect(committed === content, `${path} is stale: run "bun run openapi"`).toBe(true);
  }
});

test("redocly finds neither an error nor a warning in the committed document", async () => {
  const { code, out } = await runTool("@redocly/cli/bin/cli.js", ["lint", GOLDEN, "--format=json"]);
  const report = JSON.parse(out.slice(out.indexOf("{")));
  expect(report.problems).toEqual([]);
  expect(code).toBe(0);
});

test("spectral finds nothing, down to hints, in the committed document", async () => {
  const args = ["lint", GOLDEN, "--format=json", "--fail-severity=hint", "--quiet"];
  const { code, out } = await runTool("@stoplight/spectral-cli/dist/index.js", args);
  expect(JSON.parse(out || "[]")).toEqual([]);
  expect(code).toBe(0);
});

test("every route is one operation with its id, its tag and every status that it declares", () => {
  const routed = entries.filter((entry) => entry.path !== null);
  expect([...byId.keys()].sort()).toEqual(routed.map((entry) => entry.id).sort());
  for (const entry of routed) {
    const made = byId.get(entry.id);
    const declared = [...new Set([entry.status, ...entry.also, ...wireStatuses(entry)])];
    expect(made?.tags, entry.id).toEqual([entry.plugin]);
    expect(Object.keys(made?.responses ?? {}), entry.id).toEqual(declared.sort((a, b) => a - b).map(String));
  }
});

test("every operation that asks who is calling documents 401, pages a redirect, and no other names a way to sign in", () => {
  for (const entry of entries) {
    const made = byId.get(entry.id);
    if (!made) continue;
    if (entry.identifyService) expect(made.security, entry.id).toEqual([{ provisioning: [] }]);
    else if (entry.anonymous) expect(made.security, entry.id).toEqual([]);
    // A page leads whoever is signed out to sign in.
    if (entry.signed_out) expect(Object.keys(made.responses), entry.id).not.toContain("401");
    else if (!entry.anonymous || entry.identifyService) expect(Object.keys(made.responses), entry.id).toContain("401");
  }
});

test("every tool is named once, by its route or among the further tools", () => {
  const named = operations.flatMap((operation) => operation["x-mcp-tool"] ?? []);
  const all = [...named, ...Object.keys(document["x-mcp-tools"])];
  expect(all.sort()).toEqual([...tools.keys()].sort());
});

test("operations of the content host name its address, those of both hosts name both", () => {
  for (const entry of entries) {
    const urls = byId.get(entry.id)?.servers?.map((server) => server.url);
    if (entry.host === "content") expect(urls, entry.id).toEqual(["http://127.0.0.1:3000"]);
    if (entry.host === "both") expect(urls, entry.id).toEqual(["http://localhost:3000", "http://127.0.0.1:3000"]);
  }
});

test("the parameter that takes the rest of the address is always called path, as the client expects", () => {
  for (const entry of entries) {
    for (const { name, rest } of pathParameters(entry.path ?? ""))
      expect(rest, `${entry.id} {${name}}`).toBe(name === "path");
  }
});

test("the served document has the running plugins alone, and this server's own addresses and quotas", () => {
  const running = plugins.filter((plugin) => plugin.name === "health" || plugin.name === "tokens");
  const served = describeServer({
    catalogue: buildCatalogue(running, manifest),
    config: { base_url: "https://docs.test", content_url: "https://content.test" },
    manifest,
    quotas: { entry: (name) => ({ limit: 3, window_seconds: 60, per: "account", message: name }) },
  });
  expect(served.tags.map((tag) => tag.name)).toEqual(["health", "tokens"]);
  expect(Object.keys(served.paths).some((path) => path.startsWith("/api/docs"))).toBe(false);
  expect(served.servers.map((server) => server.url)).toEqual(["https://docs.test"]);
  expect(JSON.stringify(served)).not.toContain("localhost");
  expect(served.paths["/api/tokens"]?.["post"]?.["x-quota"]).toMatchObject({ name: "token_mint", limit: 3 });
});

async function runTool(script: string, args: string[]): Promise<{ code: number; out: string }> {
  const child = Bun.spawn([process.execPath, join(ROOT, "node_modules", script), ...args], {
    cwd: ROOT,
    // Neither a question to the registry for newer versions nor a word to anyone about this run.
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", REDOCLY_TELEMETRY: "off", NO_COLOR: "1" },
    stdout: "pipe",
    stderr: "ignore",
  });
  const out = await new Response(child.stdout).text();
  return { code: await child.exited, out };
}
