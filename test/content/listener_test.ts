// What the listener makes of our answers, byte for byte:
// lengths of HEAD, bodies of 304, and requests that no client library sends.
import { afterAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { basic, openContentServer, PAGE } from "./published.ts";

let answer: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 });
const listener = Bun.serve({ port: 0, hostname: "127.0.0.1", idleTimeout: 120, fetch: (request) => answer(request) });
afterAll(() => listener.stop(true));
const host = `127.0.0.1:${listener.port}`;
const runtime = await openContentServer({
  env: { BASE_URL: `http://localhost:${listener.port}`, CONTENT_URL: `http://${host}` },
});
answer = runtime.fetch;

/** Sends the lines as they are and reads until the listener hangs up. */
function send(lines: string[]): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(Number(listener.port), "127.0.0.1", () => {
      socket.write(Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"));
    });
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      received += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => {
      const cut = received.indexOf("\r\n\r\n");
      const head = received.slice(0, cut).toLowerCase();
      resolve({ status: Number(/^http\/1\.[01] (\d+)/.exec(head)?.[1]), head, body: received.slice(cut + 4) });
    });
  });
}

function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const lines = Object.entries({ host, connection: "close", ...headers }).map(([name, value]) => `${name}: ${value}`);
  return send([`${method} ${path} HTTP/1.1`, ...lines]);
}

test("HEAD names the length of GET and sends nothing: cold, from memory, behind a password, and of a large file", async () => {
  const open = await runtime.publish({ visibility: "unlisted" }, { "large.txt": "x".repeat(300_000) });
  const guarded = await runtime.publish(
    { visibility: "password", password: "correct horse" },
    { "a.txt": "0123456789" },
  );
  const cases: [string, number, Record<string, string>?][] = [
    [open.at, PAGE.length],
    [open.at, PAGE.length],
    [`${open.at}large.txt`, 300_000],
    [`${guarded.at}a.txt`, 10, basic("correct horse")],
    ["/d/nowhere/", `{"error":"not found"}`.length],
  ];
  for (const [path, length, headers] of cases) {
    const head = await ask("HEAD", path, headers);
    expect([path, head.head.match(/content-length: \d+/g), head.body]).toEqual([
      path,
      [`content-length: ${length}`],
      "",
    ]);
    const get = await ask("GET", path, headers);
    expect([path, get.status, get.head.match(/content-length: \d+/g)]).toEqual([
      path,
      head.status,
      [`content-length: ${length}`],
    ]);
  }
});

test("a 304 has no body and no length, cold and from memory", async () => {
  const { at } = await runtime.publish({ visibility: "unlisted", html: "<p>304</p>" });
  const etag = /etag: ("[^"]+")/.exec((await ask("HEAD", at)).head)?.[1] ?? "";
  for (let round = 0; round < 2; round++) {
    const { status, head, body } = await ask("GET", at, { "if-none-match": etag });
    expect([status, body]).toEqual([304, ""]);
    expect(head).not.toContain("transfer-encoding");
    await ask("GET", at);
  }
});

test("a Host header that names no host of ours is a 404 and no fault", async () => {
  const { at } = await runtime.publish({ visibility: "unlisted" });
  for (const value of [
    "evil.example",
    "a b",
    "",
    "a:99999",
    "[::1",
    "a/../b",
    `${host}.evil.example`,
    `${host}:80`,
    "\xff",
  ]) {
    const { status } = await ask("GET", at, { host: value });
    expect([value, status]).toEqual([value, 404]);
  }
  expect((await send([`GET ${at} HTTP/1.0`])).status).toBe(404);
  expect((await ask("GET", at, { host: host.toUpperCase() })).status).toBe(200);
});

test("addresses that no browser writes are 4xx, and the server answers on", async () => {
  const { at } = await runtime.publish({ visibility: "unlisted" });
  for (const path of [
    `${at}\x00`,
    `${at}\xff\xfe`,
    `${at}..\\..\\x`,
    `${at}../../../../etc/passwd`,
    `http://evil.example${at}x`,
    "//",
    "x",
    "*",
  ]) {
    const { status } = await ask("GET", path);
    expect([path, status >= 400 && (status < 500 || status === 505)]).toEqual([path, true]);
  }
  expect((await ask("GET", `${at}?${"q".repeat(12_000)}`)).status).toBe(200);
  expect((await ask("GET", at)).status).toBe(200);
});
