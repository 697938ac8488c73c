// Which host a request is for, as its Host header says it.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";

const harness = await openHarness({
  env: { BASE_URL: "https://docs.example.com", CONTENT_URL: "https://pages.example.com" },
});

async function ask(host: string, path: string): Promise<[number, string]> {
  const answer = await harness.fetch(new Request(`http://${host}${path}`, { headers: { host } }));
  const body: unknown = await answer.json();
  return [
    answer.status,
    body instanceof Object ? String(Reflect.get(body, "error") ?? Reflect.get(body, "detail")) : "",
  ];
}

test("a Host header may name the port that the scheme has anyway, and no other", async () => {
  for (const host of ["docs.example.com", "docs.example.com:443", "DOCS.example.com:443"]) {
    expect([host, await ask(host, "/api/me")]).toEqual([host, [401, "authentication required"]]);
  }
  for (const host of ["pages.example.com", "pages.example.com:443"]) {
    expect([host, await ask(host, "/d/nowhere/")]).toEqual([host, [404, "not found"]]);
  }
  for (const host of ["docs.example.com:80", "docs.example.com:8443", "other.example.com:443"]) {
    expect(await ask(host, "/api/me")).toEqual([404, `nothing is served under the host "${host}"`]);
  }
});

test("over https every answer of both hosts holds browsers to it, errors and redirects too, and nothing else does", async () => {
  const told = async (host: string, path: string, headers: Record<string, string> = {}) => {
    const answer = await harness.fetch(new Request(`http://${host}${path}`, { headers: { host, ...headers } }));
    return answer.headers.get("strict-transport-security");
  };
  for (const path of ["/", "/auth/login", "/api/me", "/healthz", "/nowhere", "/docs", "/mcp"]) {
    expect([path, await told("docs.example.com", path)]).toEqual([path, "max-age=31536000"]);
  }
  for (const path of ["/", "/d/nowhere/", "/favicon.ico", "/healthz"]) {
    expect([path, await told("pages.example.com:443", path, { accept: "text/html" })]).toEqual([
      path,
      "max-age=31536000",
    ]);
  }
  expect(await told("other.example.com", "/api/me")).toBeNull();
  // Of whom nobody has said that they are a proxy, nothing is believed.
  expect(await told("docs.example.com", "/api/me", { "x-forwarded-proto": "http" })).toBe("max-age=31536000");
});

test("what a trusted proxy took over plain http is told nothing of https, and what it took over https is", async () => {
  const behind = await openHarness({
    env: {
      BASE_URL: "https://docs.example.com",
      CONTENT_URL: "https://pages.example.com",
      TRUSTED_PROXIES: "127.0.0.1",
    },
  });
  for (const [proto, value] of [
    ["http", null],
    ["https", "max-age=31536000"],
  ] as const) {
    const headers = { host: "docs.example.com", "x-forwarded-proto": proto };
    const answer = await behind.fetch(new Request("http://docs.example.com/auth/login", { headers }));
    expect([proto, answer.headers.get("strict-transport-security")]).toEqual([proto, value]);
  }
});

test.each([
  "http://docs.example.com",
  "https://docs.example.com:8443",
  "https://localhost",
  "https://docs.localhost",
  "https://192.0.2.7",
  "https://[2001:db8::1]",
])("%s is held to nothing: other servers of the name, or of the machine, may speak plain http", async (BASE_URL) => {
  const one = await openHarness({ env: { BASE_URL, CONTENT_URL: "http://pages.example.org" } });
  const { host } = new URL(BASE_URL);
  const answer = await one.fetch(new Request(`http://${host}/auth/login`, { headers: { host } }));
  expect([answer.status, answer.headers.get("strict-transport-security")]).toEqual([200, null]);
});
