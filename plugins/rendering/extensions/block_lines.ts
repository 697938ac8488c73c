// Follows the lines of markdown as far as tells where a block of another syntax may begin:
// not in code, comments or raw HTML.

/** How blocks of HTML begin that empty lines do not end, and what ends them (CommonMark 4.6). */
export const HTML_ENDS: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^<(?:script|pre|style|textarea)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![a-z]/i, />/],
];

const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
const ITEM = /^(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/;
const RULE = /^([-*])(?:[ \t]*\1)*[ \t]*$/;
/** So much further in, a line is code. */
const CODE_COLUMNS = 4;

/** Where a block may begin. */
export interface BlockPlace {
  /** How far in the line stands, and what stands there. */
  column: number;
  text: string;
  /** How far in the content of the list item stands that it is in; 0 outside of lists. */
  base: number;
}

/** Knows the lines that it was given, from the first one on. */
export interface BlockLines {
  /** Of the next line, where on it a block may begin; null where none can. */
  read(line: string): BlockPlace | null;
  /** Lines that were taken by a block of another syntax, after which an empty line is thought. */
  leave(): void;
}

export function followLines(): BlockLines {
  /** Columns at which the content of the open list items stands. */
  const items: number[] = [];
  let fence: { mark: string; base: number } | null = null;
  let html: RegExp | null = null;
  let isAfterBlank = true;

  function read(line: string): BlockPlace | null {
    if (line.trim() === "") {
      isAfterBlank = true;
      return null;
    }
    const { column, text } = indentOf(line);
    if (fence && column < fence.base) fence = null;
    if (fence) {
      const closing = /^(`{3,}|~{3,})[ \t]*$/.exec(text)?.[1];
      if (closing?.startsWith(fence.mark)) fence = null;
      return null;
    }
    if (html) {
      if (html.test(line)) html = null;
      return null;
    }
    // A line that goes on with a paragraph leaves the items open, however far in it stands.
    if (isAfterBlank || ITEM.test(text)) while ((items.at(-1) ?? 0) > column) items.pop();
    const base = items.at(-1) ?? 0;
    isAfterBlank = false;
    if (column - base >= CODE_COLUMNS) return null;
    return begin(line, { column, text }) ? null : { column, text, base };
  }

  /** Whether the line begins what is followed here. */
  function begin(line: string, at: { column: number; text: string }): boolean {
    let { column, text } = at;
    for (let mark = ITEM.exec(text)?.[0]; mark && !RULE.test(text); mark = ITEM.exec(text)?.[0]) {
      const rest = indentOf(" ".repeat(column + mark.length) + text.slice(mark.length));
      const isCode = rest.column - column - mark.length > CODE_COLUMNS || rest.text === "";
      column = isCode ? column + mark.length + 1 : rest.column;
      text = isCode ? "" : rest.text;
      items.push(column);
    }
    const mark = FENCE.exec(text)?.[1];
    if (mark) fence = { mark, base: items.at(-1) ?? 0 };
    const end = HTML_ENDS.find(([first]) => first.test(text))?.[1];
    if (!mark && end && !end.test(text)) html = end;
    return mark !== undefined || end !== undefined || line.trim() !== text.trim();
  }

  return {
    read,
    leave: () => {
      isAfterBlank = true;
    },
  };
}

/** How far in a line stands, and what stands there. */
export function indentOf(line: string): { column: number; text: string } {
  let column = 0;
  let at = 0;
  for (; at < line.length; at++) {
    if (line[at] === " ") column++;
    else if (line[at] === "\t") column += 4 - (column % 4);
    else break;
  }
  return { column, text: line.slice(at) };
}

/** The line without so many columns of white space, as far as it has them. */
export function outdent(line: string, columns: number): string {
  const { column, text } = indentOf(line);
  return " ".repeat(Math.max(0, column - columns)) + text;
}
