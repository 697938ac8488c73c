// Finds the file of the folder that an address in a page means, as the tools that readers know read it.
import { posix } from "node:path";

/** What an address leads to. */
export type Target =
  /** A file of the folder; `fragment` with its `#`, or empty. */
  | { to: "file"; path: string; fragment: string }
  /** Inside the folder, where no such file is. */
  | { to: "nothing" }
  /** A relative address that leaves the folder. */
  | { to: "outside" }
  /** The web, a mail address, or a place on the same page. */
  | { to: "elsewhere" };

const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|[#?]|$)/i;

/** `from` is the page's path, `has` tells which files there are. An address from the root starts at the folder. */
export function findTarget(address: string, { from, has }: { from: string; has(path: string): boolean }): Target {
  const trimmed = address.trim();
  if (ELSEWHERE.test(trimmed)) return { to: "elsewhere" };
  const [, bare = "", fragment = ""] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(trimmed) ?? [];
  const named = decode(bare);
  const path = posix.normalize(named.startsWith("/") ? named.slice(1) || "." : posix.join(posix.dirname(from), named));
  if (path === ".." || path.startsWith("../")) return { to: "outside" };
  const found = candidates(path.replace(/\/$/, "")).find(has);
  return found === undefined ? { to: "nothing" } : { to: "file", path: found, fragment };
}

/** A chapter may be linked as the page that a site generator would have made of it, or without its ending. */
function candidates(path: string): string[] {
  const inFolder = (folder: string) =>
    ["README.md", "index.md", "index.html"].map((name) => (folder === "." ? name : `${folder}/${name}`));
  const stem = /^(.*)\.html?$/i.exec(path)?.[1];
  const asMarkdown = (name: string) => [`${name}.md`, `${name}.markdown`, `${name}.mdx`];
  const rendered = stem === undefined ? [`${path}.html`] : [];
  const index = stem !== undefined && posix.basename(stem) === "index" ? inFolder(posix.dirname(path)) : [];
  return [path, ...asMarkdown(stem ?? path), ...rendered, ...index, ...inFolder(path)];
}

/** A text that is no percent-encoding stands for itself. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
