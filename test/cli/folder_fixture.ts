// A small folder with everything that a published folder can hold, made anew for each test that writes to it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const FIXTURE: Readonly<Record<string, string | Uint8Array>> = {
  "README.md":
    '# Home\n\n[One](one.html#part), [deep](deep/), [table](data/table.csv), [gone](../outside.md).\n\n![pixel](img/pixel.png)\n\n<img src="img/vector.svg" alt="vector">\n',
  "one.md": "# One\n\n## Part\n\n[Home](README.md) and [two](deep/README.md#two).\n",
  "deep/README.md": "# Two\n\n![up](../img/pixel.png) and [one](../one.md)\n",
  "img/pixel.png": PIXEL,
  "img/vector.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h2v2z"/></svg>',
  "data/table.csv": "a,b\n1,2\n",
  "site/page.html":
    '<!doctype html><title>Page</title><link rel="stylesheet" href="css/page.css"><h1>A page</h1><a href="../one.html#part">one</a>',
  "site/css/page.css": '@import "base.css"; body { background: url(../back.png) }',
  "site/css/base.css": "p { margin: 0 }",
  "site/back.png": PIXEL,
  "loose.txt": "nobody links here",
  "empty.md": "",
};

/** Writes the fixture into a folder called `name`; answers its path and how to remove it. */
export function makeFolder(name: string): { path: string; remove(): void } {
  const base = mkdtempSync(join(tmpdir(), "docsvc-publish-"));
  const path = join(base, name);
  for (const [file, content] of Object.entries(FIXTURE)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), content);
  }
  return { path, remove: () => rmSync(base, { recursive: true, force: true }) };
}
