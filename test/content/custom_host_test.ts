// What a workspace's own domain serves:
// its own documents by every road that the shared host has, and nothing of anybody else.
import { describe, expect, test } from "bun:test";
import { ANNAS, EVES, openDomainServer, SECOND } from "./domain_server.ts";
import { AS_BROWSER, PAGE } from "./published.ts";

const runtime = await openDomainServer();
const { anna, eve } = runtime;

/** An answer without what differs from request to request. */
async function bare(response: Response) {
  const headers = new Headers(response.headers);
  headers.delete("x-request-id");
  // A workspace's domain is served over https, whatever the shared host is.
  headers.delete("strict-transport-security");
  return { status: response.status, headers: [...headers], body: await response.text() };
}

describe("a document", () => {
  test("is served on its workspace's domain as on the shared host, by the pipeline and from memory", async () => {
    const { at } = await runtime.publish({ visibility: "unlisted" }, { "style.css": "p{}" });
    const shared = new URL(runtime.content_url).host;
    for (const path of [at, `${at}style.css`, `${at}nowhere.css`]) {
      const there = await bare(await runtime.at(shared, path));
      for (const round of ["cold", "warm"]) {
        expect([round, await bare(await runtime.at(ANNAS, path))]).toEqual([round, there]);
        expect([round, await bare(await runtime.at(`${ANNAS}:443`, path))]).toEqual([round, there]);
      }
    }
    // As the server's own TLS listener writes the address.
    const secure = () => runtime.fetch(new Request(`https://${ANNAS}${at}`, { headers: { host: ANNAS } }));
    expect(await bare(await secure())).toEqual(await bare(await runtime.at(shared, at)));
    expect(await (await runtime.at(ANNAS, at)).text()).toBe(PAGE);
    expect((await runtime.at(ANNAS.toUpperCase(), at)).status).toBe(200);
  });

  test("of another workspace is the neutral 404 there, whatever is in memory, cold or warm, whole, in parts or compressed", async () => {
    const page = `<!doctype html><p>${"secret ".repeat(400)}</p>`;
    const { at } = await runtime.publish({ visibility: "unlisted", html: page });
    const missing = await bare(await runtime.at(EVES, "/d/nowhere/"));
    const missingPage = await bare(await runtime.at(EVES, "/d/nowhere/", { headers: AS_BROWSER }));
    const shared = new URL(runtime.content_url).host;
    expect(await bare(await runtime.at(EVES, at))).toEqual(missing);
    const open = await runtime.at(shared, at);
    const etag = open.headers.get("etag") ?? "";
    for (const host of [shared, ANNAS]) {
      for (const encoding of ["br", "gzip", ""])
        await runtime.at(host, at, { headers: { "accept-encoding": encoding } });
    }
    const asks: Record<string, string>[] = [
      {},
      { "if-none-match": etag },
      { "if-none-match": "*" },
      { range: "bytes=0-5" },
      { "accept-encoding": "br, gzip" },
    ];
    for (const headers of asks) {
      expect([headers, await bare(await runtime.at(EVES, at, { headers }))]).toEqual([headers, missing]);
    }
    expect((await runtime.at(EVES, at, { method: "HEAD" })).status).toBe(404);
    expect(await bare(await runtime.at(EVES, at, { headers: AS_BROWSER }))).toEqual(missingPage);
    expect((await runtime.at(ANNAS, at, { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  test("that the service made names the assets of the host that sends it in its policy", async () => {
    const made = await runtime.call("POST /api/snippets", {
      as: anna,
      json: { content: "let x = 1;", language: "js", visibility: "unlisted" },
    });
    const at = `/d/${made.body.slug}/`;
    const shared = new URL(runtime.content_url).host;
    for (const [host, origin] of [
      [shared, runtime.content_url],
      [ANNAS, `https://${ANNAS}`],
    ] as const) {
      for (const round of ["cold", "warm"]) {
        const policy = (await runtime.at(host, at)).headers.get("content-security-policy") ?? "";
        expect([round, policy]).toEqual([round, expect.stringContaining(`script-src ${origin}/assets/`)]);
        expect(policy).toContain(`frame-ancestors 'self' ${runtime.base_url}`);
      }
    }
    const script = /src="(\/assets\/[^"]+)"/.exec(await (await runtime.at(ANNAS, at)).text())?.[1] ?? "";
    expect((await runtime.at(ANNAS, script)).status).toBe(200);
  });

  test("stops being served at a domain with the first request after it was taken away, and stays at the shared host", async () => {
    runtime.domains.give(SECOND, anna.workspace_id, { is_default: false });
    const { at, url } = await runtime.publish({ visibility: "unlisted" });
    expect(url).toBe(`https://${ANNAS}${at}`);
    for (const _round of [1, 2]) expect((await runtime.at(SECOND, at)).status).toBe(200);
    runtime.domains.take(SECOND);
    const gone = await runtime.at(SECOND, at);
    expect([gone.status, (await gone.json()).error]).toEqual([404, `nothing is served under the host "${SECOND}"`]);
    expect((await runtime.at(new URL(runtime.content_url).host, at)).status).toBe(200);
    // What is in memory for the name is not the next holder's.
    runtime.domains.give(SECOND, eve.workspace_id, { is_default: false });
    for (const _round of [1, 2]) expect((await runtime.at(SECOND, at)).status).toBe(404);
    runtime.domains.take(SECOND);
  });
});

describe("a name", () => {
  test("means the workspace's own document on its domain, where the shared host knows two", async () => {
    const own = await runtime.publish({ visibility: "unlisted" });
    await runtime.call(`PUT /api/docs/${own.doc_id}/alias`, { as: anna, json: { alias: "handbook" } });
    const theirs = await runtime.call("POST /api/docs", { as: eve, json: { html: PAGE, visibility: "unlisted" } });
    await runtime.call(`PUT /api/docs/${theirs.body.doc_id}/alias`, { as: eve, json: { alias: "handbook" } });
    const shared = new URL(runtime.content_url).host;
    expect((await runtime.at(shared, "/x/handbook")).status).toBe(404);
    for (const [host, slug] of [
      [ANNAS, own.slug],
      [EVES, theirs.body.slug],
    ] as const) {
      const answer = await runtime.at(host, "/x/handbook/a.html?b=1");
      expect([answer.status, answer.headers.get("location")]).toEqual([302, `/d/${slug}/a.html?b=1`]);
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
    }
    const missing = await bare(await runtime.at(EVES, "/x/nowhere"));
    for (const ref of [`doc:${own.doc_id}`, `@${anna.workspace}/handbook`]) {
      expect([ref, (await runtime.at(ANNAS, `/x/${ref}`)).status]).toEqual([ref, 302]);
      expect([ref, (await runtime.at(shared, `/x/${ref}`)).status]).toEqual([ref, 302]);
      expect([ref, await bare(await runtime.at(EVES, `/x/${ref}`))]).toEqual([ref, missing]);
    }
  });
});

describe("beside documents", () => {
  test("there are the probes, a way from the front to the wiki, robots.txt and nothing of the app", async () => {
    for (const path of ["/healthz", "/livez", "/.well-known/security.txt"]) {
      expect([path, (await runtime.at(ANNAS, path)).status]).toEqual([path, 200]);
    }
    const front = await runtime.at(ANNAS, "/", { headers: AS_BROWSER });
    expect([front.status, front.headers.get("location")]).toEqual([302, "/w/"]);
    expect(await (await runtime.at(ANNAS, "/robots.txt")).text()).toBe("User-agent: *\nDisallow: /\n");
    const session = { authorization: `Bearer ${anna.token}` };
    for (const path of [
      "/api/me",
      "/api/docs",
      "/auth/login",
      "/app",
      "/mcp",
      "/oauth/authorize",
      "/scim/v2/Users",
      "/u/x",
      "/favicon.ico",
    ]) {
      const answer = await runtime.at(ANNAS, path, { headers: session });
      expect([path, answer.status, await answer.json()]).toEqual([path, 404, { error: "not found" }]);
    }
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const tools = await runtime.at(ANNAS, "/mcp", {
      method: "POST",
      headers: {
        ...session,
        "content-type": "application/json",
        "content-length": String(JSON.stringify(list).length),
      },
      body: JSON.stringify(list),
    });
    expect(tools.status).toBe(404);
  });

  test("pictures of a workspace's library are on its own domain alone", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 1"/></svg>';
    const made = await runtime.call("POST /api/icons", { as: anna, json: { name: "Dot", svg } });
    const path = new URL(made.body.url).pathname;
    expect((await runtime.at(ANNAS, path)).status).toBe(200);
    expect((await runtime.at(new URL(runtime.content_url).host, path)).status).toBe(200);
    expect((await runtime.at(EVES, path)).status).toBe(404);
  });

  test("a name that nobody has brought, or has in another form, is served nothing, as an address of ours under it", async () => {
    const { at } = await runtime.publish({ visibility: "unlisted" });
    const strangers = [
      "evil.example",
      `x.${ANNAS}`,
      `${ANNAS}.`,
      `${ANNAS}.evil.example`,
      "anna.example",
      "[::1]:443",
      "",
    ];
    for (const host of strangers) {
      const headers = new Headers({ host });
      const answer = await runtime.fetch(new Request(`http://${host || "localhost"}${at}`, { headers }));
      expect([host, answer.status]).toEqual([host, 404]);
    }
  });
});
