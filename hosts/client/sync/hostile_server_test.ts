// A server that means harm reaches nothing beside the folder that is synced with it.
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLocalFolder } from "./local_files.ts";
import { pull } from "./pull.ts";
import type { Change, Remote } from "./remote.ts";
import { openReport } from "./report.ts";
import { openState, type Pairing } from "./state.ts";

const above = mkdtempSync(join(tmpdir(), "docsvc-hostile-"));
const root = join(above, "folder");
mkdirSync(root);
afterAll(() => rmSync(above, { recursive: true, force: true }));

const lines: string[] = [];
const print = (line: string) => void lines.push(line);
const report = openReport({ env: {}, folder: "/", out: print, err: print, redraw: null, local: null });
const file = { sha256: "0".repeat(64), size: 3, content_type: "text/plain" };

test("files that step upwards are not taken over", async () => {
  const names = ["source.md", "..", ".", "../a.txt", "b/../../c.txt", "..\\d.txt", "/e.txt", "f//g.txt"];
  const manifest = Object.fromEntries(names.map((name) => [name, file]));
  const change = {
    doc_id: "doc_1",
    title: "T",
    filename: null,
    folder: "",
    kind: "markdown",
    version: 1,
    deleted: false,
    manifest,
  };
  const changes = async () => ({ changes: [change as unknown as Change], next_cursor: "1", has_more: false });
  const state = openState(root, { dry: true });
  const remote = { changes } as unknown as Remote;
  const pairing = { root: "~", folder: "" } as Pairing;
  await pull({ state, remote, report, pairing, signal: new AbortController().signal }, { wait: 0 });
  expect(Object.keys(state.remote.get("doc_1")?.files ?? {})).toEqual(["source.md"]);
  state.close();
});

test("nothing is written above the folder", async () => {
  const folder = openLocalFolder(root, () => new Date());
  const sha256 = new Bun.CryptoHasher("sha256").update("abc").digest("hex");
  const received = await folder.receive(new Blob(["abc"]).stream(), { sha256, size: 3 });
  for (const path of ["../a.txt", "b/../../a.txt", "..\\a.txt"]) {
    await expect(folder.place(received, { path, before: undefined })).rejects.toThrow("outside of the folder");
  }
  expect(readdirSync(above)).toEqual(["folder"]);
});

test("a file that never ends is given up at the size that was promised", async () => {
  const folder = openLocalFolder(root, () => new Date());
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (stream) => {
      sent += 1;
      if (sent > 1000) throw new Error("read on and on");
      stream.enqueue(new Uint8Array(1024));
    },
  });
  await expect(folder.receive(endless, { sha256: file.sha256, size: 4096 })).rejects.toThrow("changed meanwhile");
  expect(readdirSync(join(root, ".docsvc", "tmp")).filter((name) => name.startsWith("new-"))).toHaveLength(1);
});

test("a server's words are no commands to the terminal", () => {
  report.tell("failed", "a.md", "no\x1b]0;title\x07 \x9b2J\nup        b.md");
  expect(lines.at(-1)).toBe("failed    a.md: no\ufffd]0;title\ufffd \ufffd2J\ufffdup        b.md");
});
