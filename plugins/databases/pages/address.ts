// What the address of a database's page asks for, and the addresses that lead from there to others.
import { checkAs, refuse, type Static, t } from "../../../kernel/mod.ts";
import { manifest } from "../../manifest.ts";
import { type Field, type FieldType, fieldOf, type SentFilter } from "../fields/mod.ts";

const FILTERS_MAX = manifest.caps.filters_per_query;
/** Of what is searched for. */
export const SEARCH_CHARS_MAX = manifest.caps.search_pattern_chars;
const FILTER_CHARS_MAX = 4000;

const text = (maxLength: number) => t.Optional(t.String({ maxLength }));

/** Members of a query string; whatever else stands in it is not looked at. */
const Asked = t.Object({
  table: t.Optional(t.Id()),
  view: t.Optional(t.Id()),
  record: t.Optional(t.Id()),
  file: text(300),
  q: text(SEARCH_CHARS_MAX),
  sort: text(200),
  descending: t.Optional(t.Boolean()),
  filter: t.Optional(t.Array(t.String({ maxLength: FILTER_CHARS_MAX }), { maxItems: FILTERS_MAX })),
  cursor: text(2000),
  before: text(2000),
});
export type PageAsked = Static<typeof Asked>;

const NUMBERS = ["table", "view", "record"] as const;
const TEXTS = ["file", "q", "sort", "cursor", "before"] as const;

/** Throws 400 or 422 that names what is wrong. Empty members, as forms send them, are none. */
export function readAddress(search: URLSearchParams): PageAsked {
  const asked: Record<string, unknown> = {};
  for (const name of NUMBERS) {
    const value = one(search, name);
    if (value === null) continue;
    if (!/^\d{1,15}$/.test(value)) throw refuse.invalid(`${name} is "${value.slice(0, 80)}"; it is a number`);
    asked[name] = Number(value);
  }
  for (const name of TEXTS) {
    const value = one(search, name);
    if (value !== null) asked[name] = value;
  }
  const descending = one(search, "descending");
  if (descending !== null && !["true", "false"].includes(descending)) {
    throw refuse.invalid(`descending is "${descending.slice(0, 80)}"; it is true or false`);
  }
  if (descending !== null) asked["descending"] = descending === "true";
  const filters = search.getAll("filter").filter((filter) => filter !== "");
  if (filters.length > 0) asked["filter"] = filters;
  const checked = checkAs(Asked, asked, "address");
  if (checked.cursor && checked.before) throw refuse.invalid("cursor and before both say where the page begins");
  return checked;
}

function one(search: URLSearchParams, name: string): string | null {
  const values = search.getAll(name);
  if (values.length > 1) throw refuse.invalid(`${name} is given ${values.length} times; give it once`);
  return values[0] || null;
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

/** A filter as it stands in an address: `status:eq:open`, `due:empty`. Throws 400 for another shape. */
export function readFilter(fields: readonly Field[], written: string): SentFilter {
  const [, field = "", op = "", , value] = /^([^:]*):([a-z_]+)(:([\s\S]*))?$/.exec(written) ?? [];
  if (op === "") {
    throw refuse.invalid(
      `filter is "${written.slice(0, 80)}"; a filter is a field, an operator and a value, such as status:eq:open`,
    );
  }
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
    throw refuse.invalid(`the value of the filter on ${field.key} is no JSON text, such as ["a", "b"]`);
  }
}

/** The same as it is written. */
export function writeFilter({ field, op, value }: SentFilter): string {
  if (value === undefined) return `${field}:${op}`;
  return `${field}:${op}:${typeof value === "string" ? value : JSON.stringify(value)}`;
}
