// A table of public transport stops made from a seed:
// each type that a cell of a file can have, texts of many scripts, empty cells.
import type { JsonValue } from "../../kernel/plugin.ts";
import { pick, type Random } from "../oauth/random_input.ts";

export type Data = Record<string, JsonValue>;

export const KINDS = ["bus", "tram", "métro", "ferry, car", 'rail "S"', "=cable"];
export const LINES = ["S1", "U2", "Ringbahn", "N 42; night", "夜行", "-9"];

/** `code` is each stop's own. */
export const STOP_FIELDS = [
  { key: "code", label: "Code", type: "text", required: true },
  { key: "name", label: "Name", type: "text" },
  { key: "notes", label: "Notes", type: "long_text" },
  { key: "lat", label: "Latitude", type: "number" },
  { key: "boardings", label: "Boardings a day", type: "number" },
  { key: "step_free", label: "Step-free", type: "checkbox" },
  { key: "opened", label: "Opened", type: "date" },
  { key: "seen_at", label: "Seen at", type: "datetime" },
  { key: "mail", label: "Mail", type: "email" },
  { key: "page", label: "Page", type: "url" },
  { key: "kind", label: "Kind", type: "select", options: KINDS },
  { key: "lines", label: "Lines", type: "multi_select", options: LINES },
  { key: "extra", label: "Extra", type: "json" },
];

const TOWNS = [
  "Zürich",
  "Kraków",
  "東京",
  "القاهرة",
  "Санкт-Петербург",
  "Åre",
  "Đà Nẵng",
  "São Paulo",
  "Ürümqi",
  "🚉 Loop",
];
const PLACES = [
  'Main "old" gate',
  "=SUM(A1)",
  "@home",
  "+49",
  "Rue d’Été",
  "Line\nbreak",
  "a,b;c\td",
  "'quoted'",
  "\\N",
  "  wide  ",
];
const DECIMALS = [0.1, -0.000001, 1e-7, 1e300, 9007199254740991, 123456.789, -12.5, 0.30000000000000004];
const EXTRAS: readonly JsonValue[] = [
  { platforms: [1, 2, { lift: true }], "": null },
  [],
  { __proto__x: "ü", n: -0.5, deep: [[[["x"]]]] },
  ["=1+1", "'", '"'],
];

const DAY_MS = 86_400_000;
const OFFSETS = [0, 60, -210, 345, 840, -720];

/** What stands in a cell of the file, and what a record keeps of it. */
interface Cell {
  cell: string;
  kept: JsonValue;
}

const same = (kept: string): Cell => ({ cell: kept, kept });
const json = (kept: JsonValue): Cell => ({ cell: JSON.stringify(kept), kept });

/** The n-th stop, by key. */
function cellsOf(n: number, random: Random): Record<string, Cell> {
  const name = `${pick(random, PLACES)} ${pick(random, TOWNS)} ${n}`;
  const lines = LINES.filter(() => random() < 0.4);
  const boardings = Math.floor(random() * 2_000_000) - 1_000_000;
  const isFree = random() < 0.5;
  return {
    // Files come in either form of Unicode; records are kept in one.
    name: { cell: random() < 0.5 ? name.normalize("NFD") : name, kept: name.normalize("NFC") },
    notes: same(`${pick(random, PLACES)}\n\n${pick(random, TOWNS)}: "${n}"`.normalize("NFC")),
    lat: json(random() < 0.2 ? pick(random, DECIMALS) : Math.round(random() * 180e6 - 90e6) / 1e6),
    boardings: json(boardings + 0),
    step_free: { cell: pick(random, isFree ? ["true", "yes", "1"] : ["false", "No", "0"]), kept: isFree },
    opened: same(new Date(Math.floor(random() * 60_000 - 30_000) * DAY_MS).toISOString().slice(0, 10)),
    seen_at: timeCell(random),
    mail: { cell: `Stop.${n}@EXAMPLE.org`, kept: `Stop.${n}@example.org` },
    page: same(`https://example.org/${encodeURIComponent(name.toWellFormed())}?n=${n}#ü`),
    kind: same(pick(random, KINDS)),
    lines: lines.length === 0 ? same("") : { cell: JSON.stringify([...lines].reverse()), kept: lines },
    extra: json(pick(random, EXTRAS)),
  };
}

/** An instant to the microsecond, written in some zone. */
function timeCell(random: Random): Cell {
  const ms = Math.floor(random() * 4e12);
  const micros = String(Math.floor(random() * 1000)).padStart(3, "0");
  const offset = pick(random, OFFSETS);
  const clock = (minutes: number) => `${new Date(ms + minutes * 60_000).toISOString().slice(0, -1)}${micros}`;
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  const zone = offset === 0 ? "Z" : `${offset < 0 ? "-" : "+"}${hours}:${minutes}`;
  return { cell: `${clock(offset)}${zone}`, kept: `${clock(0)}Z` };
}

const EMPTY_SHARE = 0.12;

/** So many stops: the file that holds them, and what records keep of its rows. */
export function makeStops(count: number, random: Random): { csv: string; kept: Data[] } {
  const rows: string[] = [STOP_FIELDS.map(({ label }) => csvCell(label)).join(",")];
  const kept: Data[] = [];
  for (let n = 1; n <= count; n++) {
    const cells = { ...cellsOf(n, random), code: same(codeOf(n)) };
    const filled = STOP_FIELDS.map(({ key }) => {
      const isEmpty = key !== "code" && random() < EMPTY_SHARE;
      return { key, ...(isEmpty ? same("") : (Reflect.get(cells, key) as Cell)) };
    });
    rows.push(filled.map(({ cell }) => csvCell(cell)).join(","));
    kept.push(Object.fromEntries(filled.filter(({ cell }) => cell !== "").map((one) => [one.key, one.kept])));
  }
  return { csv: `${rows.join("\r\n")}\r\n`, kept };
}

/** Of the n-th stop of the file. */
export const codeOf = (n: number) => `0${n.toString(36)}`;

function csvCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
