// Which host a request is for, as its Host header says it.
import { expect, test } from "bun:test";
import { openHarness } from "./harness.ts";

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
