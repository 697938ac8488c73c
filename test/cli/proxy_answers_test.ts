// What the client's commands say where something other than the server answers, or the server has no time:
// the reason and the way out, in one line.
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLIENT_COMMANDS } from "../../hosts/client/commands.ts";
import { createCaller } from "../../hosts/client/server/caller.ts";
import { runCommand } from "../../hosts/command/command_line.ts";
import { createClient } from "../../openapi/client/mod.ts";

type Answer = (request: Request) => Response;

const ASK = "/api/me";
const page = (status: number) =>
  new Response("<html>Welcome to our network</html>", { status, headers: { "content-type": "text/html" } });
const isHandled = (request: Request) => new URL(request.url).pathname === ASK;
const me = () => Response.json({ email: "anna@example.org" });

let answer: Answer = () => page(200);
const requests: string[] = [];
const peer = Bun.serve({
  port: 0,
  fetch: (request) => {
    requests.push(new URL(request.url).pathname);
    return answer(request);
  },
});
const other = Bun.serve({ port: 0, fetch: () => Response.json({ error: "not signed in" }, { status: 401 }) });
const server = `http://localhost:${peer.port}`;
const folder = mkdtempSync(join(tmpdir(), "docsvc-proxy-"));
for (const name of ["a.md", "b.md"]) writeFileSync(join(folder, name), `# ${name}\n`);
writeFileSync(join(folder, "t.csv"), "a,b\n1,2\n");
const site = join(folder, ".site");
afterAll(async () => {
  await Promise.all([peer.stop(true), other.stop(true)]);
  rmSync(folder, { recursive: true, force: true });
});

async function call(words: string[], by: Answer, token = "dsk_1") {
  answer = by;
  requests.length = 0;
  const lines: string[] = [];
  const tell = (line: string) => void lines.push(line);
  const terminal = { env: {}, folder, out: tell, err: tell, redraw: null, local: null };
  const code = await runCommand(CLIENT_COMMANDS, [...words, "--server", server, "--token", token], terminal);
  return { code, lines };
}

const COMMANDS = [
  ["publish", folder],
  ["sync", folder, "--dry-run"],
  ["db", "import", join(folder, "t.csv")],
  ["site", "export", site],
];

test.each(COMMANDS)("%s tells whether nobody, a proxy or the server itself says no", async (...words) => {
  const said = async (by: Answer) => {
    const { code, lines } = await call(words, by);
    expect({ code, lines: lines.length }).toEqual({ code: 1, lines: 1 });
    return lines[0] ?? "";
  };
  expect(await said(() => page(200))).toContain(
    "answers with a page of its own and does not look like a docsvc server",
  );
  expect(await said(() => page(404))).toContain("answers 404 and does not look like a docsvc server");
  expect(await said(() => page(502))).toContain("answers 502, as a proxy does whose server is away");
  expect(await said(() => Response.json({ hello: 1 }))).toContain("does not look like a docsvc server");
  expect(await said(() => Response.redirect(`http://localhost:${other.port}${ASK}`, 308))).toBe(
    `docsvc: ${server} sends on to http://localhost:${other.port}: name that one with --server`,
  );
  const refusal = { error: "your address is not allowed here" };
  expect(await said(() => Response.json(refusal, { status: 403 }))).toContain(`docsvc: ${refusal.error}`);
  const busy = { error: "too many requests", retry_after: 3000 };
  expect(await said(() => Response.json(busy, { status: 429 }))).toContain("too many requests (again in 50 min)");
  expect(existsSync(site)).toBe(false);
});

test("a token that no header carries is told as such, and is asked of nobody", async () => {
  const { code, lines } = await call(["publish", folder], me, "dsk_1\nx");
  expect({ code, requests }).toEqual({ code: 1, requests: [] });
  expect(lines).toEqual([expect.stringContaining("--token holds a space, a line break")]);
  expect(lines.join()).not.toContain("dsk_1");
});

test("a page in place of a site is kept as no zip", async () => {
  const { code, lines } = await call(["site", "export", "site.zip", "--zip"], (request) =>
    isHandled(request) ? me() : page(200),
  );
  expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining("a page came in its place")] });
  expect(readdirSync(folder)).not.toContain("site.zip");
});

test("a place that is taken is told before the server makes a site for it", async () => {
  for (const words of [
    ["site", "export", folder],
    ["site", "export", folder, "--zip"],
    ["site", "export", join(folder, "a.md")],
  ]) {
    const { code, lines } = await call(words, me);
    expect({ code, lines: lines.length, requests }).toEqual({ code: 1, lines: 1, requests: [] });
    expect(lines[0]).toMatch(/is not empty: name a folder|is a folder: name a file for the zip|ENOTDIR/);
  }
});

test("a page in place of an answer is another try, and no mistake of docsvc", async () => {
  answer = () => page(200);
  const caller = createCaller({ onWait: () => {}, seconds_max: 1, attempts_max: 2 });
  const api = createClient({ base_url: server, token: "dsk_1" });
  requests.length = 0;
  const failed = caller(() => api.GET("/api/limits"));
  await expect(failed).rejects.toMatchObject({
    name: "CallError",
    status: null,
    message: expect.stringContaining("a page came in place"),
  });
  expect(requests).toHaveLength(2);
});

test("a server that is away for long is waited for by nobody, and asked no more", async () => {
  const down = { error: "the server is being moved", retry_after: 3000 };
  answer = () => Response.json(down, { status: 503 });
  const caller = createCaller({ onWait: () => {}, seconds_max: 1 });
  const api = createClient({ base_url: server, token: "dsk_1" });
  requests.length = 0;
  for (const _ of [1, 2]) {
    const failed = caller(() => api.GET("/api/limits"));
    await expect(failed).rejects.toMatchObject({ status: 503, message: `${down.error} (again in 50 min)` });
  }
  expect(requests).toHaveLength(1);
});

test("publishing ends with the first answer that is one to everything", async () => {
  const { code, lines } = await call(["publish", folder], (request) => {
    const { pathname } = new URL(request.url);
    if (isHandled(request)) return me();
    if (request.method === "GET") {
      return Response.json(
        pathname === "/api/docs" ? { docs: [] } : { changes: [], has_more: false, next_cursor: "1" },
      );
    }
    return Response.json({ error: "this token was revoked" }, { status: 401 });
  });
  expect({ code, last: lines.at(-1) }).toEqual({ code: 1, last: expect.stringContaining("does not take this token") });
  expect(lines.filter((line) => line.startsWith("failed"))).toEqual([]);
});
