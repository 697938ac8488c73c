// The address of a content host itself, as programs ask for it:
// at a workspace's own domain the way to its wiki, at the shared one nothing.
import { expect, test } from "bun:test";
import { ANNAS, openDomainServer } from "./domain_server.ts";
import { AS_BROWSER } from "./published.ts";

const runtime = await openDomainServer();
const shared = new URL(runtime.content_url).host;
const ASKS: readonly Record<string, string>[] = [
  {},
  { accept: "*/*" },
  { accept: "text/markdown" },
  { accept: "application/json" },
  AS_BROWSER,
];

test("a domain leads from its own address to its wiki, whatever its reader takes", async () => {
  for (const headers of ASKS) {
    for (const method of ["GET", "HEAD"]) {
      for (const path of ["/", "/?of=no-meaning", "/d/../"]) {
        const { status, headers: said } = await runtime.at(ANNAS, path, { method, headers });
        expect([headers, method, path, status, said.get("location")]).toEqual([headers, method, path, 302, "/w/"]);
      }
    }
  }
  expect((await runtime.at(ANNAS, "/", { method: "POST", headers: { accept: "*/*" } })).status).toBe(404);
});

test("the shared host has a page for people at its own address, and nothing for programs", async () => {
  for (const headers of ASKS) {
    const answer = await runtime.at(shared, "/", { headers });
    if (headers === AS_BROWSER) expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
    else expect([answer.status, await answer.json()]).toEqual([404, { error: "not found" }]);
  }
});
