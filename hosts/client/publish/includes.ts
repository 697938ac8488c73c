// Puts files of the folder where mdBook's `{{#include file}}` names them, which is done here and never by the server.
import { posix } from "node:path";
import type { LocalFile } from "./folder.ts";
import type { Files } from "./page.ts";

/** A text with what it includes. */
export interface Included {
  source: string;
  /** As they are written: what names no text of the folder, or would make too much of it, stays. */
  left: Set<string>;
}

const INCLUDE = /(\\?)\{\{\s*#(include|rustdoc_include|playground|playpen)\s+([^}\n]+?)\s*\}\}/g;
/** As deep as mdBook goes. */
const DEPTH_MAX = 10;
/** Of one page with all that it includes. */
const CHARS_MAX = 4 * 1024 * 1024;

/** Null for a text that includes nothing. */
export async function includeFiles(file: LocalFile, source: string, files: Files): Promise<Included | null> {
  if (!source.includes("{{#") && !/\{\{\s+#/.test(source)) return null;
  const left = new Set<string>();
  const room = { chars: CHARS_MAX - source.length };
  const included = await include(source, { from: file.path, files, depth: 0, left, room });
  return included === source && left.size === 0 ? null : { source: included, left };
}

interface Including {
  from: string;
  files: Files;
  depth: number;
  left: Set<string>;
  room: { chars: number };
}

async function include(source: string, including: Including): Promise<string> {
  const parts: string[] = [];
  let end = 0;
  for (const found of source.matchAll(INCLUDE)) {
    const [written, escaped = "", kind = "", named = ""] = found;
    parts.push(source.slice(end, found.index));
    end = found.index + written.length;
    const text = escaped === "" ? await readNamed(named, { kind, ...including }) : null;
    if (text === null && escaped === "") including.left.add(written);
    parts.push(text ?? written);
  }
  return parts.join("") + source.slice(end);
}

async function readNamed(named: string, including: Including & { kind: string }): Promise<string | null> {
  const { from, files, depth, room, kind } = including;
  const [address = "", ...attributes] = named.split(/\s+/);
  const [name = "", ...range] = address.split(":");
  // Above the folder no path is one of its files.
  const path = posix.normalize(posix.join(posix.dirname(from), name));
  const file = files.get(path);
  if (!file || depth >= DEPTH_MAX || file.size > room.chars) return null;
  const whole = await readText(file);
  const chosen = whole === null ? null : choose(whole, range);
  if (chosen === null || chosen.length > room.chars) return null;
  room.chars -= chosen.length;
  if (kind === "playground" || kind === "playpen") return `\`\`\`rust,${attributes.join(",")}\n${chosen}\n\`\`\``;
  return kind === "include" ? include(chosen, { ...including, from: path, depth: depth + 1 }) : chosen;
}

async function readText(file: LocalFile): Promise<string | null> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await Bun.file(file.absolute).bytes());
    return text.includes("\0") ? null : text.replaceAll("\r\n", "\n");
  } catch {
    return null;
  }
}

const ANCHOR = /ANCHOR(?:_END)?:\s*[\w_-]+/;

/** The lines `from:to`, counted from 1, or those between the marks of an anchor; null for an anchor that is not there. */
function choose(text: string, [first, last]: readonly string[]): string | null {
  const lines = text.replace(/\n$/, "").split("\n");
  if (first === undefined) return lines.join("\n");
  if (/^\d*$/.test(first)) {
    const from = first === "" ? 1 : Number(first);
    const to = last === undefined ? from : last === "" ? lines.length : Number(last);
    return Number.isNaN(to) ? null : lines.slice(Math.max(0, from - 1), to).join("\n");
  }
  const marks = (word: string) => new RegExp(`${word}:\\s*${first.replace(/[^\w-]/g, "\\$&")}(?![\\w-])`);
  const begin = lines.findIndex((line) => marks("ANCHOR").test(line));
  if (begin < 0) return null;
  const length = lines.slice(begin).findIndex((line) => marks("ANCHOR_END").test(line));
  const inside = lines.slice(begin, length < 0 ? undefined : begin + length);
  return inside.filter((line) => !ANCHOR.test(line)).join("\n");
}
