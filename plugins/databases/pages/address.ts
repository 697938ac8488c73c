// What the address of a database's page asks for, and the addresses that lead from there to others.

import { countCharacters, isLongerThan, refuse, type Static, t } from "../../../kernel/plugin.ts";
import { checkAs } from "../../../kernel/ports/input.ts";
import { manifest } from "../../manifest.ts";
import { type Field, type FieldType, fieldOf, type SentFilter } from "../fields/mod.ts";
import { cutTo } from "./cells.ts";

const FILTERS_MAX = manifest.caps.filters_per_query;
/** Of what is searched for. */
export const SEARCH_CHARS_MAX = manifest.caps.search_pattern_chars;
const FILTER_CHARS_MAX = 4000;

const TEXTS = { file: 300, q: SEARCH_CHARS_MAX, sort: 200, cursor: 2000, before: 2000 } as const;

const text = (maxLength: number) => t.Optional(t.String({ maxLength }));

/** Members of a query string; whatever else stands in it is not looked at. */
const Asked = t.Object({
  table: t.Optional(t.Id()),
  view: t.Optional(t.Id()),
  record: t.Optional(t.Id()),
  file: text(TEXTS.file),
  q: text(TEXTS.q),
  sort: text(TEXTS.sort),
  descending: t.Optional(t.Boolean()),
  filter: t.Optional(t.Array(t.String({ maxLength: FILTER_CHARS_MAX }), { maxItems: FILTERS_MAX })),
  cursor: text(TEXTS.cursor),
  before: text(TEXTS.before),
});
export type PageAsked = Static<typeof Asked>;

const NUMBERS = ["table", "view", "record"] as const;
const TEXT_NAMES = ["file", "q", "sort", "cursor", "before"] as const;
/** Of what is said to readers by another name than the address has for it. */
const WORDS: Readonly<Record<string, string>> = { q: "the search (q)", filter: "a filter" };
const WRITTEN_CHARS_MAX = 80;

/** Throws 400 that names what is wrong in the address, and how it is written. Empty members, as forms send them, are none. */
export function readAddress(search: URLSearchParams): PageAsked {
  const asked: Record<string, unknown> = {};
  for (const name of NUMBERS) {
    const value = one(search, name);
    if (value === null) continue;
    if (!/^\d{1,15}$/.test(value)) {
      throw refuse.invalid(`the address says ${name}=${cutWritten(value)}; it is a number, such as ${name}=12`);
    }
    asked[name] = Number(value);
  }
  for (const name of TEXT_NAMES) {
    const sent = one(search, name);
    // Keyboards of phones write a blank behind a word that they complete.
    const value = name === "q" ? sent?.trim() : sent;
    if (!value) continue;
    refuseText(value, { name, most: TEXTS[name] });
    asked[name] = value;
  }
  const descending = one(search, "descending");
  if (descending !== null && !["true", "false"].includes(descending)) {
    throw refuse.invalid(
      `the address says descending=${cutWritten(descending)}; it is written as descending=true or descending=false`,
    );
  }
  if (descending !== null) asked["descending"] = descending === "true";
  const filters = search.getAll("filter").filter((filter) => filter !== "");
  if (filters.length > FILTERS_MAX) {
    throw refuse.invalid(`the address has ${filters.length} filters; a page takes at most ${FILTERS_MAX}`);
  }
  for (const filter of filters) refuseText(filter, { name: "filter", most: FILTER_CHARS_MAX });
  if (filters.length > 0) asked["filter"] = filters;
  const checked = checkAs(Asked, asked, ["address"]);
  if (checked.cursor && checked.before) {
    throw refuse.invalid("cursor and before in the address both say where the page begins; leave one of them out");
  }
  return checked;
}

function one(search: URLSearchParams, name: string): string | null {
  const values = search.getAll(name);
  if (values.length > 1) throw refuse.invalid(`the address says ${name} ${values.length} times; give it once`);
  return values[0] || null;
}

function refuseText(value: string, { name, most }: { name: string; most: number }): void {
  if (isLongerThan(value, most)) {
    throw refuse.invalid(
      `${WORDS[name] ?? name} in the address has ${countCharacters(value)} characters; it takes at most ${most}`,
    );
  }
  if (value.includes("\0")) {
    throw refuse.invalid(`${WORDS[name] ?? name} in the address holds a NUL character, written %00; leave it out`);
  }
}

/** As much of what stands in an address as a sentence holds. */
export function cutWritten(text: string): string {
  return cutTo(text, WRITTEN_CHARS_MAX);
}

/** The address of a page with these members; those that are not set are left out. */
export function addressOf(href: string, asked: PageAsked): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) {
    for (const member of Array.isArray(value) ? value : [value]) {
      if (member !== undefined && member !== "" && member !== false) search.append(name, String(member));
    }
  }
  const query = search.toString();
  return query === "" ? href : `${href}?${query}`;
}

const VALUELESS = ["empty", "not_empty"];
const JSON_VALUED: readonly FieldType[] = ["json", "attachment", "review"];

/** A filter as it stands in an address: `status:eq:open`, `due:empty`; null for another shape. */
export function readFilter(fields: readonly Field[], written: string): SentFilter | null {
  const [, field = "", op = "", , value] = /^([^:]*):([a-z_]+)(:([\s\S]*))?$/.exec(written) ?? [];
  if (op === "") return null;
  if (value === undefined || VALUELESS.includes(op)) return { field, op };
  return { field, op, value: readValue(fieldOf(fields, field), { op, value }) };
}

function readValue(field: Field | undefined, { op, value }: { op: string; value: string }): unknown {
  if (field?.type === "checkbox") return value === "true" ? true : value === "false" ? false : value;
  const isList = field?.type === "multi_select" && op !== "contains";
  if (!isList && !(field && JSON_VALUED.includes(field.type))) return value;
  try {
    return JSON.parse(value);
  } catch {
    // No value of such a field is a text, so that whoever looks at the filter next says what the field holds.
    return value;
  }
}

/** The same as it is written. */
export function writeFilter({ field, op, value }: SentFilter): string {
  if (value === undefined) return `${field}:${op}`;
  return `${field}:${op}:${typeof value === "string" ? value : JSON.stringify(value)}`;
}
