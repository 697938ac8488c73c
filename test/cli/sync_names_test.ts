// Random trees and changes of names on machines of different rules:
// each file comes back under its own name, or is refused in words.
import { afterAll, expect, test } from "bun:test";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { foldPath, holdsName, LINUX, MAC, type Machine, WINDOWS } from "../../hosts/client/names/machine.ts";
import { pickByDepth, RANDOM_MS_MAX } from "../harness/depth.ts";
import { doStep, step, textAnew } from "./steps_with_names.ts";
import { openSyncPlace, type Synced } from "./sync_fixture.ts";

const here = await openSyncPlace({ QUOTA_PUBLISH: "100000" });
afterAll(here.close);

interface Told {
  lines: string[];
  code: number;
}

async function settle(sides: readonly Synced[]): Promise<Told[]> {
  let told: Told[] = [];
  for (let turn = 0; turn < 5; turn++) {
    told = [];
    let isQuiet = true;
    for (const side of sides) {
      const { code, lines, sum, err } = await side.sync("--allow-deletes");
      told.push({ code, lines: [...lines, ...err] });
      isQuiet &&= sum === "nothing to do" || /^\d+ failed$/.test(sum);
    }
    if (isQuiet) return told;
  }
  throw new Error(`it does not come to rest: ${JSON.stringify(told)}`);
}

/** What was done stands in ten columns, and a path may begin with a blank. */
const refusedIn = (told: Told) =>
  told.lines.flatMap((line) => /^failed {4}(.+?): (?:its |it would |not deleted )/s.exec(line)?.[1] ?? []);

/** Files by their texts. */
function byText(folder: Synced): Map<string, string> {
  return new Map(Object.entries(folder.files()).map(([path, text]) => [text, path]));
}

/** Leaves out what was refused here, and there the texts that the same files had before: as many as were refused at most. */
function withoutRefused([paths, others]: Pair, told: readonly Told[]): Pair {
  const refused = told.flatMap(refusedIn);
  const printed = (path: string) =>
    path.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
  const isRefused = (path = "") => refused.some((one) => printed(path) === one || printed(path).startsWith(`${one}/`));
  const left = new Set([...paths, ...others].filter(([, path]) => isRefused(path)).map(([text]) => text));
  const lone = [...paths.keys(), ...others.keys()].filter(
    (text) => !left.has(text) && !(paths.has(text) && others.has(text)),
  );
  expect([lone, lone.length <= refused.length]).toEqual([lone, true]);
  const rest = (all: Map<string, string>) =>
    new Map([...all].filter(([text]) => !left.has(text) && !lone.includes(text)));
  return [rest(paths), rest(others)];
}

type Pair = [Map<string, string>, Map<string, string>];

const FORMER = / \((?:\w{6}|conflict [^)]*)\)(?: \d+)?(?=\.[^.]*$|$)| \d+$/;

/**
 * Every segment is the same, or is one that the other machine cannot hold or tell apart from another, or whose name something
 * else has in the first folder, such as a folder that a person left there without a file.
 */
function expectAlike([paths, others]: Pair, { first, machine }: { first: Synced; machine: Machine }): void {
  expect([...others.keys()].sort()).toEqual([...paths.keys()].sort());
  const all = new Set(
    [...paths.values()].flatMap((path) => path.split("/").map((_, depth, list) => list.slice(0, depth + 1).join("/"))),
  );
  for (const [text, path] of paths) {
    const other = others.get(text) ?? "";
    const [mine, theirs] = [path.split("/"), other.split("/")];
    expect([path, other, theirs.length]).toEqual([path, other, mine.length]);
    for (const [depth, segment] of mine.entries()) {
      const there = theirs[depth] ?? "";
      if (there === segment) continue;
      const own = mine.slice(0, depth + 1).join("/");
      const isTwin = [...all].some((one) => one !== own && foldPath(machine, one) === foldPath(machine, own));
      const isTaken = existsSync(join(first.path, ...mine.slice(0, depth), there));
      expect([path, other, !holdsName(machine, segment) || isTwin || isTaken || FORMER.test(there)]).toEqual([
        path,
        other,
        true,
      ]);
    }
  }
  const folded = [...others.values()].map((path) => foldPath(machine, path));
  expect(new Set(folded).size).toBe(folded.length);
  for (const path of others.values())
    for (const one of path.split("/")) expect([path, holdsName(machine, one)]).toEqual([path, true]);
}

test("a file whose name a folder without files has here bears an addition, which goes when that folder does", async () => {
  const sides = [here.folder("left empty", LINUX), here.folder("left empty", MAC)] as const;
  sides[0].write("NUL.txt/inside.md", textAnew());
  await settle(sides);
  sides[0].remove("NUL.txt/inside.md");
  await settle(sides);
  const text = textAnew();
  sides[1].write("NUL.txt", text);
  const told = await settle([sides[1], sides[0]]);
  expect(Object.keys(sides[0].files())).toEqual([expect.stringMatching(/^NUL \(\w{6}\)\.txt$/)]);
  expectAlike(withoutRefused([byText(sides[0]), byText(sides[1])], told), { first: sides[0], machine: MAC });
  rmSync(join(sides[0].path, "NUL.txt"), { recursive: true });
  await settle(sides);
  expect([sides[0].files(), sides[1].files()]).toEqual([{ "NUL.txt": text }, { "NUL.txt": text }]);
});

test("a folder that another machine cannot call by its name keeps it when its only file is renamed there", async () => {
  const sides = [here.folder("renamed", LINUX), here.folder("renamed", WINDOWS)] as const;
  const text = textAnew();
  sides[0].write(" /a:b.md", text);
  await settle(sides);
  expect(sides[1].files()).toEqual({ "Untitled/a-b.md": text });
  renameSync(join(sides[1].path, "Untitled/a-b.md"), join(sides[1].path, "Untitled/c.md"));
  await settle([sides[1], sides[0]]);
  expect([sides[0].files(), sides[1].files()]).toEqual([{ " /c.md": text }, { "Untitled/c.md": text }]);
});

let places = 0;

test.each([
  ["Windows", WINDOWS],
  ["a Mac", MAC],
] as const)(
  "trees and changes of every kind of name come back the same from %s, or are refused in words and nothing of them is written",
  async (_what, machine) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: pickByDepth({ small: 14, deep: 40 }) }),
        async (steps) => {
          places += 1;
          const place = `names ${places}`;
          const sides = [here.folder(place, LINUX), here.folder(place, machine)] as const;
          let told: Told[] = [];
          for (const [number, one] of steps.entries()) {
            const rules = one.side === 0 ? LINUX : machine;
            doStep(sides[one.side], rules, one);
            const isNextSame = steps[number + 1]?.side === one.side && number % 3 !== 0;
            if (isNextSame) continue;
            const before = sides[0].files();
            told = await settle([sides[one.side], sides[1 - one.side] ?? sides[0]]);
            // What was refused until now may come beside it.
            if (one.side === 0) expect(sides[0].files()).toMatchObject(before);
            expectAlike(withoutRefused([byText(sides[0]), byText(sides[1])], told), { first: sides[0], machine });
          }
          const third = here.folder(place, LINUX);
          expect((await third.sync()).code).toBe(0);
          const [first, again] = withoutRefused([byText(sides[0]), byText(third)], told);
          expect(again).toEqual(first);
          expect((await third.sync()).sum).toBe("nothing to do");
        },
      ),
      { numRuns: pickByDepth({ small: 4, deep: 15 }) },
    );
  },
  RANDOM_MS_MAX,
);
