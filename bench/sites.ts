// A public wiki page of a navigation of 500 entries as everybody gets it,
// and its 304, on 16 connections, beside a page of 64 KiB of the content host.
import { runGets, type Seen } from "./load.ts";
import { writePage } from "./published.ts";
import { compare, readRounds } from "./rounds.ts";
import { openPlace, senderAt } from "./servers.ts";

const ENTRIES = 500;
const TEXT_BYTES = 24 * 1024;

const place = await openPlace();
try {
  const [token = ""] = await place.makeTokens(1);
  await place.database.sql`update users set role = 'owner'`;
  const send = senderAt(place.ours, token);
  const visibility = "unlisted";
  const page = await send("POST", "/api/docs", { html: writePage(64 * 1024), visibility });
  const text = `# Chapter\n\n${"Words of a chapter, one after the other. ".repeat(TEXT_BYTES / 41)}\n`;
  const chapter = await send("POST", "/api/docs", { markdown: text, visibility });
  const navigation = await send("POST", "/api/navigations", { name: "The book" });
  const entries = Array.from({ length: ENTRIES }, (_, n) => ({
    target: `doc:${chapter.doc_id}`,
    label: `Chapter ${n}`,
  }));
  await send("PUT", `/api/navigations/${navigation.id}`, { entries, version: navigation.version });
  const wiki = await send("PUT", "/api/wiki-site", { enabled: true, navigation: navigation.slug });
  const addresses = { floor: String(page.url), ours: `${wiki.url}${chapter.doc_id}` };
  const load = { connections: 16, seconds: 4 };
  for (const [workload, isKnown, reach] of [
    ["GET a wiki page, 500 entries", false, 0.7],
    ["the same, not changed: 304", true, 0.8],
  ] as const) {
    const run = async (address: string) => {
      const known = isKnown ? ((await fetch(address)).headers.get("etag") ?? "") : "";
      return runGets({ ...load, address, headers: isKnown ? { "if-none-match": known } : {} });
    };
    await compare({
      ...{ workload, reach, rounds: readRounds(), score: (seen: Seen) => seen.rps },
      floor: () => run(addresses.floor),
      ours: () => run(addresses.ours),
    });
  }
} finally {
  await place.close();
}
