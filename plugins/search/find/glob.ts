// Globs over the paths of files, all ways through them followed at once in bit sets, so that no glob and path explode.
import { refuse } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";

/** How many alternatives braces may stand for in all, and how many parts those may have together. */
const BRANCHES_MAX = manifest.caps.glob_branches;
const PARTS_MAX = manifest.caps.glob_parts;

type Piece = { kind: "one" | "some" | "any" | "folders" } | { kind: "set"; test: (character: string) => boolean };

export interface Glob {
  takes(path: string): boolean;
  /** What one character of a path costs: numbers that are looked at. */
  steps: number;
}

/**
 * Compiles a glob: `*` and `?` stay within a folder, `**` crosses folders, `[a-z]`, `[!a-z]` and `{one,other}` as usual,
 * `\` takes the next character as it is. Without a slash it is held against the file's name alone, otherwise against the
 * whole path. Letter case counts. Throws 400 for braces or brackets that do not end, and for braces that stand for too much.
 */
export function compileGlob(glob: string): Glob {
  const branches = expandBraces(glob);
  const [whole, names] = [true, false].map((isWhole) =>
    branches
      .filter((branch) => branch.includes("/") === isWhole)
      .map((branch) => parse(branch.startsWith("/") ? branch.slice(1) : branch, glob)),
  );
  const [ofPath, ofName] = [createAutomaton(whole ?? []), createAutomaton(names ?? [])];
  const parts = ofPath.parts + ofName.parts;
  if (parts > PARTS_MAX) {
    throw refuse.invalid(
      `path_glob "${glob.slice(0, 80)}" stands for globs of ${parts} characters together, more than ${PARTS_MAX}; use fewer braces`,
    );
  }
  return {
    takes: (path) => ofPath.takes(path) || ofName.takes(path.slice(path.lastIndexOf("/") + 1)),
    steps: Math.ceil(parts / BITS),
  };
}

/** Texts without braces; nested ones too, the outermost first. */
function expandBraces(glob: string): string[] {
  const done: string[] = [];
  const open = [glob];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = findGroup(next, glob);
    if (!group) done.push(next);
    else for (const choice of group.choices) open.push(next.slice(0, group.start) + choice + next.slice(group.end));
    if (done.length + open.length > BRANCHES_MAX) {
      throw refuse.invalid(
        `path_glob "${glob.slice(0, 80)}" stands for more than ${BRANCHES_MAX} globs; use fewer braces`,
      );
    }
  }
  return done;
}

function findGroup(text: string, glob: string): { start: number; end: number; choices: string[] } | null {
  let depth = 0;
  let start = -1;
  let from = 0;
  const choices: string[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === "\\") index += 1;
    else if (character === "{") {
      if (depth === 0) {
        start = index;
        from = index + 1;
      }
      depth += 1;
    } else if (character === "," && depth === 1) {
      choices.push(text.slice(from, index));
      from = index + 1;
    } else if (character === "}" && depth > 0) {
      depth -= 1;
      if (depth === 0) return { start, end: index + 1, choices: [...choices, text.slice(from, index)] };
    }
  }
  if (depth > 0) throw refuse.invalid(`path_glob "${glob.slice(0, 80)}" has a "{" without its "}"`);
  return null;
}

function parse(branch: string, glob: string): Piece[] {
  const characters = [...branch];
  const pieces: Piece[] = [];
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? "";
    if (character === "*" && characters[index + 1] === "*") {
      index += 1;
      // Between slashes two stars also stand for no folder at all.
      const alone = (index < 2 || characters[index - 2] === "/") && characters[index + 1] === "/";
      if (alone) index += 1;
      pieces.push({ kind: alone ? "folders" : "any" });
    } else if (character === "*") pieces.push({ kind: "some" });
    else if (character === "?") pieces.push({ kind: "one" });
    else if (character === "[") {
      const end = endOfSet(characters, index);
      if (end < 0) throw refuse.invalid(`path_glob "${glob.slice(0, 80)}" has a "[" without its "]"`);
      pieces.push({ kind: "set", test: readSet(characters.slice(index + 1, end)) });
      index = end;
    } else {
      const literal = character === "\\" ? (characters[++index] ?? "\\") : character;
      pieces.push({ kind: "set", test: (one) => one === literal });
    }
  }
  return pieces;
}

/** A bracket right at the beginning belongs to the set. */
function endOfSet(characters: string[], start: number): number {
  const first = characters[start + 1] === "!" || characters[start + 1] === "^" ? start + 2 : start + 1;
  return characters.indexOf("]", first + 1);
}

function readSet(inside: string[]): (character: string) => boolean {
  const negated = inside[0] === "!" || inside[0] === "^";
  const members = negated ? inside.slice(1) : inside;
  const ranges: [string, string][] = [];
  for (let index = 0; index < members.length; index += 1) {
    const from = members[index] ?? "";
    const isRange = members[index + 1] === "-" && index + 2 < members.length;
    ranges.push([from, isRange ? (members[index + 2] ?? from) : from]);
    if (isRange) index += 2;
  }
  return (one) => one !== "/" && ranges.some(([from, to]) => from <= one && one <= to) !== negated;
}

const BITS = 32;
/** Characters whose steps are kept. */
const KEPT_MAX = 256;

/** The pieces that a character leads from: on to the next one, or to themselves again. */
interface Steps {
  on: Uint32Array;
  again: Uint32Array;
}

/**
 * Follows all ways through all branches at once. A bit is a piece that may come next, and behind each branch's last piece one
 * that says that all of it was read.
 */
function createAutomaton(branches: readonly (readonly Piece[])[]): { parts: number; takes(path: string): boolean } {
  const pieces = branches.flatMap<Piece | "end">((branch) => [...branch, "end"]);
  const words = Math.ceil(pieces.length / BITS);
  const setOf = (has: (piece: Piece | "end", index: number) => boolean) => {
    const set = new Uint32Array(words);
    for (const [index, piece] of pieces.entries()) {
      if (has(piece, index)) set[index >> 5] = (set[index >> 5] ?? 0) | (1 << (index & 31));
    }
    return set;
  };
  const kindOf = (piece: Piece | "end" | undefined) => (typeof piece === "object" ? piece.kind : piece);
  const isFolders = (piece: Piece | "end") => kindOf(piece) === "folders";
  const isStar = (piece: Piece | "end") => kindOf(piece) === "some" || kindOf(piece) === "any";
  const starts = setOf((_, index) => index === 0 || pieces[index - 1] === "end");
  const ends = setOf((piece) => piece === "end");
  const folders = setOf(isFolders);
  /** These may stand for nothing, where they are reached. */
  const passed = setOf((piece) => isStar(piece) || isFolders(piece));
  // It begins anew when it is full: to know what was used last took 1.6 times as long for a path, over 100,000 of them.
  const kept = new Map<string, Steps>();

  function stepsOf(character: string): Steps {
    const known = kept.get(character);
    if (known) return known;
    const within = character !== "/";
    const steps = {
      on: setOf((piece) => {
        if (piece === "end") return false;
        if (piece.kind === "set") return piece.test(character);
        // After whole folders the next piece begins right behind a slash.
        return piece.kind === "folders" ? !within : piece.kind === "one" && within;
      }),
      again: setOf((piece) => kindOf(piece) === "any" || (kindOf(piece) === "some" && within)),
    };
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(character, steps);
    return steps;
  }

  /** Adds the pieces behind those that may stand for nothing. */
  function pass(open: Uint32Array): void {
    for (let index = 0, carried = 0; index < words; index += 1) {
      let word = (open[index] ?? 0) | carried;
      const passing = passed[index] ?? 0;
      for (let before = 0; before !== word; ) {
        before = word;
        word |= (word & passing) << 1;
      }
      carried = (word & passing) >>> 31;
      open[index] = word;
    }
  }

  return {
    parts: pieces.length,
    takes(path) {
      if (words === 0) return false;
      let open = starts.slice();
      let next = new Uint32Array(words);
      pass(open);
      for (const character of path) {
        const { on, again } = stepsOf(character);
        let carried = 0;
        for (let index = 0; index < words; index += 1) {
          const word = open[index] ?? 0;
          const going = word & (on[index] ?? 0);
          next[index] = (going << 1) | carried | (word & (again[index] ?? 0));
          carried = going >>> 31;
        }
        pass(next);
        // Within the folders that two stars stand for, the next piece is not reached anew.
        let any = 0;
        for (let index = 0; index < words; index += 1) {
          const word = (next[index] ?? 0) | ((open[index] ?? 0) & (folders[index] ?? 0));
          next[index] = word;
          any |= word;
        }
        if (any === 0) return false;
        [open, next] = [next, open];
      }
      return open.some((word, index) => (word & (ends[index] ?? 0)) !== 0);
    },
  };
}
