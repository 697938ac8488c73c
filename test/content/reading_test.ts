// How a file of a published document goes out:
// its headers, its conditions, its parts, and what an address may look like.
import { describe, expect, test } from "bun:test";
import { AS_BROWSER, openContentServer, PAGE } from "./published.ts";

const runtime = await openContentServer();
const SANDBOX = "sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads";

describe("an unlisted document", () => {
  test("opens for everyone, twice alike: by the pipeline and then from memory", async () => {
    const { at } = await runtime.publish({ visibility: "unlisted" });
    const [first, second] = [await runtime.open(at), await runtime.open(at)];
    for (const answer of [first, second]) {
      expect(answer.status).toBe(200);
      expect(answer.body).toBe(PAGE);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(answer.headers.get("content-length")).toBe(String(PAGE.length));
      expect(answer.headers.get("content-security-policy")).toBe(SANDBOX);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      expect(answer.headers.get("cache-control")).toBe("public, no-cache");
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("accept-ranges")).toBe("bytes");
    }
    expect(first.headers.get("x-request-id")).not.toBe(second.headers.get("x-request-id"));
    for (const headers of [first.headers, second.headers]) headers.delete("x-request-id");
    expect([...second.headers]).toEqual([...first.headers]);
  });

  test("answers 304 to its ETag, from memory and not, with the headers that a cache updates", async () => {
    const { at } = await runtime.publish({ visibility: "unlisted", html: "<p>304</p>" });
    const head = await runtime.open(at, { method: "HEAD" });
    const etag = head.headers.get("etag") ?? "";
    for (const value of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      for (const round of ["cold", "warm"]) {
        const answer = await runtime.open(at, { headers: { "if-none-match": value } });
        expect({ value, round, status: answer.status, bytes: answer.bytes.length }).toEqual({
          value,
          round,
          status: 304,
          bytes: 0,
        });
        expect(answer.headers.get("etag")).toBe(etag);
        expect(answer.headers.get("content-security-policy")).toBe(SANDBOX);
        expect(answer.headers.get("content-length")).toBeNull();
        if (round === "cold") await runtime.open(at);
      }
    }
    expect((await runtime.open(at, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  test("answers HEAD with the headers of GET and no body, cold and warm", async () => {
    const { at } = await runtime.publish({ visibility: "unlisted", html: "<p>head</p>" });
    const cold = await runtime.open(at, { method: "HEAD" });
    const get = await runtime.open(at);
    const warm = await runtime.open(at, { method: "HEAD" });
    for (const answer of [cold, get, warm]) answer.headers.delete("x-request-id");
    for (const head of [cold, warm]) {
      expect(head.status).toBe(200);
      expect(head.bytes).toHaveLength(0);
      expect([...head.headers]).toEqual([...get.headers]);
    }
  });

  test("sends one range as 206 and refuses one behind the end with an empty 416", async () => {
    const { at } = await runtime.publish({ visibility: "unlisted" }, { "digits.txt": "0123456789" });
    const ask = (range: string) => runtime.open(`${at}digits.txt`, { headers: { range } });
    for (const round of ["cold", "warm"]) {
      for (const [range, content, said] of [
        ["bytes=2-4", "234", "bytes 2-4/10"],
        ["bytes=7-", "789", "bytes 7-9/10"],
        ["bytes=-2", "89", "bytes 8-9/10"],
        ["bytes=5-99", "56789", "bytes 5-9/10"],
      ] as const) {
        const answer = await ask(range);
        expect({ round, range, status: answer.status, body: answer.body }).toEqual({
          round,
          range,
          status: 206,
          body: content,
        });
        expect(answer.headers.get("content-range")).toBe(said);
        expect(answer.headers.get("content-length")).toBe(String(content.length));
      }
      const behind = await ask("bytes=10-");
      expect(behind.status).toBe(416);
      expect(behind.bytes).toHaveLength(0);
      expect(behind.headers.get("content-range")).toBe("bytes */10");
      expect((await ask("bytes=0-1,3-4")).body).toBe("0123456789");
    }
  });

  test("redirects to its folder when the slash is missing, and keeps the query", async () => {
    const { slug } = await runtime.publish({ visibility: "unlisted" });
    const answer = await runtime.open(`/d/${slug}?tab=2`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(`/d/${slug}/?tab=2`);
    expect((await runtime.open(`/d/${slug}/?tab=2`)).status).toBe(200);
  });

  test("sends names with spaces, accents and signs under every way to write them", async () => {
    const { at } = await runtime.publish(
      { visibility: "unlisted" },
      { "a b/ü & ß.txt": "umlaut", "100%.txt": "percent", "q,(1)+'x'.txt": "signs", "sub/index.html": "<p>sub</p>" },
    );
    for (const round of ["cold", "warm"]) {
      for (const [path, content] of [
        ["a%20b/%C3%BC%20%26%20%C3%9F.txt", "umlaut"],
        ["a%20b/%c3%bc%20&%20%c3%9f.txt", "umlaut"],
        ["100%25.txt", "percent"],
        ["q,(1)+'x'.txt", "signs"],
        ["q%2C%281%29%2B%27x%27.txt", "signs"],
        ["sub/", "<p>sub</p>"],
        ["./sub/../sub/index.html", "<p>sub</p>"],
      ] as const) {
        const answer = await runtime.open(at + path);
        expect({ round, path, body: answer.body }).toEqual({ round, path, body: content });
      }
    }
  });

  test("gives each kind of file the type of its name, and runs, shows or downloads it accordingly", async () => {
    const names = {
      "p.xhtml": ["application/xhtml+xml", SANDBOX, null],
      "v.svg": ["image/svg+xml", SANDBOX, null],
      "d.xml": ["application/xml", SANDBOX, null],
      "s.css": ["text/css; charset=utf-8", "default-src 'none'", null],
      "m.mjs": ["text/javascript; charset=utf-8", "default-src 'none'", null],
      "d.json": ["application/json", "default-src 'none'", null],
      "i.png": ["image/png", "default-src 'none'", null],
      "f.woff2": ["font/woff2", "default-src 'none'", 'attachment; filename="f.woff2"'],
      "r.pdf": ["application/pdf", "frame-ancestors", null],
      "z.zip": ["application/zip", "default-src 'none'", 'attachment; filename="z.zip"'],
      unknown: ["application/octet-stream", "default-src 'none'", 'attachment; filename="unknown"'],
    } as const;
    const files = Object.fromEntries(Object.keys(names).map((name) => [name, "7"]));
    const { at } = await runtime.publish({ visibility: "unlisted" }, files);
    for (const [name, [type, policy, disposition]] of Object.entries(names)) {
      const { headers } = await runtime.open(at + name);
      expect(headers.get("content-type"), name).toBe(type);
      expect(headers.get("content-security-policy"), name).toStartWith(policy);
      expect(headers.get("content-security-policy"), name).not.toContain("allow-same-origin");
      expect(headers.get("x-content-type-options"), name).toBe("nosniff");
      if (disposition) expect(headers.get("content-disposition"), name).toStartWith(disposition);
      else expect(headers.get("content-disposition"), name).toBeNull();
    }
  });
});

describe("what is not there", () => {
  test("is the same 404 for the missing, the deleted, the expired and the closed", async () => {
    const deleted = await runtime.publish({ visibility: "unlisted" });
    await runtime.call(`DELETE /api/docs/${deleted.doc_id}`, { as: runtime.anna });
    const expired = await runtime.publish({ visibility: "unlisted", retention_days: 1 });
    const live = await runtime.publish({ visibility: "unlisted" });
    expect((await runtime.open(expired.at)).status).toBe(200);
    runtime.clock.advance(86_400_000);
    const closed = await runtime.publish({ visibility: "restricted" });
    const eve = { cookie: await viewerCookie(closed.at) };
    const answers = [
      await runtime.open("/d/nowhere/", { headers: AS_BROWSER }),
      await runtime.open(deleted.at, { headers: AS_BROWSER }),
      await runtime.open(expired.at, { headers: AS_BROWSER }),
      await runtime.open(`${live.at}nowhere.html`, { headers: AS_BROWSER }),
      await runtime.open(closed.at, { headers: { ...AS_BROWSER, ...eve } }),
    ];
    for (const { headers } of answers) headers.delete("x-request-id");
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(answer.body).toContain("Nothing to see at this address");
      expect(answer.body).toMatch(/<main>\s*<h1>/);
      expect(answer.body).toBe(answers[0]?.body);
      expect([...answer.headers]).toEqual([...(answers[0]?.headers ?? [])]);
    }
    for (const path of ["/d/nowhere/", deleted.at, expired.at, `${live.at}nowhere.html`]) {
      expect((await runtime.open(path)).body).toEqual({ error: "not found" });
    }
  });

  /** The viewer cookie of eve, who may read nothing of anna's. */
  async function viewerCookie(at: string): Promise<string> {
    const visitor = runtime.visitor(runtime.eve);
    const start = await visitor.open(runtime.content_url + at);
    const back = await visitor.open(start.headers.get("location") ?? "");
    await visitor.open(back.headers.get("location") ?? "");
    const jar = visitor.cookies.get(new URL(runtime.content_url).host) ?? new Map();
    return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  test("is JSON for everything outside of documents, whoever asks", async () => {
    for (const path of ["/", "/app", "/api/me", "/auth/login", "/d", "/robots.ico"]) {
      const answer = await runtime.open(path);
      expect({ path, status: answer.status, body: answer.body }).toEqual({
        path,
        status: 404,
        body: { error: "not found" },
      });
    }
  });

  test("is a page for a person at the host's own address, which names the app and no document", async () => {
    const { slug } = await runtime.publish({ visibility: "unlisted" });
    const front = await runtime.open("/", { headers: AS_BROWSER });
    expect(front.status).toBe(200);
    expect(front.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(front.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(front.headers.get("set-cookie")).toBeNull();
    expect(String(front.body)).toContain(`href="${runtime.base_url}"`);
    expect(String(front.body)).not.toContain(slug);
    // What leads there is there.
    expect((await runtime.open("/d/../", { headers: AS_BROWSER })).status).toBe(200);
  });

  test("is a 404 for every address that is none, and never a fault of ours", async () => {
    const { at, slug } = await runtime.publish({ visibility: "unlisted" });
    const hostile = [
      `${at}%`,
      `${at}%zz`,
      `${at}%00`,
      `${at}a%00b.html`,
      `${at}%ff%fe`,
      `${at}%ed%a0%80`,
      `${at}..%2f..%2fetc%2fpasswd`,
      `${at}a%2fb`,
      `${at}a%5cb`,
      `${at}..\\..\\x`,
      `${at}%2e%2e%2fx`,
      `${at}~`,
      `${at}~forged/index.html/`,
      `${at}//`,
      `${at}${"x".repeat(5000)}`,
      `${at}${"x/".repeat(900)}`,
      `/d/${slug}%00/`,
      `/d/%/`,
      `/d/%2f/`,
      `/d/${"s".repeat(3000)}/`,
      "/d//",
      "/d/",
      `/d/${slug.toUpperCase()}/`,
    ];
    for (const path of hostile) {
      const answer = await runtime.open(path, { headers: AS_BROWSER });
      // A capability that opens nothing leads to the clean address, where the same 404 waits.
      if (answer.status === 302) expect(answer.headers.get("location"), path).toStartWith(at);
      else expect({ path, status: answer.status }).toEqual({ path, status: 404 });
      runtime.clock.advance(61_000);
    }
    expect((await runtime.open(`${at}?handoff=${"x".repeat(9000)}`)).status).toBe(404);
    expect((await runtime.open(`${at}?handoff=1&handoff=2`)).status).toBe(404);
  });

  test("other methods are a 405 that changes nothing", async () => {
    const { at } = await runtime.publish({ visibility: "unlisted" });
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      expect((await runtime.open(at, { method })).status, method).toBe(405);
    }
    expect((await runtime.open(at)).status).toBe(200);
  });

  test("a host that is none of ours is a 404", async () => {
    const { at } = await runtime.publish({ visibility: "unlisted" });
    const answer = await runtime.fetch(new Request(`http://evil.example${at}`, { headers: { host: "evil.example" } }));
    expect(answer.status).toBe(404);
  });
});

describe("throttles", () => {
  test("the 61st address that leads nowhere in a minute is a 429; what is there stays open", async () => {
    runtime.clock.advance(61_000);
    const { at } = await runtime.publish({ visibility: "unlisted" });
    for (let tries = 0; tries < 60; tries++) expect((await runtime.open(`${at}${tries}`)).status).toBe(404);
    const refused = await runtime.open(`${at}61`);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ error: "too many requests" });
    expect(refused.headers.get("retry-after")).toBeNull();
    expect((await runtime.open(at)).status).toBe(200);
    runtime.clock.advance(60_000);
    expect((await runtime.open(`${at}62`)).status).toBe(404);
  });
});
