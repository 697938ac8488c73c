// Published script is hostile:
// in a real browser it reaches neither another document, nor a cookie, nor the app, whatever kind of file carries it.
import { describe, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { openSite } from "./published_site.ts";

const site = await openSite();
const { anna } = site;
const PASSWORD = "correct horse battery";

/** What the secret documents hold, and no answer to the attacker may. */
const SECRET = "the launch is in May";
const parts = {
  "data.js": `window.stolen = "${SECRET}"`,
  "data.css": "body { --stolen: 1 }",
  "picture.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"><text>${SECRET}</text></svg>`,
  "data.json": JSON.stringify({ secret: SECRET }),
};
const html = `<title>${SECRET}</title><h1>${SECRET}</h1>`;
const restricted = await site.publish({ html }, parts);
const guarded = await site.publish({ html, visibility: "password", password: PASSWORD }, parts);
const generated = await site.call("POST /api/docs", { as: anna, json: { markdown: `# ${SECRET}` } });
const attacker = await site.publish({ html: "<h1>Attacker</h1>", visibility: "unlisted" });
const attackerInside = await site.publish({ html: "<h1>Attacker</h1>" });

/** One road to a part of another document, and what came of it. */
async function attack(page: Page, target: string): Promise<Record<string, string>> {
  return page.evaluate(async (address) => {
    const cache = new Map<string, string>();
    async function ask(name: string, init: RequestInit, path = ""): Promise<void> {
      const answer = await fetch(address + path, init).catch(() => null);
      cache.set(name, answer === null ? "refused" : `${answer.type} ${answer.status} ${await answer.text()}`);
    }
    function load(tag: string, attributes: Record<string, string>): Promise<void> {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      return new Promise((resolve) => {
        const end = (how: string) => {
          const document =
            element instanceof HTMLIFrameElement || element instanceof HTMLObjectElement
              ? element.contentDocument
              : null;
          cache.set(tag, `${how} ${document?.documentElement.textContent ?? "nothing to read"}`);
          resolve();
        };
        element.addEventListener("load", () => end("load"));
        element.addEventListener("error", () => end("error"));
        document.body.append(element);
      });
    }
    await ask("fetch with credentials", { credentials: "include" });
    await ask("fetch without", { credentials: "omit" });
    await ask("fetch blindly", { credentials: "include", mode: "no-cors" }, "data.json");
    await load("script", { src: `${address}data.js` });
    await load("link", { rel: "stylesheet", href: `${address}data.css` });
    await load("img", { src: `${address}picture.svg` });
    await load("iframe", { src: address });
    await load("object", { data: address });
    await load("embed", { src: address });
    cache.set("script ran", String(Reflect.get(window, "stolen")));
    cache.set("style applied", getComputedStyle(document.body).getPropertyValue("--stolen"));
    return Object.fromEntries(cache);
  }, target);
}

const NOTHING = {
  "fetch with credentials": "refused",
  "fetch without": '"not found"',
  "fetch blindly": "opaque 0 ",
  script: "error nothing to read",
  link: "error nothing to read",
  img: "error nothing to read",
  iframe: "load nothing to read",
  object: "error nothing to read",
  embed: "load nothing to read",
  "script ran": "undefined",
  "style applied": "",
};

/** A browser that has read both secrets, with the session, viewer cookie and password that this took. */
async function openReader(): Promise<BrowserContext> {
  const context = await site.profile({ person: anna, password: PASSWORD });
  const page = await context.newPage();
  for (const address of [restricted.url, generated.body.url, guarded.url]) {
    await page.goto(address);
    await page.getByRole("heading", { name: SECRET }).waitFor();
  }
  await page.close();
  return context;
}

describe("script of one document", () => {
  const targets = { restricted: restricted.url, generated: generated.body.url, password: guarded.url };
  for (const [kind, from] of Object.entries({ "an unlisted": attacker, "a restricted": attackerInside })) {
    for (const [what, target] of Object.entries(targets)) {
      test(`${kind} one neither reads nor embeds any part of a ${what} one that its reader may open`, async () => {
        const context = await openReader();
        const page = await context.newPage();
        await page.goto(from.url);
        const framed: string[] = [];
        page.on("framenavigated", (frame) => void framed.push(frame.url()));
        const found = await attack(page, target);
        expect(JSON.stringify(found)).not.toContain(SECRET);
        for (const [road, expected] of Object.entries(NOTHING)) expect(`${road}: ${found[road]}`).toContain(expected);
        for (const frame of page.frames().slice(1)) expect(await frame.content().catch(() => "")).not.toContain(SECRET);
        await context.close();
      });
    }
  }

  test("learns nothing of a document that it opens in a window, and cannot steer what opened it", async () => {
    const context = await openReader();
    const page = await context.newPage();
    await page.goto(attacker.url);
    for (const target of Object.values(targets)) {
      const [popup] = await Promise.all([
        context.waitForEvent("page"),
        page.evaluate((address) => Reflect.set(window, "popup", window.open(address)), target),
      ]);
      await popup.getByRole("heading", { name: SECRET }).waitFor();
      const seen = await page.evaluate(() => {
        const popup: unknown = Reflect.get(window, "popup");
        const read = (look: (popup: Window) => unknown): string => {
          try {
            return String(look(popup as Window));
          } catch (error) {
            return error instanceof Error ? error.name : "refused";
          }
        };
        return [
          read((w) => w.document.title),
          read((w) => w.location.href),
          read((w) => w.localStorage),
          read((w) => w.name),
        ];
      });
      expect(seen).toEqual(["SecurityError", "SecurityError", "SecurityError", "SecurityError"]);
      expect(await popup.evaluate(() => self.origin)).toBe("null");
      await popup.close();
    }
    await context.close();
  });

  test("has no cookie, no storage, no worker and no part in the window around it", async () => {
    const context = await openReader();
    const page = await context.newPage();
    await page.goto(attackerInside.url);
    const tried = await page.evaluate(async () => {
      const attempts: Record<string, () => unknown> = {
        cookie: () => document.cookie,
        "set cookie": () => Reflect.set(document, "cookie", "planted=1; path=/"),
        localStorage: () => localStorage.length,
        sessionStorage: () => sessionStorage.length,
        indexedDB: () => indexedDB.open("x"),
        caches: () => caches.keys(),
        "service worker": () => navigator.serviceWorker.register("sw.js"),
      };
      const results: Record<string, string> = {};
      for (const [name, attempt] of Object.entries(attempts)) {
        try {
          await attempt();
          results[name] = "worked";
        } catch (error) {
          results[name] = error instanceof Error ? error.name : "refused";
        }
      }
      return { results, origin: self.origin };
    });
    expect(tried.origin).toBe("null");
    expect(new Set(Object.values(tried.results))).toEqual(new Set(["SecurityError"]));
    const planted = (await context.cookies(site.content_url)).map((cookie) => cookie.name);
    expect(planted).not.toContain("planted");
    await context.close();
  });

  test("gets nothing from the app and changes nothing there", async () => {
    const context = await openReader();
    const before = await site.rows("documents", "tokens", "audit_events");
    const page = await context.newPage();
    await page.goto(attacker.url);
    const found = await page.evaluate(async (app) => {
      const ask = async (path: string, init: RequestInit) => {
        const answer = await fetch(app + path, init).catch(() => null);
        return answer === null ? "refused" : answer.type;
      };
      const post = (action: string, fields: Record<string, string>) =>
        new Promise<void>((resolve) => {
          const frame = Object.assign(document.createElement("iframe"), { name: `sink${frames.length}` });
          const form = Object.assign(document.createElement("form"), {
            method: "post",
            action: app + action,
            target: frame.name,
          });
          for (const [name, value] of Object.entries(fields)) {
            form.append(Object.assign(document.createElement("input"), { name, value }));
          }
          document.body.append(frame, form);
          frame.addEventListener("load", () => resolve());
          form.submit();
        });
      const answers = [
        await ask("/api/me", { credentials: "include" }),
        await ask("/api/docs", {
          credentials: "include",
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{}",
        }),
        await ask("/api/docs", { credentials: "include", method: "POST", mode: "no-cors", body: `{"html":"planted"}` }),
      ];
      await post("/auth/logout", {});
      await post("/api/docs", { html: "planted" });
      await post("/api/tokens", { name: "planted" });
      const frame = Object.assign(document.createElement("iframe"), { src: `${app}/app` });
      await new Promise((resolve) => {
        frame.addEventListener("load", resolve);
        document.body.append(frame);
      });
      return answers;
    }, site.base_url);
    expect(found).toEqual(["refused", "refused", "opaque"]);
    expect(await site.rows("documents", "tokens", "audit_events")).toEqual(before);
    for (const frame of page.frames().slice(1)) expect(frame.url()).not.toStartWith(`${site.base_url}/app`);
    await page.goto(`${site.base_url}/app`);
    expect(new URL(page.url()).pathname).toBe("/app");
    await context.close();
  });
});
