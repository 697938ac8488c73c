// The protocol's official conformance suite against our server, in both eras, and against our authorization server.
import { afterAll, describe, expect, test } from "bun:test";
import { freePort } from "../harness/free_port.ts";
import { openHarness } from "../harness/harness.ts";
import { browse } from "../oauth/browse.ts";
import { compareFailures, readExpected, runSuite } from "./conformance/suite.ts";

const listener = Bun.serve({ port: 0, idleTimeout: 120, fetch: () => new Response(null, { status: 503 }) });
const origin = `http://localhost:${listener.port}`;
const h = await openHarness({ env: { BASE_URL: origin, CONTENT_URL: `http://127.0.0.1:${listener.port}` } });
const person = await h.person();
// So that there is a resource to read.
await h.call("POST /api/docs", { as: person, json: { html: "<h1>Hello</h1>" } });
listener.reload({
  fetch: (request) => {
    // The suite sends no token of its own.
    if (new URL(request.url).pathname === "/mcp") request.headers.set("authorization", `Bearer ${person.token}`);
    return h.fetch(request);
  },
});
afterAll(() => listener.stop(true));

function expectedIn(revision: string) {
  return readExpected(new URL(`./conformance/${revision}.yml`, import.meta.url).pathname);
}

describe.each(["2025-11-25", "2026-07-28"])("the server scenarios of %s", (revision) => {
  test("fail where the file of expected failures says so, and nowhere else", async () => {
    const { failures } = await runSuite(["server", "--url", `${origin}/mcp`, "--requirements", revision]);
    expect(compareFailures(failures, expectedIn(revision))).toEqual({ unexpected: [], stale: [] });
  });
});

test("the authorization server scenarios pass, a whole code grant included", async () => {
  const port = await freePort();
  const redirect = `http://127.0.0.1:${port}/callback`;
  const registered = await h.call("POST /oauth/register", { json: { redirect_uris: [redirect] } });
  const words = ["authorization", "--url", origin, "--client-id", registered.body.client_id, "--port", String(port)];
  let consenting: Promise<unknown> | null = null;
  const found = await runSuite([...words, "--resource", `${origin}/mcp`], (printed) => {
    const address = /^(http\S+\/oauth\/authorize\?\S+)\n/m.exec(printed)?.[1];
    if (address && printed.includes("Waiting")) consenting ??= browse(person, new URL(address)).then(fetch);
  });
  await consenting;
  expect(found).toEqual({ passed: 3, failures: [] });
});
