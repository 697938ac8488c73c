// What a query of a table asks for: its members on the wire, and the same once they are checked against the table.
import { pageCursor, refuse, type Static, t } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import { checkFilter, type Field, type Filter, fieldOf, isSortable, OPERATORS } from "../fields/mod.ts";
import { exampleOf } from "../refusals.ts";
import { foldNeedle } from "./texts.ts";

const { records_per_page: PAGE_MAX, filters_per_query: FILTERS_MAX, records_per_database: RECORDS_MAX } = manifest.caps;
const { search_pattern_chars: SEARCH_CHARS_MAX } = manifest.caps;
const PAGE_DEFAULT = 50;

const filters = t.Optional(
  t.Array(
    t.Object({
      field: t.String({ maxLength: 200, description: "A field's key, or $form_status.", examples: ["status"] }),
      op: t.OneOf(OPERATORS, { description: "empty and not_empty take no value." }),
      value: t.Optional(t.Unknown({ description: "As the field holds it.", examples: ["open"] })),
    }),
    { maxItems: FILTERS_MAX, description: "All must pass." },
  ),
);
const search = t.Optional(
  t.Nullable(t.String({ maxLength: SEARCH_CHARS_MAX }), {
    description: "A part of any text; case and accents do not count.",
  }),
);

/** What chooses records; aggregates take the same. */
export const choosing = { filters, search };

/** The members of a query. */
export const asking = {
  ...choosing,
  sort: t.Optional(
    t.Nullable(t.String({ maxLength: 200 }), {
      description: "A field's key, or $form_status; without it the oldest first.",
    }),
  ),
  descending: t.Optional(t.Boolean({ default: false, description: "The other way round." })),
  fields: t.Optional(
    t.Nullable(t.Array(t.String({ maxLength: 200 }), { maxItems: 200 }), { description: "Only these values, by key." }),
  ),
  limit: t.Limit({ maximum: PAGE_MAX, default: PAGE_DEFAULT, description: `At most ${PAGE_MAX}.` }),
  offset: t.Optional(t.Integer({ minimum: 0, maximum: RECORDS_MAX, description: "next_offset of the page before." })),
  cursor: pageCursor,
};

const Choosing = t.Object(choosing);
const Asking = t.Object(asking);
export type SentChoice = Static<typeof Choosing>;
export type SentQuery = Static<typeof Asking>;

/** Which records are meant. */
export interface Choice {
  filters: Filter[];
  /** Folded. */
  search: string | null;
}

/** A checked query, without where its page begins. */
export interface Query extends Choice {
  sort: Field | null;
  descending: boolean;
  /** Null for all. */
  fields: Field[] | null;
  limit: number;
}

/** Throws 400 that names the filter and the operators there are. */
export function checkChoice(fields: readonly Field[], sent: SentChoice): Choice {
  const checked = (sent.filters ?? []).map((filter, index) => {
    const result = checkFilter(fields, filter);
    if ("filter" in result) return result.filter;
    throw refuse.invalid(`filters[${index}]: ${result.fault}. ${exampleFilter(fields, filter.field)}`);
  });
  const needle = foldNeedle(sent.search ?? "");
  return { filters: checked, search: needle === "" ? null : needle };
}

/** Throws 400 for fields that there are not, and for those that have no order. */
export function checkQuery(fields: readonly Field[], sent: SentQuery): Query {
  const sort = sent.sort ? demandField(fields, sent.sort, "sort") : null;
  if (sort && !isSortable(sort)) {
    throw refuse.invalid(
      `sort names ${sort.key}, and ${sort.type} fields have no order; sort by ${listed(fields.filter(isSortable))}`,
    );
  }
  const shown =
    sent.fields?.filter((key) => key !== "$form_status").map((key) => demandField(fields, key, "fields")) ?? null;
  return {
    ...checkChoice(fields, sent),
    sort,
    descending: sent.descending ?? false,
    fields: shown,
    limit: sent.limit ?? PAGE_DEFAULT,
  };
}

export function demandField(fields: readonly Field[], key: string, member: string): Field {
  const field = fieldOf(fields, key);
  if (!field)
    throw refuse.invalid(`${member} names "${key}", which is no field of the table; it has ${listed(fields)}`);
  return field;
}

export function listed(fields: readonly Field[]): string {
  return [...fields.map(({ key }) => key), "$form_status"].join(", ");
}

function exampleFilter(fields: readonly Field[], key: string): string {
  const example = filterSuchAs(fields, key);
  return example ? `A filter is such as: ${JSON.stringify(example)}` : "The table has no fields";
}

/** A filter on the field that was meant, where there is one; null for a table without fields. */
export function filterSuchAs(
  fields: readonly Field[],
  key: string,
): { field: string; op: string; value?: unknown } | null {
  const field = fieldOf(fields, key) ?? fields[0];
  if (!field) return null;
  const value = exampleOf(field);
  return { field: field.key, ...(value === undefined ? { op: "not_empty" } : { op: "eq", value }) };
}
