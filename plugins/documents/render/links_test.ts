// Proves that addresses are found at their exact place and replaced without a change to anything else.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { listMarkdownLinks, replaceMarkdownLinks } from "./links.ts";

const SOURCE = [
  '---\ntitle: "[not](a-link.md)"\n---',
  "# A [x](a.md#b \"t\") ![i](<img one.png> 'q')\n",
  "> - [q](c\\_d.md) <img alt=x src=\"../p.png\"> and <a href='e.md?a=1&amp;b=2'>e</a> <a href=bare.md>x</a>\n",
  "| a |\n|---|\n| [t](u.md) `[no](no.md)` |\n",
  "[ref] and ![pic][pic] <https://auto.link> https://lit.eral\n",
  "```\n[code](no.md) <a href='no.md'>\n```\n",
  '[ref]: target.md "T"\n[pic]: <p q.png>\n',
  '<!-- <a href="no.md"> --><script>"<a href=\'no.md\'>"</script>\n',
  '<p>\n<A class="x"\n  HREF="flow.md">x</A> <video poster=still.png src=v.mp4></video></p>\n',
  "[![nested](in.png)](out.md) [p](a(b)c.md) [empty]()",
].join("\n");

test("every address is found with its kind and its place", () => {
  const links = listMarkdownLinks(SOURCE);
  expect(links.map(({ kind, url }) => `${kind} ${url}`)).toEqual([
    "link a.md#b",
    "image img one.png",
    "link c_d.md",
    "image ../p.png",
    "link e.md?a=1&b=2",
    "link bare.md",
    "link u.md",
    "link target.md",
    "image p q.png",
    "link flow.md",
    "image still.png",
    "image v.mp4",
    "image in.png",
    "link out.md",
    "link a(b)c.md",
  ]);
  expect(links.map(({ start, end }) => SOURCE.slice(start, end))).toEqual([
    ...["a.md#b", "img one.png", "c\\_d.md", "../p.png", "e.md?a=1&amp;b=2", "bare.md", "u.md", "target.md", "p q.png"],
    ...["flow.md", "still.png", "v.mp4", "in.png", "out.md", "a(b)c.md"],
  ]);
});

test("replacing nothing gives the source back to the letter", () => {
  expect(replaceMarkdownLinks(SOURCE, () => null)).toBe(SOURCE);
  expect(replaceMarkdownLinks(SOURCE, ({ url }) => url)).toBe(SOURCE);
});

test("a replaced address changes its own letters only", () => {
  expect(replaceMarkdownLinks("a [x](y.md 'T') `[x](y.md)`\r\n", () => "/d/z/")).toBe(
    "a [x](/d/z/ 'T') `[x](y.md)`\r\n",
  );
});

test("whatever address is written is read back in every form of link", () => {
  const forms = [
    "[x](old)",
    "![x](<old>)",
    "[x]: old\n\n[x]",
    '<a href="old">x</a>',
    "<a href='old'>",
    "x <img src=old>",
    "| [x](old) |\n|-|",
  ];
  fc.assert(
    fc.property(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.constantFrom(...forms),
      (url, form) => {
        const written = replaceMarkdownLinks(form, () => url);
        const [read] = listMarkdownLinks(written);
        expect(decodeURIComponent(read?.url ?? "")).toBe(decodeURIComponent(url));
      },
    ),
  );
});

test("an address with any characters never breaks out of its place", () => {
  const form = '[x](old) tail <a href="old">y</a> end';
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), (url) => {
      const written = replaceMarkdownLinks(form, () => `/d/${url}`);
      expect(written).toStartWith("[x](/d/");
      expect(written).toEndWith('">y</a> end');
      expect(listMarkdownLinks(written)).toHaveLength(2);
    }),
  );
});
