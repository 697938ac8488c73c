// What a site tells programs in XML, read by a parser: whole, whatever characters stand in the texts that people wrote.
import { describe, expect, test } from "bun:test";
import { SaxesParser } from "saxes";
import { feedOf } from "../../plugins/sites/machines/feed.ts";
import { openSearchOf, sitemapOf } from "../../plugins/sites/machines/maps.ts";
import type { Site, SitePage } from "../../plugins/sites/model/site.ts";
import { openReadySite } from "./ready_site.ts";

const { runtime, wiki, put, enter, must } = await openReadySite();

/** The texts of all elements by their names. Throws where the document is not well-formed. */
function parse(xml: string): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  const open: string[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => {
    open.push(name);
    texts.set(name, [...(texts.get(name) ?? []), ""]);
  });
  parser.on("text", (text) => {
    const of = texts.get(open.at(-1) ?? "");
    if (of) of.push((of.pop() ?? "") + text);
  });
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return texts;
}

const read = async (path: string) => new TextDecoder().decode((await runtime.open(path)).bytes);

/** A site that somebody has given such a title, with one page of the same. */
function siteCalled(text: string): Site {
  const page: SitePage = {
    ...{
      document_id: 1,
      doc_id: "one",
      slug: "one",
      alias: null,
      title: text,
      icon: null,
      kind: "markdown",
      version: 1,
    },
    ...{ updated_at: new Date(0), is_public: true, expires_at: null, description: text, file: null },
    ...{ href: `/w/${encodeURIComponent(text.toWellFormed())}`, trail: [] },
  };
  return {
    ...{ title: text, tagline: text, home: "/w/", base: "/w/", accent: null, logo: null, footer: null },
    ...{ is_indexable: true, workspace_id: 1, nodes: [], pages: [page], named: new Map([["one", page]]) },
    ...{ has_sign_in_hint: false, is_cut: false, valid_until: null },
  };
}
const visit = { visitor: { is_known: false, origin: "https://docs.example", sign_in: "" } };
const charsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at));

describe("a character", () => {
  const forbidden = [...charsOf(0, 0x1f), "\ufffe", "\uffff", "\ud800", "\udbff", "\udc00", "\udfff"].filter(
    (char) => !"\t\n\r".includes(char),
  );
  const allowed = ["\t", "\n", "\u007f", "\u0085", "\ud7ff", "\ue000", "\ufffd", "\u{10000}", "\u{10ffff}", "<&>\"'"];

  test("that XML 1.0 forbids is left out of feed, map and description of the search, and every other stays", () => {
    for (const [char, said] of [
      ...forbidden.map((one) => [one, ""] as const),
      ...allowed.map((one) => [one, one] as const),
    ]) {
      const site = siteCalled(`A${char}B`);
      const code = char.charCodeAt(0).toString(16);
      const feed = parse(feedOf(visit, site).text);
      const whole = `A${said}B`;
      expect([code, feed.get("title"), feed.get("summary"), feed.get("subtitle"), feed.get("name")]).toEqual([
        ...[code, [whole, whole], [whole], [whole], [whole]],
      ]);
      const search = parse(openSearchOf(visit, site).text);
      expect([code, search.get("ShortName"), search.get("Description")]).toEqual([code, [whole], [whole]]);
      expect([code, parse(sitemapOf(visit, site).text).get("loc")?.length]).toEqual([code, 1]);
    }
  });
});

test("one control character in a title or in the site's own leaves the feed and the description of its search whole", async () => {
  const doc = await put("# T\n\nText.", { title: "\u0001\u000b ctl" });
  await enter([doc]);
  await must("PUT /api/wiki-site", { title: "A\u0001B" });
  expect(parse(await read(`${wiki}feed.xml`)).get("title")).toEqual(["AB", " ctl"]);
  expect(parse(await read(`${wiki}opensearch.xml`)).get("ShortName")).toEqual(["AB"]);
});

test("the short name of a search is sixteen units at most, and ends with a whole character", async () => {
  const family = "👩‍👩‍👧‍👦";
  for (const [title, short] of [
    ["The Book", "The Book"],
    ["Sixteen of these", "Sixteen of these"],
    ["Seventeen of them", "Seventeen of the"],
    [`a${"😀".repeat(20)}`, `a${"😀".repeat(7)}`],
    [`${family}${family}`, family],
    [`Cafe\u0301 ${"e\u0301".repeat(20)}`, `Cafe\u0301 ${"e\u0301".repeat(5)}`],
    // Of one that is longer than all of the room, what there is room for.
    [`a${"\u0301".repeat(100)}`, `a${"\u0301".repeat(15)}`],
    [`😀${"\u{1d165}".repeat(40)}`, `😀${"\u{1d165}".repeat(7)}`],
  ] as const) {
    expect(parse(openSearchOf(visit, siteCalled(title)).text).get("ShortName")).toEqual([short]);
  }
  await must("PUT /api/wiki-site", { title: `a${"😀".repeat(20)}` });
  expect(parse(await read(`${wiki}opensearch.xml`)).get("ShortName")).toEqual([`a${"😀".repeat(7)}`]);
});

test("what a page is about, where that is how it begins, is never cut within a character", async () => {
  const described = async (text: string) => {
    const { doc_id } = await put(`# T\n\n${text}`);
    const page = await runtime.open(`${wiki}r/handbook/Guide/${doc_id}`, {
      headers: { accept: "text/html" },
    });
    return /<meta name="description" content="([^"]*)">/.exec(new TextDecoder().decode(page.bytes))?.[1];
  };
  expect(await described("😀".repeat(200))).toBe(`${"😀".repeat(99)}…`);
  expect(await described(`${"a".repeat(190)}${"👩‍👩‍👧‍👦".repeat(5)}`)).toBe(`${"a".repeat(190)}…`);
  expect(await described("a".repeat(240))).toBe(`${"a".repeat(199)}…`);
  expect(await described("a".repeat(200))).toBe("a".repeat(200));
});
