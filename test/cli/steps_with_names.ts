// What people do to the files of a folder on machines of different rules, under names of every kind.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { ignoredBy } from "../../hosts/client/folder/ignore.ts";
import { foldPath, holdsName, type Machine } from "../../hosts/client/names/machine.ts";
import type { Synced } from "./sync_fixture.ts";

/** Names that a machine cannot hold, cannot tell apart, or that somebody could take for something else; and plain ones. */
const NAMES = [
  ...["a", "A", "b.md", "B.md", "B.MD", "readme.md", "README.md", "x.tar.gz", "page.html.md", "Makefile", "c.txt"],
  ...["CON", "con.md", "aux.md", "NUL.txt", "COM1", "lpt9.x", "conin$", "aux .md"],
  ...[
    "a:b.md",
    "what?.md",
    "st*r.md",
    'q"uote.md',
    "<tag>.md",
    "a|b.md",
    "back\\slash.md",
    "tab\tbed.md",
    "line\nend.md",
  ],
  ...[
    "end.",
    "end.md.",
    "end ",
    "end.md ",
    " lead.md",
    " ",
    "...",
    "a. .b",
    "-rf.md",
    "~home.md",
    "_under.md",
    "~_x.png",
  ],
  ...[
    "café.md",
    "cafe\u0301.md",
    "İstanbul.md",
    "ıı.md",
    "straße.md",
    "STRASSE.md",
    "ſ.md",
    "\u212a.md",
    "😀.md",
    "👩‍👩‍👧.md",
  ],
  ...[
    "\u202egnp.md",
    "\u200b.md",
    "\u2800",
    "हिन्दी.md",
    "ไทย.md",
    "日本語.md",
    "#1.md",
    "100%25.md",
    "a%2Fb.md",
    "R&D.md",
    "a+b=c.md",
  ],
  ...["deep (1)", "deep [1]", "deep -1-", "C#", "C++", "🎉", "📷", "v1.0", "notes, old", "it's", "x.document.md"],
  ...["é".repeat(127), `${"n".repeat(251)}.md`, "語".repeat(85), `${"l".repeat(80)}`],
];

const ignored = ignoredBy("");

/** What a person may call a thing on a machine: what it holds and does not take for something that is there. */
function isNameable(machine: Machine, folder: Synced, path: string): boolean {
  const segments = path.split("/");
  // "." and ".." are no names at all, and what begins with a dot is ignored.
  if (segments.some((segment) => segment.startsWith("."))) return false;
  if (segments.some((_, depth) => ignored(segments.slice(0, depth + 1).join("/"), depth < segments.length - 1)))
    return false;
  let at = folder.path;
  for (const segment of segments) {
    if (!holdsName(machine, segment)) return false;
    const beside = existsSync(at) && statSync(at).isDirectory() ? readdirSync(at) : [];
    if (beside.some((one) => one !== segment && foldPath(machine, one) === foldPath(machine, segment))) return false;
    at = join(at, segment);
  }
  return true;
}

/** What a person does on one of two machines: `pick` is one of what lies there, `names` are the segments of a path. */
export type Step = {
  side: 0 | 1;
  act: "write" | "rename" | "delete" | "edit" | "case" | "replace";
  pick: number;
  names: string[];
};

const name = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NAMES) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom(..."aAbB.-_ ()[]&%éÉ😀ß'#~"), minLength: 1, maxLength: 12 }),
  },
);
export const step: fc.Arbitrary<Step> = fc.record({
  side: fc.constantFrom(0 as const, 0 as const, 1 as const),
  act: fc.constantFrom(
    "write",
    "write",
    "write",
    "rename",
    "rename",
    "case",
    "delete",
    "edit",
    "replace",
  ) as fc.Arbitrary<Step["act"]>,
  pick: fc.nat(1000),
  names: fc.array(name, { minLength: 1, maxLength: 3 }),
});

let written = 0;
/** A text that no file had before. */
export function textAnew(): string {
  written += 1;
  return `text ${written}\n`;
}

/** All that lies in a folder, files and folders. */
function everything(folder: Synced): string[] {
  const files = Object.keys(folder.files());
  const folders = new Set(
    files.flatMap((path) =>
      path
        .split("/")
        .slice(0, -1)
        .map((_, depth, all) => all.slice(0, depth + 1).join("/")),
    ),
  );
  return [...files, ...folders].sort();
}

/** Does what a person does. */
export function doStep(folder: Synced, machine: Machine, { act, pick, names }: Step): void {
  const all = everything(folder);
  const path = all[pick % Math.max(1, all.length)];
  const to = names.join("/");
  if (act === "write") {
    if (!isNameable(machine, folder, to) || existsSync(join(folder.path, to))) return;
    // What is a file is no folder.
    if (names.some((_, depth) => folder.files()[names.slice(0, depth + 1).join("/")] !== undefined)) return;
    folder.write(to, textAnew());
    return;
  }
  if (path === undefined) return;
  const absolute = join(folder.path, path);
  const isFile = folder.files()[path] !== undefined;
  if (act === "edit" && isFile) folder.write(path, textAnew());
  if (act === "delete") rmSync(absolute, { recursive: true });
  if (act === "edit" || act === "delete") return;
  if (act === "replace") {
    const inside = `${path}/${names[0]}`;
    if (
      !isFile ||
      !holdsName(machine, names[0] ?? "") ||
      names[0]?.startsWith(".") ||
      ignored(inside, false) ||
      path.endsWith(".document")
    )
      return;
    rmSync(absolute);
    folder.write(inside, textAnew());
    return;
  }
  const last = path.split("/").at(-1) ?? "";
  const flipped = last === last.toUpperCase() ? last.toLowerCase() : last.toUpperCase();
  const target = act === "case" ? [...path.split("/").slice(0, -1), flipped].join("/") : to;
  if (
    existsSync(join(folder.path, target)) ||
    target.startsWith(`${path}/`) ||
    target.toLowerCase().endsWith(".document")
  )
    return;
  if (
    names.some(
      (_, depth) =>
        folder.files()[
          target
            .split("/")
            .slice(0, depth + 1)
            .join("/")
        ] !== undefined,
    )
  )
    return;
  // A name that differs from its own by case is free.
  const isOwn = act === "case" && holdsName(machine, flipped);
  if (!isOwn && !isNameable(machine, folder, target)) return;
  mkdirSync(dirname(join(folder.path, target)), { recursive: true });
  renameSync(absolute, join(folder.path, target));
}
