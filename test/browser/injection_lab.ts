// Opens many answers at once in frames of one page, without the headers that would stop a script,
// and tells what ran and what could.
import { afterAll } from "bun:test";
import type { Browser, BrowserContext } from "playwright-core";
import { pageAssets } from "../../plugins/rendering/port.ts";
import { openBrowser } from "./browser.ts";

/** One answer as the service gave it. */
export interface Exhibit {
  name: string;
  body: string | Uint8Array;
  /** `text/html; charset=utf-8` unless told. */
  content_type?: string;
}

export interface Finding {
  name: string;
  what: string;
}

export interface Lab {
  browser: Browser;
  /** What went wrong in any of them; empty when nothing did. */
  examine(exhibits: readonly Exhibit[]): Promise<Finding[]>;
}

const FRAMES_AT_ONCE = 40;
const HARMLESS_SCHEMES = ["http:", "https:", "mailto:", "tel:", "irc:", "ircs:", "xmpp:"];
/** How the picture begins that stands at the top of our own pages. */
const OWN_MARK = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect";
/** Scripts of our own pages, and of those that we make of what people send. */
const OWN_SCRIPTS = /^\/(?:(?:app|auth|oauth|u)\/[a-z0-9./-]+|assets\/page-[0-9a-f]{16})\.js$/;

/** Starts a browser and a server for one test file. */
export async function openLab(): Promise<Lab> {
  const shown = new Map<string, Exhibit>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      // It runs over everything that a hostile page holds.
      const asset = pageAssets().get(pathname);
      if (asset) return new Response(await asset.make(), { headers: { "content-type": asset.content_type } });
      if (pathname === "/lab") return frames(Number(searchParams.get("from")), Number(searchParams.get("to")));
      const exhibit = shown.get(pathname);
      if (!exhibit) return new Response(null, { status: 404 });
      const type = exhibit.content_type ?? "text/html; charset=utf-8";
      return new Response(exhibit.body as BodyInit, {
        headers: { "content-type": type, "x-content-type-options": "nosniff" },
      });
    },
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const browser = await openBrowser();
  afterAll(async () => {
    await browser.close();
    await server.stop(true);
  });

  async function examine(exhibits: readonly Exhibit[]): Promise<Finding[]> {
    shown.clear();
    for (const [index, exhibit] of exhibits.entries()) shown.set(`/e/${index}`, exhibit);
    const findings: Finding[] = [];
    const nameOf = (address: string) => shown.get(new URL(address).pathname)?.name ?? address;
    const context = await watched(browser, { origin, found: (at, what) => findings.push({ name: nameOf(at), what }) });
    const page = await context.newPage();
    for (let from = 0; from < exhibits.length; from += FRAMES_AT_ONCE) {
      const to = Math.min(exhibits.length, from + FRAMES_AT_ONCE);
      await page.goto(`${origin}/lab?from=${from}&to=${to}`);
      const seen = await page.evaluate(inspectFrames, {
        schemes: HARMLESS_SCHEMES,
        own: OWN_SCRIPTS.source,
        mark: OWN_MARK,
      });
      findings.push(...seen.map(({ at, what }) => ({ name: nameOf(new URL(at, origin).href), what })));
      if (!page.url().startsWith(`${origin}/lab`)) findings.push({ name: "a frame", what: `led to ${page.url()}` });
    }
    await context.close();
    return findings;
  }
  return { browser, examine };
}

function frames(from: number, to: number): Response {
  let body = "<!doctype html><title>lab</title>";
  for (let index = from; index < to; index++) body += `<iframe src="/e/${index}" width=300 height=150></iframe>\n`;
  return new Response(body, { headers: { "content-type": "text/html" } });
}

/** A profile whose every frame reports what the corpus does when it runs. */
export async function watched(
  browser: Browser,
  { origin, found }: { origin: string; found: (at: string, what: string) => void },
): Promise<BrowserContext> {
  const context = await browser.newContext();
  await context.exposeBinding("reportRun", ({ frame }, what: string) => found(frame.url(), what));
  await context.addInitScript(() => {
    const report = (what: string) => Reflect.get(window, "reportRun")?.(`${what} in ${self.origin}`);
    for (const name of ["alert", "prompt", "confirm", "print", "open"]) {
      Object.defineProperty(window, name, { value: () => report(`${name} ran`) });
    }
    let broken: unknown;
    Object.defineProperty(window, "broken", {
      get: () => broken,
      set: (value) => {
        broken = value;
        report("script ran");
      },
    });
  });
  context.on("dialog", (dialog) => {
    found(dialog.page()?.url() ?? origin, "a dialog opened");
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (!protocol.startsWith("http") || host === new URL(origin).host) return;
    // A picture may come from anywhere over https; nothing else may.
    if (request.resourceType() === "image" && protocol === "https:") return;
    found(request.frame().url(), `asked for ${request.resourceType()} ${request.url()}`);
  });
  return context;
}

/** Runs in the page: what in its frames could run if somebody touched it. */
async function inspectFrames({ schemes, own, mark }: { schemes: string[]; own: string; mark: string }) {
  const found: { at: string; what: string }[] = [];
  const ownScript = new RegExp(own);
  for (const frame of document.querySelectorAll("iframe")) {
    const at = frame.getAttribute("src") ?? "";
    const inside = frame.contentDocument;
    if (!inside) {
      found.push({ at, what: "left for another origin" });
      continue;
    }
    if (inside.location.pathname !== at) found.push({ at, what: `led to ${inside.location.href}` });
    for (const element of inside.querySelectorAll("*")) {
      const tag = element.localName;
      if (tag === "script" && !ownScript.test(element.getAttribute("src") ?? "")) found.push({ at, what: "a script" });
      // Our own page of a PDF shows it as an object.
      const isPdf = tag === "object" && element.getAttribute("type") === "application/pdf";
      if (["base", "iframe", "frame", "object", "embed", "template"].includes(tag) && !isPdf)
        found.push({ at, what: `a ${tag}` });
      if (tag === "meta" && element.hasAttribute("http-equiv")) found.push({ at, what: "a meta http-equiv" });
      if (element.shadowRoot) found.push({ at, what: "a shadow root" });
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name) || name === "srcdoc") found.push({ at, what: `<${tag} ${name}="${value}">` });
        if (!/(?:^|:)(?:href|src|action|formaction|data|poster|background|cite|ping)$/.test(name)) continue;
        // An address that is none leads nowhere.
        if (!URL.canParse(value, inside.baseURI)) continue;
        const { protocol } = new URL(value, inside.baseURI);
        const picture = tag === "img" && /^\s*data:image\/(?:png|jpeg|gif|webp|avif);/i.test(value);
        if (!schemes.includes(protocol) && !picture && !value.startsWith(mark))
          found.push({ at, what: `<${tag} ${name}="${value}">` });
      }
      if (element instanceof (inside.defaultView?.HTMLElement ?? HTMLElement)) element.focus?.();
    }
  }
  // Handlers of errors and loads come a turn later.
  await new Promise((resolve) => setTimeout(resolve, 50));
  return found;
}
