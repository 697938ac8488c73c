// What the browser tests of published documents share:
// a listener for both hosts, signed-in browsers, and a document that uses everything a page may use.
import { afterAll } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { signinPort } from "../../plugins/signin/port.ts";
import { type ContentServer, openContentServer } from "../content/published.ts";
import { makeCertificate } from "../harness/certificate.ts";
import type { HarnessOptions, Person } from "../harness/harness.ts";
import { openBrowser } from "./browser.ts";

export interface Site extends ContentServer {
  browser: Browser;
  /** A browser profile of its own: signed in on the app host as a person, or ready to give a password. */
  profile(reader?: { person?: Person; password?: string }): Promise<BrowserContext>;
  /** Every `Referer` that either host has been sent. */
  referers: string[];
}

export interface SiteOptions {
  /** Names that are served by https too, with a certificate that browsers are told to take. */
  names?: readonly string[];
  extra?: HarnessOptions["extra"];
}

/** Listens on one port under two names, as a first start does. */
export async function openSite({ names = [], extra }: SiteOptions = {}): Promise<Site> {
  let answer: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 });
  const referers: string[] = [];
  const fetch = (request: Request) => {
    const referer = request.headers.get("referer");
    if (referer !== null) referers.push(referer);
    return answer(request);
  };
  const listener = Bun.serve({ port: 0, idleTimeout: 120, fetch });
  const tls = names.map((serverName) => ({ serverName, ...makeCertificate(serverName) }));
  const secure = names.length === 0 ? null : Bun.serve({ port: 0, idleTimeout: 120, fetch, tls });
  const server = await openContentServer({
    env: { BASE_URL: `http://localhost:${listener.port}`, CONTENT_URL: `http://127.0.0.1:${listener.port}` },
    ...(extra && { extra }),
  });
  answer = server.fetch;
  const browser = await openBrowser(secure ? { names: { hosts: names, port: secure.port ?? 0 } } : {});
  afterAll(async () => {
    await browser.close();
    await Promise.all([listener.stop(true), secure?.stop(true)]);
  });
  return {
    ...server,
    browser,
    referers,
    profile: async ({ person, password } = {}) => {
      const context = await browser.newContext({
        ignoreHTTPSErrors: secure !== null,
        ...(password !== undefined && { httpCredentials: { username: "reader", password } }),
      });
      if (!person) return context;
      const { sql } = server.runtime.database;
      const options = { user_id: person.user_id, now: server.clock.now() };
      const page = await context.newPage();
      await page.goto(await server.runtime.use(signinPort).createLoginLink(sql, options));
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(`${server.base_url}/app`);
      await page.close();
      return context;
    },
  };
}

/** A PNG of one pixel. */
export const PICTURE = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);

/** The page of `reportFiles`. */
export const REPORT = `<!doctype html><meta charset="utf-8"><title>Report</title>
<link rel="stylesheet" href="css/style.css"><script src="classic.js" defer></script><script type="module" src="app.mjs"></script>
<h1>Report</h1><img id="picture" src="pictures/dot 1.png"><output id="classic"></output><output id="module"></output>
<p><a href="two.html">The second page</a></p>`;

const SECOND = `<!doctype html><meta charset="utf-8"><title>Second</title><link rel="stylesheet" href="css/style.css">
<h1>Second</h1><p><a href="./">Back to the report</a></p>`;

/** The files of a document with a stylesheet, scripts of both kinds, data, a picture, a font and a second page. */
export async function reportFiles(): Promise<Record<string, string | Uint8Array<ArrayBuffer>>> {
  const font = await Bun.file(
    Bun.fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf")),
  ).bytes();
  return {
    "two.html": SECOND,
    "css/style.css": `@font-face { font-family: Own; src: url("../fonts/own.ttf") } h1 { color: rgb(1, 2, 3); font-family: Own }`,
    "fonts/own.ttf": font,
    "classic.js": `document.querySelector("#classic").textContent = "classic ran"`,
    "app.mjs": `import { greet } from "./lib/part.mjs";
const answer = await fetch("data.json"); const data = await answer.json(); document.querySelector("#module").textContent = greet(data.name);`,
    "lib/part.mjs": `export const greet = (name) => "module greets " + name;`,
    "data.json": `{"name":"its data"}`,
    "pictures/dot 1.png": PICTURE,
  };
}

/** What of the report's parts has loaded and run. */
export async function readReport(page: Page) {
  await page.getByText("module greets").waitFor();
  return page.evaluate(async () => {
    await document.fonts.ready;
    const picture = document.querySelector("img");
    return {
      colour: getComputedStyle(document.querySelector("h1") ?? document.body).color,
      font: [...document.fonts].map((face) => face.status).join(),
      picture: picture?.complete === true && picture.naturalWidth > 0,
      classic: document.querySelector("#classic")?.textContent,
      module: document.querySelector("#module")?.textContent,
      origin: self.origin,
    };
  });
}
