// Who may read a restricted or workspace document on the content host, by which road.
import { describe, expect, test } from "bun:test";
import { AS_BROWSER, AS_PART, basic, enter, follow, openContentServer, PAGE } from "./published.ts";

const runtime = await openContentServer();
const { anna, otto, eve } = runtime;

describe("a restricted document", () => {
  test("sends a reader without a viewer cookie to the app host and takes them back to the page that they wanted", async () => {
    const document = await runtime.publish({}, { "two pages/ü.html": "<p>two</p>" });
    const visitor = runtime.visitor(anna);
    const first = await visitor.open(`${document.url}two%20pages/%C3%BC.html`);
    expect(first.status).toBe(302);
    expect(first.headers.get("cache-control")).toBe("private, no-store");
    const there = new URL(first.headers.get("location") ?? "");
    expect(there.origin + there.pathname).toBe(`${runtime.base_url}/viewer/authorize`);
    expect(there.searchParams.get("slug")).toBe(document.slug);
    const back = await visitor.open(there.href);
    expect(back.headers.get("location")).toStartWith(`${document.url}?handoff=`);
    const { response, url } = await follow(visitor, there.href);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("<p>two</p>");
    expect(url.pathname).toMatch(new RegExp(`^/d/${document.slug}/~[^/]+/two%20pages/%C3%BC\\.html$`));
  });

  test("answers its page with the sandbox and for this reader alone, and 304 while they may read", async () => {
    const document = await runtime.publish({});
    const { visitor, response, page } = await enter(document, runtime.visitor(anna));
    expect(await response.text()).toBe(PAGE);
    expect(response.headers.get("content-security-policy")).toStartWith("sandbox allow-scripts");
    expect(response.headers.get("content-security-policy")).toContain(`frame-ancestors 'self' ${runtime.base_url}`);
    expect(response.headers.get("content-security-policy")).not.toContain("allow-same-origin");
    expect(response.headers.get("cache-control")).toBe("private, no-cache");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    const etag = response.headers.get("etag") ?? "";
    expect((await visitor.open(page, { "if-none-match": etag })).status).toBe(304);
    await runtime.patch(document, { visibility: "password", password: "correct horse" });
    expect((await visitor.open(page, { "if-none-match": etag })).status).toBe(302);
  });

  test("gives the parts of its page by the capability, without a cookie, in ranges too; HEAD and 404 as anywhere", async () => {
    const document = await runtime.publish({}, { "app.mjs": "export default 1", "digits.txt": "0123456789" });
    const { part, page, visitor } = await enter(document, runtime.visitor(anna));
    const script = await part("app.mjs");
    expect(script.status).toBe(200);
    expect(script.headers.get("access-control-allow-origin")).toBe("*");
    expect(script.headers.get("cache-control")).toBe("private, no-cache");
    const ranged = await visitor.send(new URL("digits.txt", page).href, {
      headers: { ...AS_PART, cookie: "", range: "bytes=1-3" },
    });
    expect([ranged.status, await ranged.text()]).toEqual([206, "123"]);
    const head = await visitor.send(new URL("digits.txt", page).href, {
      method: "HEAD",
      headers: { ...AS_PART, cookie: "" },
    });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "10"]);
    expect((await part("nowhere.js")).status).toBe(404);
  });

  test("opens to nobody by a capability that was passed on, forged, of another document, or over", async () => {
    const document = await runtime.publish({}, { "app.js": "1" });
    const other = await runtime.publish({}, { "app.js": "2" });
    const { page, visitor, part } = await enter(document, runtime.visitor(anna));
    const stranger = runtime.visitor();
    const passedOn = await stranger.open(page);
    expect([passedOn.status, passedOn.headers.get("location")]).toEqual([302, document.at]);
    const { url } = await follow(stranger, page);
    expect(url.pathname).toBe("/auth/login");
    const framed = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe" };
    expect((await stranger.send(page, { headers: framed })).status).toBe(404);
    const [, , , capability = ""] = new URL(page).pathname.split("/");
    const elsewhere = `${other.url}${capability}/app.js`;
    expect((await stranger.send(elsewhere, { headers: AS_PART })).status).toBe(404);
    const forged = page.replace(/.$/, "").slice(0, -1);
    expect((await visitor.open(`${forged}x/`)).status).toBe(302);
    expect((await part("app.js")).status).toBe(200);
    runtime.clock.advance(2 * 3_600_000);
    expect((await part("app.js")).status).toBe(404);
    expect((await follow(visitor, page)).response.status).toBe(200);
  });

  test("opens its parts by the capability to the browser that it was made for, and to the player of Apple's systems", async () => {
    const document = await runtime.publish({}, { "app.js": "1", "film.mp4": "film" });
    const agents = {
      linux: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
      phone:
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1",
      player: "AppleCoreMedia/1.0.0.22A3354 (iPhone; U; CPU OS 18_0 like Mac OS X; en_us)",
      curl: "curl/8.9.1",
    };
    const visitor = runtime.visitor(anna);
    await follow(visitor, document.url);
    async function pageFor(agent: string): Promise<string> {
      const answer = await visitor.open(document.url, { "user-agent": agent });
      return new URL(answer.headers.get("location") ?? "", document.url).href;
    }
    const part = async (page: string, agent: string, destination = "empty") =>
      (
        await runtime.visitor().send(new URL("film.mp4", page).href, {
          headers: { "sec-fetch-dest": destination, "user-agent": agent },
        })
      ).status;
    const page = await pageFor(agents.linux);
    expect(await part(page, agents.linux)).toBe(200);
    for (const other of [agents.curl, agents.phone, agents.player, ""]) {
      expect([other, await part(page, other)]).toEqual([other, 302]);
    }
    const phone = await pageFor(agents.phone);
    for (const own of [agents.phone, agents.player]) expect([own, await part(phone, own, "video")]).toEqual([own, 200]);
    expect(await part(phone, agents.linux)).toBe(302);
    expect((await visitor.open(page, { "user-agent": agents.phone })).headers.get("location")).toBe(document.at);
  });

  test("shows the reader's own cookie who they are: another reader's capability is exchanged for one's own", async () => {
    const document = await runtime.publish({ visibility: "workspace" });
    const mine = await enter(document, runtime.visitor(anna));
    const theirs = await enter(document, runtime.visitor(otto));
    expect(theirs.response.status).toBe(200);
    expect(theirs.page).not.toBe(mine.page);
    const { url, response } = await follow(theirs.visitor, mine.page);
    expect(response.status).toBe(200);
    expect(url.href).toBe(theirs.page);
  });

  test("keeps the query of the page that was asked for", async () => {
    const document = await runtime.publish({});
    const { visitor } = await enter(document, runtime.visitor(anna));
    const answer = await visitor.open(`${document.url}?tab=2&x=%C3%BC`);
    expect(new URL(answer.headers.get("location") ?? "", document.url).search).toBe("?tab=2&x=%C3%BC");
  });

  test("gives no part to a page of another origin that asks in the reader's name", async () => {
    const document = await runtime.publish({}, { "app.js": "secret", "pic.png": "png" });
    const { visitor } = await enter(document, runtime.visitor(anna));
    for (const path of ["", "app.js", "pic.png", "nowhere"]) {
      for (const destination of ["script", "image", "empty", "iframe", "embed", "object", "worker", "serviceworker"]) {
        const headers = { "sec-fetch-site": "cross-site", "sec-fetch-dest": destination };
        const answer = await visitor.open(document.url + path, headers);
        expect({ path, destination, status: answer.status }).toEqual({ path, destination, status: 404 });
        runtime.clock.advance(2000);
      }
    }
    const own = await visitor.open(`${document.url}app.js`, {
      "sec-fetch-site": "same-origin",
      "sec-fetch-dest": "empty",
    });
    expect(own.status).toBe(200);
    expect(own.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(own.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("lets its viewer page embed a PDF, which a viewer of the browser's own may then show", async () => {
    const form = new FormData();
    form.set("file", new File(["%PDF-1.4"], "paper.pdf"));
    const made = await runtime.call("POST /api/files", { as: anna, form });
    const { visitor, response } = await enter(made.body, runtime.visitor(anna));
    expect(response.headers.get("content-security-policy")).toContain("object-src 'self'");
    const embedded = { "sec-fetch-site": "same-origin", "sec-fetch-dest": "object" };
    const file = await visitor.open(`${made.body.url}paper.pdf`, embedded);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(file.headers.get("content-security-policy")).toBe(`frame-ancestors 'self' ${runtime.base_url}`);
    expect(file.headers.get("content-disposition")).toBeNull();
  });

  test("is a 404 to signed-in people of another workspace", async () => {
    const document = await runtime.publish({});
    expect((await follow(runtime.visitor(eve), document.url)).response.status).toBe(404);
  });

  test("leads a member without a level to where they can ask, and gives them no part", async () => {
    const open = await runtime.publish({ visibility: "workspace" });
    const document = await runtime.publish({}, { "app.js": "secret" });
    const visitor = runtime.visitor(otto);
    for (const before of ["without", "with"]) {
      const { response, url } = await follow(visitor, document.url);
      const shown = [before, response.status, url.origin + url.pathname];
      expect(shown).toEqual([before, 200, `${runtime.base_url}/auth/request-access/${document.slug}`]);
      expect((await follow(visitor, open.url)).response.status).toBe(200);
    }
    expect((await visitor.open(`${document.url}app.js`, AS_PART)).status).toBe(404);
  });

  test("takes no app session, bearer token or password for a viewer cookie", async () => {
    const document = await runtime.publish({});
    for (const headers of [
      { cookie: anna.cookie },
      { authorization: `Bearer ${anna.token}` },
      basic("anything"),
      { cookie: "__Host-docsvc_viewer=forged.ticket" },
    ]) {
      const answer = await runtime.open(document.at, { headers: { ...AS_BROWSER, ...headers } });
      expect([answer.status, new URL(answer.headers.get("location") ?? "").pathname]).toEqual([
        302,
        "/viewer/authorize",
      ]);
    }
  });

  test("what the link asked of the page comes back with its reader, whatever it holds; only what is too long does not", async () => {
    const document = await runtime.publish({});
    const wanted = "record=7&filter=name%3Aeq%3A%C3%BC+%26&q=%2F%2Fevil.example%0D%0ASet-Cookie%3A+x%23%5C";
    const visitor = runtime.visitor(anna);
    const start = await visitor.open(`${document.url}?${wanted}`);
    const address = new URL(start.headers.get("location") ?? "");
    expect(address.searchParams.get("search")).toBe(wanted);
    const back = await visitor.open(address.href);
    const taken = await visitor.open(back.headers.get("location") ?? "");
    expect([taken.status, taken.headers.get("location")]).toEqual([302, `${document.at}?${wanted}`]);
    // Whoever makes up an address of the app decides no other host, and sends no code along.
    for (const search of [
      "handoff=a&handoff=b",
      "//evil.example",
      "/../../x",
      "?#@evil.example",
      "handoff=a&record=1",
    ]) {
      address.searchParams.set("search", search);
      const there = await visitor.open(address.href);
      const { headers } = await visitor.open(there.headers.get("location") ?? "");
      const end = new URL(headers.get("location") ?? "", document.url);
      expect([end.origin, end.pathname, end.searchParams.get("handoff")]).toEqual([
        runtime.content_url,
        document.at,
        null,
      ]);
    }
    const long = await runtime.visitor(anna).open(`${document.url}?q=${"x".repeat(2000)}`);
    expect(new URL(long.headers.get("location") ?? "").searchParams.get("search")).toBeNull();
  });

  test("a handoff code works once, in the browser that asked, and leads to the clean address", async () => {
    const document = await runtime.publish({});
    const visitor = runtime.visitor(anna);
    const start = await visitor.open(document.url);
    const back = await visitor.open(start.headers.get("location") ?? "");
    const address = back.headers.get("location") ?? "";
    const stranger = await runtime.visitor().open(address);
    expect([stranger.status, stranger.headers.get("location"), stranger.headers.getSetCookie()]).toEqual([
      302,
      document.at,
      [],
    ]);
    const taken = await visitor.open(address);
    expect([taken.status, taken.headers.get("location")]).toEqual([302, document.at]);
    expect(taken.headers.getSetCookie().join()).toContain("__Host-docsvc_viewer=");
    const again = await visitor.open(address);
    expect([again.headers.get("location"), again.headers.getSetCookie()]).toEqual([document.at, []]);
  });
});

describe("a workspace document", () => {
  test("opens for every member, and tells people from elsewhere 403 on the app host", async () => {
    const document = await runtime.publish({ visibility: "workspace" });
    expect((await enter(document, runtime.visitor(otto))).response.status).toBe(200);
    const { response, url } = await follow(runtime.visitor(eve), document.url);
    expect([response.status, url.pathname]).toEqual([403, "/viewer/authorize"]);
    const plain = await runtime.call(`GET ${url.pathname}${url.search}`, { as: eve, with_cookie: true });
    expect(plain.status).toBe(403);
    expect(plain.body.detail).toContain(eve.email);
    expect(plain.body.error).toBeUndefined();
  });

  test("is a 404 on the content host to somebody from elsewhere who has a viewer cookie already", async () => {
    const own = await runtime.call("POST /api/docs", { as: eve, json: { html: PAGE } });
    const visitor = runtime.visitor(eve);
    expect((await follow(visitor, own.body.url)).response.status).toBe(200);
    const document = await runtime.publish({ visibility: "workspace" });
    expect((await visitor.open(document.url)).status).toBe(404);
  });
});
