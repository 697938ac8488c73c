// Holds sets of pictures to what the HTML standard reads in them, and to the bounds of a page.
import { expect, test } from "bun:test";
import { htmlOf } from "../fixtures/read_page.ts";
import { readPictureSet, writePictureSet } from "./picture_set.ts";

test.each([
  ["a.png", ["a.png"]],
  ["a.png 1x, b.png 2x", ["a.png 1x", "b.png 2x"]],
  [" a.png  480w ,b.png 800w,", ["a.png 480w", "b.png 800w"]],
  ["a,b.png 1.5x", ["a,b.png 1.5x"]],
  ["a.png,b.png", ["a.png,b.png"]],
  ["a.png, b.png", ["a.png", "b.png"]],
  ["data:image/png;base64,AAAA 2x, c.png", ["data:image/png;base64,AAAA 2x", "c.png"]],
  ["x onerror=f(), y 2x", ["y 2x"]],
  ["", []],
  [" , ,", []],
])("%j holds %j", (text, pictures) => {
  const read = readPictureSet(text);
  expect(read.map(({ url, descriptor }) => (descriptor === null ? url : `${url} ${descriptor}`))).toEqual(pictures);
  expect(readPictureSet(writePictureSet(read) ?? "")).toEqual(read);
});

test("a set of a hundred thousand pictures is read in no time, and bounded", () => {
  expect(readPictureSet("a.png 1x,".repeat(100_000))).toHaveLength(32);
  expect(readPictureSet(" ".repeat(100_000))).toEqual([]);
  expect(readPictureSet(",".repeat(100_000))).toEqual([]);
});

test("a picture keeps both halves, with the addresses that its document has", async () => {
  const source = [
    "<picture>",
    '<source media="(prefers-color-scheme: dark)" srcset="../img/dark.png 1x, https://x.example/dark@2x.png 2x">',
    '<img src="img/light.png" srcset="img/light@2x.png 2x" sizes="100vw" alt="a">',
    "</picture>",
  ].join("\n");
  const html = await htmlOf(source);
  expect(html).toContain(
    '<source media="(prefers-color-scheme: dark)" srcset="_up/img/dark.png 1x, https://x.example/dark@2x.png 2x">',
  );
  expect(html).toContain('srcset="img/light@2x.png 2x"');
  expect(html).toContain('sizes="100vw"');
});

test.each(["javascript:f()", "http://x.example/a.png", "data:image/svg+xml;base64,AAAA", "data:text/html,x"])(
  "a set loses %s, and an empty one goes",
  async (url) => {
    expect(await htmlOf(`<picture><source srcset="${url} 2x"><img src="a.png" alt=""></picture>`)).not.toContain(
      "srcset",
    );
    expect(await htmlOf(`<img src="a.png" srcset="${url} 2x, b.png" alt="">`)).toContain('srcset="b.png"');
  },
);
