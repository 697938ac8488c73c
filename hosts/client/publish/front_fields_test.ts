// Holds what front matter gives a document to what its writers write, and the bounds of tags to those of the service.
import { expect, test } from "bun:test";
import { manifest } from "../../../plugins/manifest.ts";
import { readFrontMatter } from "../../../plugins/rendering/markdown/front_matter.ts";
import { readFrontFields, TAG_CHARS_MAX, TAGS_MAX } from "./front_fields.ts";

const read = (source: string) => readFrontFields(source, readFrontMatter(source).end);

test("tags, other names, date and description are read as vaults and site generators write them, and the rest is told", () => {
  const source =
    "---\ntitle: Start here\naliases:\n  - Beginning\n  - Home page\ntags: [index, top/level, '#Two words']\ncreated: 2026-01-05\npublish: true\ndescription: \"What: this is\"\n---\nText";
  expect(read(source)).toEqual({
    tags: ["index", "top/level", "two-words"],
    attrs: { aliases: "Beginning\nHome page", date: "2026-01-05", description: "What: this is" },
    unread: ["publish"],
  });
  expect(read("---\r\ntags: one two, three\r\nalias: A, B\r\n---\r\n")).toMatchObject({
    tags: ["one", "two", "three"],
    attrs: { aliases: "A\nB" },
  });
});

test("a file without front matter says nothing, an empty list of tags takes them away, and no YAML is told", () => {
  expect(read("# Text")).toEqual({ tags: null, attrs: {}, unread: [] });
  expect(read("---\ntags: []\n---\n").tags).toEqual([]);
  expect(read("---\ntags:\n---\n").tags).toBeNull();
  expect(read("---\ntags: [a\nb: {\n---\n")).toEqual({
    tags: null,
    attrs: {},
    unread: ["front matter that is no YAML"],
  });
});

test("tags that the service would refuse are told", () => {
  const { tags_per_document, tag_chars } = manifest.caps;
  expect([TAGS_MAX, TAG_CHARS_MAX]).toEqual([tags_per_document, tag_chars]);
  const { tags, unread } = read(`---\ntags: ["good", "!bad", "${"x".repeat(33)}"]\n---\n`);
  expect([tags, unread]).toEqual([["good"], ['tag "!bad"', `tag "${"x".repeat(33)}"`]]);
});
