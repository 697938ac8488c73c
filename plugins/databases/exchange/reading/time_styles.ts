// Reads the formats of a workbook's cells, and tells which show a number as a day, a time of day or a duration
// (ECMA-376, 18.8.30).

export type TimeKind = "day" | "clock" | "elapsed";

/** Formats that no workbook spells out, some of them by the language of its sender; what is left out here is a day. */
const BUILT_IN: readonly (readonly [from: number, to: number, kind: TimeKind])[] = [
  [14, 17, "day"],
  [18, 21, "clock"],
  [22, 22, "day"],
  [27, 36, "day"],
  [45, 45, "clock"],
  [46, 46, "elapsed"],
  [47, 47, "clock"],
  [50, 58, "day"],
  [71, 81, "day"],
];
/** Below it a format is built in, whatever a workbook says. */
const OWN_FROM = 100;

const NUMBER_FORMAT = /<(?:[\w.-]+:)?numFmt(\s(?:[^"'<>]|"[^"]*"|'[^']*')*)>/g;
/** The tags before and behind the styles of cells. */
const CELL_STYLES = /<\/?(?:[\w.-]+:)?cellXfs[\s>]/;
const CELL_STYLE = /<(?:[\w.-]+:)?xf(?:\s([^<>]*))?>/g;
const FORMAT_ID = /(?:^|\s)numFmtId=(["'])(\d+)\1/;
const FORMAT_CODE = /\sformatCode=(?:"([^"]*)"|'([^']*)')/;

/** How a style of cells shows numbers. */
export interface CellFormat {
  id: number;
  /** Null for a format that is built in. */
  code: string | null;
}

/** The formats of the cell styles, by their place in `styles.xml`. */
export function cellFormats(styles: string): CellFormat[] {
  const own = new Map<number, string>();
  for (const [, attributes = ""] of styles.matchAll(NUMBER_FORMAT)) {
    const [, double, single] = FORMAT_CODE.exec(attributes) ?? [];
    own.set(formatId(attributes), unescapeXml(double ?? single ?? ""));
  }
  const [, cellStyles = ""] = styles.split(CELL_STYLES, 2);
  return [...cellStyles.matchAll(CELL_STYLE)].map(([, attributes = ""]) => {
    const id = formatId(attributes);
    return { id, code: id < OWN_FROM ? null : (own.get(id) ?? null) };
  });
}

/** Null for one that shows no time. */
export function timeKind({ id, code }: CellFormat): TimeKind | null {
  return id < OWN_FROM ? builtIn(id) : code === null ? null : kindOfCode(code);
}

function formatId(attributes: string): number {
  return Number(FORMAT_ID.exec(attributes)?.[2] ?? 0);
}

function builtIn(id: number): TimeKind | null {
  return BUILT_IN.find(([from, to]) => from <= id && id <= to)?.[2] ?? null;
}

const TOKEN = /^(?:s{1,2}|m{1,5}|h{1,2}|am?|pm?|a{3,5}|d{1,4}|y|yy|yyyy|e|ee|eeee)$/;
const OF_DAYS = /^(?:m{3,5}|a{3,5}|d|y|e)/;
const OF_CLOCKS = /^[hs]/;
const ELAPSED = /\[(?:h{1,2}|m{1,2}|s{1,2})\]/;

/** What a format's code shows; null for what shows a number. It has no other signs than those of times. */
function kindOfCode(code: string): TimeKind | null {
  const parts = code.toLowerCase().replace(/;@$/, "").replace(/\\./g, " ").split(";");
  for (const part of parts) {
    const shown = part.replace(/"[^"]*"/g, " ").replace(/(\[?[smhd]{1,2}\]?)[.,]0{1,3}/g, "$1");
    const tokens = shown
      .replace(/\[([smhd]{1,2})\]/g, "$1")
      .replace(/\[[^\]]*\]/g, "")
      .split(/[^a-z0#?%]+/)
      .filter(Boolean);
    if (tokens.length === 0 || !tokens.every((token) => TOKEN.test(token))) continue;
    if (ELAPSED.test(shown)) return "elapsed";
    return tokens.some((token) => OF_CLOCKS.test(token)) && !tokens.some((token) => OF_DAYS.test(token))
      ? "clock"
      : "day";
  }
  return null;
}

const SIGNS: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: "<", gt: ">", amp: "&" };

function unescapeXml(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => SIGNS[name] ?? whole);
}
