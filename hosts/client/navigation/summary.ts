// Reads mdBook's SUMMARY.md: chapters before and after the numbered ones, parts, nested lists, drafts and separators.
import { LINES_MAX, type Outline, type OutlineLine, readAddress } from "./outline.ts";

const ITEM = /^(\s*)[-*+]\s+(.*)$/;
const LINK = /^\[((?:[^\]\\]|\\.|`[^`]*`)*)\]\((<[^>]*>|[^\s)]*)(?:\s+(?:"[^"]*"|'[^']*'))?\)\s*$/;
const HEADING = /^#+\s+(.*?)\s*#*\s*$/;
const SEPARATOR = /^\s*([-*_])(\s*\1){2,}\s*$/;
const COMMENT = /<!--[\s\S]*?-->/g;

/** The outline that a SUMMARY.md says; `folder` is where it lies, from the root of the published folder. */
export function readSummary(text: string, { folder }: { folder: string }): Outline {
  const outline: Outline = { lines: [], unread: [] };
  /** A part holds the numbered chapters that follow it. */
  let part: OutlineLine | null = null;
  let isFirstHeading = true;
  let open: { indent: number; line: OutlineLine }[] = [];
  // Comments leave their line breaks behind, so that lines keep their numbers.
  const lines = text
    .replace(/^\uFEFF/, "")
    .replace(COMMENT, (comment) => comment.replace(/[^\n]/g, ""))
    .split(/\r?\n/);
  for (const [index, written] of lines.slice(0, LINES_MAX).entries()) {
    const line = index + 1;
    if (written.trim() === "") continue;
    if (SEPARATOR.test(written)) {
      outline.lines.push({ title: null, leads: null, children: [], line, is_divider: true });
      [part, open] = [null, []];
      continue;
    }
    const heading = HEADING.exec(written)?.[1];
    if (heading !== undefined) {
      open = [];
      // The first heading is the title of the file itself.
      if (!isFirstHeading || outline.lines.length > 0) {
        part = { title: plainText(heading), leads: null, children: [], line, is_divider: false };
        outline.lines.push(part);
      }
      isFirstHeading = false;
      continue;
    }
    const item = ITEM.exec(written);
    const found = readLink((item?.[2] ?? written).trim(), { folder, line });
    if (!found) {
      outline.unread.push({ line, text: written.trim() });
      continue;
    }
    if (!item) {
      // Chapters without a number stand before and after the list, in no part.
      [part, open] = [null, []];
      outline.lines.push(found);
      continue;
    }
    const indent = widthOf(item[1] ?? "");
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) open.pop();
    (open.at(-1)?.line.children ?? part?.children ?? outline.lines).push(found);
    open.push({ indent, line: found });
  }
  return outline;
}

function readLink(text: string, { folder, line }: { folder: string; line: number }): OutlineLine | null {
  const match = LINK.exec(text);
  if (!match) return null;
  const address = (match[2] ?? "").replace(/^<|>$/g, "");
  const title = plainText(match[1] ?? "");
  return {
    title: title === "" ? null : title,
    leads: readAddress(address, folder),
    children: [],
    line,
    is_divider: false,
  };
}

/** Markdown's marks taken away from a title. */
function plainText(markdown: string): string {
  return markdown
    .replace(/`+([^`]*)`+/g, (_all, code: string) => code.replace(/[*_\\]/g, (mark) => `\\${mark}`))
    .replace(/(?<!\\)(\*\*|__|\*)(?=\S)(.*?\S)\1/g, "$2")
    .replace(/\\([\\`*_{}[\]()#+.!<>-])/g, "$1")
    .trim();
}

function widthOf(indent: string): number {
  return indent.replaceAll("\t", "    ").length;
}
