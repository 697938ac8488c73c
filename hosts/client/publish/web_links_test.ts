// Holds the rewriting of HTML to its addresses alone: every other byte stays, and what a page loads is found.
import { expect, test } from "bun:test";
import { listPartLinks, replaceHtmlLinks } from "./web_links.ts";

test("a page without an address to replace keeps every byte", () => {
  const html = "<!doctype html>\n<p CLASS=x>a &amp; b<img src='a.png' >\n<a  href=b.html>b</a><br/>\uFEFF";
  expect(replaceHtmlLinks(html, () => null)).toBe(html);
});

test("links, parts and sets of pictures are replaced, and told apart", () => {
  const seen: [string, boolean][] = [];
  const html =
    '<a href="b.html?x=1&amp;y=2">b</a><img src="a.png" srcset="a.png 1x, b.png 2x"><link href="s.css"><video poster="p.jpg"></video>';
  const written = replaceHtmlLinks(html, ({ url, embedded }) => {
    seen.push([url, embedded]);
    return `/n/${url}`;
  });
  expect(seen).toEqual([
    ["b.html?x=1&y=2", false],
    ["a.png", true],
    ["a.png", true],
    ["b.png", true],
    ["s.css", true],
    ["p.jpg", true],
  ]);
  expect(written).toBe(
    '<a href="/n/b.html?x=1&amp;y=2">b</a><img src="/n/a.png" srcset="/n/a.png 1x, /n/b.png 2x"><link href="/n/s.css"><video poster="/n/p.jpg"></video>',
  );
});

test("style sheets and scripts tell what they load", () => {
  expect(
    listPartLinks("a.css", '@import "base.css"; a { background: url( "../x.png" ) } b { src: url(f.woff2) }'),
  ).toEqual(["base.css", "../x.png", "f.woff2"]);
  expect(listPartLinks("a.js", 'import x from "./b.js"; import("./c.mjs"); import fs from "node:fs"')).toEqual([
    "./b.js",
    "./c.mjs",
  ]);
  expect(listPartLinks("a.png", "url(x)")).toEqual([]);
});
