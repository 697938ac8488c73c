// Two histories of edits and kill -9 at any moment: both folders end alike, and no text that was ever written is lost.
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { pickByDepth, RANDOM_MS_MAX } from "../harness/depth.ts";
import { openSyncPlace, readAll, type Synced } from "./sync_fixture.ts";

const ENTRY = new URL("../../hosts/docsvc.ts", import.meta.url).pathname;
const SETTLING_TURNS = 6;
const here = await openSyncPlace();
afterAll(here.close);
let places = 0;

interface Step {
  side: 0 | 1;
  act: "write" | "delete" | "rename" | "sync";
  path: string;
  to: string;
}

const path = fc.constantFrom("a.md", "b.md", "sub/c.txt", "sub/d.md");
const step: fc.Arbitrary<Step> = fc.record({
  side: fc.constantFrom(0 as const, 1 as const),
  act: fc.constantFrom("write" as const, "write" as const, "delete" as const, "rename" as const, "sync" as const),
  path,
  to: path,
});

/** One file is made under a name to which the other folder moves what it has. */
const TWICE_ONE_NAME: Step[] = [
  { side: 1, act: "write", path: "sub/d.md", to: "a.md" },
  { side: 1, act: "sync", path: "a.md", to: "a.md" },
  { side: 0, act: "write", path: "a.md", to: "a.md" },
  { side: 1, act: "rename", path: "sub/d.md", to: "a.md" },
];

/** Does what a person does to a folder; answers the text that was written. */
function doStep(folder: Synced, { act, path, to }: Step, text: string): string | null {
  const absolute = join(folder.path, path);
  if (act === "write") {
    folder.write(path, text);
    return text;
  }
  if (!existsSync(absolute)) return null;
  if (act === "delete") folder.remove(path);
  if (act === "rename" && !existsSync(join(folder.path, to))) {
    mkdirSync(dirname(join(folder.path, to)), { recursive: true });
    renameSync(absolute, join(folder.path, to));
  }
  return null;
}

async function settle(folders: readonly Synced[]): Promise<void> {
  for (let turn = 0; turn < SETTLING_TURNS; turn++) {
    const sums: string[] = [];
    for (const folder of folders) sums.push((await folder.sync("--allow-deletes")).sum);
    if (sums.every((sum) => sum === "nothing to do")) return;
  }
}

/**
 * The texts under the names of their documents. Where two documents of a folder have one name, the one that came second here bears
 * a part of its id, so that no file is renamed under who works on it: which one that is, each folder says by itself.
 */
function namedTexts(folder: Synced): string[] {
  const plain = (path: string) => path.replace(/ \([A-Za-z0-9]{6}\)(?=\.|$)/, "");
  return Object.entries(folder.files())
    .map(([path, text]) => `${plain(path)}: ${text}`)
    .sort();
}

/** Every text of every version of every document, the deleted ones too. */
async function everSaved(folder: string): Promise<Set<string>> {
  const { api } = here;
  const found = new Set<string>();
  const [living, trash] = await Promise.all([
    api.GET("/api/docs", { params: { query: { folder, recursive: true } } }),
    api.GET("/api/trash", { params: { query: { limit: 200 } } }),
  ]);
  for (const { doc_id } of trash.data?.docs ?? [])
    await api.POST("/api/docs/{doc_id}/undelete", { params: { path: { doc_id } } });
  for (const { doc_id } of [...(living.data?.docs ?? []), ...(trash.data?.docs ?? [])]) {
    const { data } = await api.GET("/api/docs/{doc_id}/versions", { params: { path: { doc_id } } });
    for (const { version, files } of data?.versions ?? []) {
      for (const file of files.filter((one) => one.path !== "index.html")) {
        const params = { path: { doc_id, path: file.path }, query: { version } };
        const got = await api.GET("/api/docs/{doc_id}/files/{path}", { params, parseAs: "text" });
        found.add(String(got.data));
      }
    }
  }
  return found;
}

/** Texts that a sync saw and that are nowhere now. */
async function findLost(seen: ReadonlySet<string>, folder: string, sides: readonly Synced[]): Promise<string[]> {
  const saved = await everSaved(folder);
  for (const side of sides) {
    for (const text of Object.values({ ...side.files(), ...readAll(join(side.path, ".docsvc/trash")) }))
      saved.add(text);
  }
  return [...seen].filter((text) => !saved.has(text));
}

test(
  "random histories on two folders end in one state, and every text that a sync saw is in some version",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        places += 1;
        const name = `history ${places}`;
        const sides = [here.folder(name), here.folder(name)] as const;
        const seen = new Set<string>();
        for (const [number, one] of steps.entries()) {
          const side = sides[one.side];
          if (one.act !== "sync") doStep(side, one, `text ${places}.${number}\n`);
          else {
            for (const text of Object.values(side.files())) seen.add(text);
            await side.sync("--allow-deletes");
          }
        }
        for (const side of sides) for (const text of Object.values(side.files())) seen.add(text);
        await settle(sides);
        expect(namedTexts(sides[1])).toEqual(namedTexts(sides[0]));
        expect(await findLost(seen, name, sides)).toEqual([]);
      }),
      { numRuns: pickByDepth({ small: 4, deep: 12 }), examples: [[TWICE_ONE_NAME]] },
    );
  },
  RANDOM_MS_MAX,
);

test("after kill -9 at random moments the next run converges, without a second document or a lost text", async () => {
  const name = "killed";
  const sides = [here.folder(name), here.folder(name)] as const;
  const seen = new Set<string>();
  for (let turn = 0; turn < 8; turn++) {
    const [side, other] = turn % 2 === 0 ? sides : [sides[1], sides[0]];
    for (let number = 0; number < 12; number++) {
      const text = `turn ${turn} file ${number}\n`;
      side.write(`${turn % 3}/${number}.md`, text);
      seen.add(text);
    }
    const child = Bun.spawn([process.execPath, ENTRY, "sync", ...side.words("--allow-deletes")], {
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
    });
    await Bun.sleep(250 + turn * 60);
    child.kill("SIGKILL");
    await child.exited;
    await other.sync("--allow-deletes");
  }
  await settle(sides);
  expect(sides[1].files()).toEqual(sides[0].files());
  expect(Object.keys(sides[0].files()).filter((path) => !path.includes("conflict"))).toHaveLength(36);
  expect(await findLost(seen, name, sides)).toEqual([]);
});
