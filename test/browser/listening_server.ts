// A server behind a real listener for tests in a browser: both hosts on one port, as a first start has them.
import { afterAll } from "bun:test";
import type { Browser } from "playwright-core";
import { type Harness, openHarness } from "../harness/harness.ts";
import { openBrowser } from "./browser.ts";

type Fetch = Harness["fetch"];

export interface ListeningServer {
  runtime: Harness;
  browser: Browser;
  /** Puts something between the listener and the server. */
  intercept(fetch: Fetch): void;
}

/** Opens all, with further settings of the server, and closes it after the file's tests. */
export async function openListeningServer(settings: Record<string, string> = {}): Promise<ListeningServer> {
  let answer: Fetch = async () => new Response(null, { status: 503 });
  const listener = Bun.serve({
    port: 0,
    idleTimeout: 120,
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch: (request) => answer(request),
  });
  const runtime = await openHarness({
    env: {
      ...settings,
      BASE_URL: `http://localhost:${listener.port}`,
      CONTENT_URL: `http://127.0.0.1:${listener.port}`,
    },
  });
  answer = runtime.fetch;
  const browser = await openBrowser();
  afterAll(async () => {
    await browser.close();
    await listener.stop(true);
  });
  const intercept = (fetch: Fetch) => {
    answer = fetch;
  };
  return { runtime, browser, intercept };
}
