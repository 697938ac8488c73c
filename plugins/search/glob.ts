// Globs over the paths of files, matched in time that grows with glob and path and never explodes.
import { refuse } from "../../kernel/mod.ts";

/** How many alternatives braces may stand for in all. */
const BRANCHES_MAX = 64;

type Piece = { kind: "one" | "some" | "any" | "folders" } | { kind: "set"; test: (character: string) => boolean };

/**
 * Compiles a glob: `*` and `?` stay within a folder, `**` crosses folders, `[a-z]`, `[!a-z]` and `{one,other}` as usual,
 * `\` takes the next character as it is. Without a slash it is held against the file's name alone, otherwise against the
 * whole path. Letter case counts. Throws 400 for braces or brackets that do not end.
 */
export function compileGlob(glob: string): (path: string) => boolean {
  const branches = expandBraces(glob).map((branch) => ({
    pieces: parse(branch.startsWith("/") ? branch.slice(1) : branch, glob),
    whole: branch.includes("/"),
  }));
  return (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return branches.some(({ pieces, whole }) => matches(pieces, [...(whole ? path : name)]));
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

/** Follows all ways through the pieces at once: `open` holds how many of them may stand for what was read so far. */
function matches(pieces: readonly Piece[], path: readonly string[]): boolean {
  let open = new Set<number>();
  arrive(pieces, open, 0);
  for (const character of path) {
    const next = new Set<number>();
    for (const index of open) {
      const piece = pieces[index];
      if (!piece) continue;
      const within = character !== "/";
      if (piece.kind === "set" ? piece.test(character) : piece.kind === "one" && within)
        arrive(pieces, next, index + 1);
      if (piece.kind === "any" || (piece.kind === "some" && within)) arrive(pieces, next, index);
      if (piece.kind === "folders") {
        next.add(index);
        // After whole folders the next piece begins right behind a slash.
        if (!within) arrive(pieces, next, index + 1);
      }
    }
    open = next;
  }
  return open.has(pieces.length);
}

/** A piece that may stand for nothing is passed over where it is reached. */
function arrive(pieces: readonly Piece[], open: Set<number>, index: number): void {
  open.add(index);
  const piece = pieces[index];
  if (piece && piece.kind !== "set" && piece.kind !== "one") arrive(pieces, open, index + 1);
}
