// What programs are told of sites at a domain that crawlers are let in to:
// the same whoever asks, and no address that is not there.
import { expect, test } from "bun:test";
import { openCases, READERS, type Told } from "./reader_cases.ts";

const { told, must, read } = await openCases();
const BASES = ["/w/", "/w/r/handbook/"];
const find = (what: string): Told | undefined => told.find((one) => one.what === what);
const open = find("unlisted");
const closed = find("workspace");

test("feeds and maps are the same for whoever asks, with nothing of what members alone see, and kept by no cache for whom is known", async () => {
  for (const path of BASES.flatMap((base) => [`${base}feed.xml`, `${base}sitemap.xml`])) {
    const stranger = await read(path, { reader: "anonymous" });
    expect([path, stranger.status, stranger.text.includes(open?.doc_id ?? "none")]).toEqual([path, 200, true]);
    for (const { doc_id, what } of told.filter((one) => one !== open)) {
      expect([path, what, stranger.text.includes(doc_id)]).toEqual([path, what, false]);
    }
    for (const reader of READERS.filter((one) => one !== "anonymous")) {
      // Made for them, and from memory.
      for (const round of ["cold", "warm"]) {
        const { status, text, headers } = await read(path, { reader });
        expect([path, reader, round, status, text]).toEqual([path, reader, round, 200, stranger.text]);
        expect([path, reader, headers.get("cache-control")]).toEqual([path, reader, "private, no-store"]);
      }
    }
  }
});

test("a page that is public lets crawlers in, as it is and as markdown, and every other keeps them out", async () => {
  const tag = async (path: string, reader: "anonymous" | "member" = "anonymous") => {
    const { status, headers } = await read(path, { reader });
    return [path, status, headers.get("x-robots-tag")];
  };
  const at = `/w/${open?.doc_id}`;
  for (const path of [at, `${at}?format=md`, "/w/feed.xml", "/w/opensearch.xml", "/w/sitemap.xml", "/w/llms.txt"]) {
    expect(await tag(path)).toEqual([path, 200, null]);
  }
  const { headers } = await read(`${at}?format=md`, { reader: "anonymous" });
  expect(headers.get("link")).toMatch(new RegExp(`^<https?://[^/]+${at}>; rel="canonical"$`));
  for (const path of [`/w/${closed?.doc_id}`, `/w/${closed?.doc_id}?format=md`, "/w/llms.txt", "/w/llms-full.txt"]) {
    expect(await tag(path, "member")).toEqual([path, 200, "noindex, nofollow"]);
  }
});

test("robots.txt names the maps that are there, also when the wiki has lost its navigation", async () => {
  const maps = async () => {
    const { text } = await read("/robots.txt", { reader: "anonymous" });
    const paths = [...text.matchAll(/^Sitemap: (\S+)$/gm)].map(([, url]) => new URL(url ?? "").pathname);
    for (const path of paths) expect([path, (await read(path, { reader: "anonymous" })).status]).toEqual([path, 200]);
    return paths;
  };
  expect(await maps()).toEqual(["/w/sitemap.xml", "/w/r/handbook/sitemap.xml"]);
  await must("PUT /api/wiki-site", { navigation: null });
  expect(await maps()).toEqual(["/w/r/handbook/sitemap.xml"]);
});
