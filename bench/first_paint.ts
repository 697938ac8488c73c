// What a first look at a book as a wiki costs a browser with an empty cache on fast 3G:
// bytes, round trips that hold the paint up, and when it comes.
import { openBrowser } from "../test/browser/browser.ts";
import { findLongest, openBook } from "./book.ts";
import { medianOf, print, readRounds } from "./rounds.ts";
import { openPlace } from "./servers.ts";

/** As Chromium's own tools have it. */
const FAST_3G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const COUNTED = new Set(["Document", "Stylesheet", "Script"]);
const KB = 1000;

const place = await openPlace({});
const browser = await openBrowser();
try {
  const { url } = await openBook(place);
  for (const [workload, address] of [
    ["the overview", url],
    ["the longest chapter", await findLongest(url)],
  ] as const) {
    const seen: Look[] = [];
    for (let round = 0; round < readRounds(); round++) seen.push(await look(address));
    const median = (of: (one: Look) => number) => medianOf(seen.map(of));
    print({
      ...{ workload, kb: median((one) => one.kb), reach_kb: 60 },
      ...{
        document: median((one) => one.document),
        style: median((one) => one.style),
        script: median((one) => one.script),
      },
      ...{ blocking_round_trips: median((one) => one.blocking_round_trips), reach_round_trips: 1 },
      ...{ first_contentful_paint_ms: median((one) => one.painted_ms) },
    });
  }
} finally {
  await browser.close();
  await place.close();
}

type Look = Awaited<ReturnType<typeof look>>;

/** One look with an empty cache. */
async function look(address: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", FAST_3G);
  const kinds = new Map<string, string>();
  const sent: Record<string, number> = { Document: 0, Stylesheet: 0, Script: 0 };
  /** How many requests, one after the other, lead to what is at an address. */
  const depths = new Map<string, number>();
  devtools.on("Network.requestWillBeSent", ({ requestId, request, type = "Other", initiator }) => {
    kinds.set(requestId, type);
    const after = initiator.url ?? initiator.stack?.callFrames[0]?.url;
    depths.set(request.url, after === undefined ? 0 : (depths.get(after) ?? 0) + 1);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? "Other";
    if (COUNTED.has(kind)) sent[kind] = (sent[kind] ?? 0) + encodedDataLength / KB;
  });
  await page.goto(address, { waitUntil: "networkidle" });
  const { blocking, painted_ms } = await page.evaluate(() => ({
    blocking: performance
      .getEntriesByType("resource")
      .filter((one) => Reflect.get(one, "renderBlockingStatus") === "blocking")
      .map(({ name }) => name),
    painted_ms: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  }));
  await context.close();
  const { Document: document = 0, Stylesheet: style = 0, Script: script = 0 } = sent;
  const blocking_round_trips = Math.max(0, ...blocking.map((name) => depths.get(name) ?? 0));
  return { kb: document + style + script, document, style, script, blocking_round_trips, painted_ms };
}
