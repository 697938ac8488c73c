// Holds what is told of links to what a reader of the published pages meets, in a folder on this disk.
import { afterEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readFolder } from "./folder.ts";
import { findLostLinks } from "./lost_links.ts";
import { readTexts } from "./texts.ts";

const root = mkdtempSync(join(tmpdir(), "docsvc-lost-"));
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function lostIn(written: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { files: all } = await readFolder(root);
  const files = new Map(all.map((file) => [file.path, file]));
  const texts = await readTexts(files, () => null);
  const lost = await findLostLinks(texts, { files, isKnown: async () => false });
  return lost.map(({ path, line, url }) => `${path}:${line} ${url}`);
}

test("a query alone is the page itself, a page in MDX is found without its ending and has lines alone, and the top of a host is no folder's", async () => {
  const lost = await lostIn({
    "use/page.md":
      "# Page\n\n[q](?q=word)\n[m](../api/tool) [n](../api/tool.mdx) [h](../api/tool.html) [l](../api/tool#L1) [p](../api/tool#tool)\n[top](/api/tool.mdx) ![t](/pic.png)\n[d](/d/abc/) [x](/x/name)\n",
    "use/plain.html": '<a href="/api/tool.mdx">kept</a> <a href="/none.html">lost</a>',
    "api/tool.mdx": "# Tool\n",
    "pic.png": "png",
  });
  expect(lost).toEqual([
    "use/page.md:4 ../api/tool#tool",
    "use/page.md:5 /api/tool.mdx",
    "use/page.md:5 /pic.png",
    "use/plain.html:1 /none.html",
  ]);
});

// As many addresses as the longest public lists have take a second, where a look through the text for each takes minutes.
test("a list of 60,000 addresses is read, and each that leads nowhere is told with its line", async () => {
  const lines = Array.from({ length: 60_000 }, (_, nth) => `- [name ${nth}](https://example.com/some/place/${nth})`);
  lines[20_000] = "- [gone](gone.md)";
  lines[59_999] = "- [none](#none) [[No note]]";
  expect(await lostIn({ "list.md": `# List\n\n${lines.join("\n")}\n` })).toEqual([
    "list.md:20003 gone.md",
    "list.md:60002 #none",
    "list.md:60002 [[No note]]",
  ]);
});
