// What an aggregate of a table asks for, and its groups as they are shown:
// to programs, and as the chart of a saved view.

import { type Runtime, refuse, type Sql, type Static, t } from "../../../kernel/plugin.ts";
import { isSameDecimal } from "../../../kernel/ports/input.ts";
import { manifest } from "../../manifest.ts";
import { capOf } from "../../operation.ts";
import { type Field, isGroupable, withArticle } from "../fields/mod.ts";
import { COLUMNS_BEHIND_MAX, type Column, isKeepable, isOverdue } from "../store/columns.ts";
import type { TableRead } from "./answering.ts";
import { checkChoice, demandField, listed, type SentChoice } from "./asking.ts";
import { AGGREGATES, columnsFor, type Group, type Groups, type GroupsAsked, readGroups } from "./groups.ts";
import { columnsOf, keeperPort } from "./keeper.ts";

const { aggregate_groups: GROUPS_MAX } = manifest.caps;
const LABEL_CHARS_MAX = 200;

/** The members of an aggregate beside those that choose records. */
export const grouping = {
  op: t.OneOf(AGGREGATES, { description: "What to compute." }),
  field: t.Optional(
    t.Nullable(t.String({ maxLength: 200 }), { description: "Of which field; every op but count needs one." }),
  ),
  group_by: t.String({ maxLength: 200, description: "A field's key, or $form_status." }),
  limit: t.Limit({ maximum: GROUPS_MAX, default: GROUPS_MAX, description: `Groups, at most ${GROUPS_MAX}.` }),
};

const Grouping = t.Object(grouping);
export type SentGrouping = Static<typeof Grouping>;

/** A group as it is shown. */
export const ShownGroup = t.Object({
  key: t.Unknown({ description: "The value that the group shares; null for records without one." }),
  label: t.String({ description: "The same as a text for people." }),
  value: t.Unknown({
    description:
      "A number, or a text where a number could not hold it exactly; of min and max of days and times a text; null for none.",
  }),
  count: t.Integer({ description: "Records in the group." }),
});

export interface AnsweredGroups {
  groups: Static<typeof ShownGroup>[];
  total_groups: number;
  truncated: boolean;
  revision: number;
}

/** Throws 400 for an op without the field that it needs. */
export function demandOperand({ op, field }: Pick<SentGrouping, "op" | "field">): void {
  if (op !== "count" && !field)
    throw refuse.invalid(`${op} needs a field, such as {"op": "${op}", "field": "amount", "group_by": "status"}`);
}

/** The fields that an aggregate names. Throws 400 for those that have no groups, or no such value. */
export function checkGrouping(fields: readonly Field[], sent: SentGrouping): { by: Field; of: Field | null } {
  demandOperand(sent);
  const by = demandField(fields, sent.group_by, "group_by");
  if (!isGroupable(by)) {
    throw refuse.invalid(
      `group_by names ${by.key}, and ${by.type} fields have no groups; group by ${listed(fields.filter(isGroupable))}`,
    );
  }
  return { by, of: sent.op === "count" ? null : demandValue(fields, sent) };
}

/** Throws 400 for what no aggregate of the table can be. */
export async function answerGroups(
  { sql, runtime }: { sql: Sql; runtime: Pick<Runtime, "config" | "use"> & Parameters<typeof capOf>[0] },
  subject: TableRead,
  sent: SentGrouping & SentChoice,
): Promise<AnsweredGroups> {
  const { fields } = subject.table;
  const { by, of } = checkGrouping(fields, sent);
  const { groups, total_groups, revision } = await readFast({ sql, runtime }, subject, {
    ...checkChoice(fields, sent),
    op: sent.op,
    of,
    by,
    limit: sent.limit ?? GROUPS_MAX,
    bytes_max: capOf(runtime, "record_page_bytes"),
  });
  const shown = groups.map((group) => showGroup(group, { op: sent.op, of }));
  return { groups: shown, total_groups, truncated: total_groups > shown.length, revision };
}

/** The columns that such an aggregate goes by, where they are kept; null where it goes by none. */
export function wantedColumns(
  { table }: Pick<TableRead, "table">,
  sent: SentGrouping & SentChoice,
): readonly Column[] | null {
  const columns = columnsFor(
    { ...checkChoice(table.fields, sent), ...checkGrouping(table.fields, sent), op: sent.op },
    table.slots,
  );
  return columns && isKeepable(table, columns) ? columns : null;
}

/** From kept columns where there are such; says else that they are wanted. */
async function readFast(
  { sql, runtime }: { sql: Sql; runtime: Pick<Runtime, "use"> },
  subject: TableRead,
  asked: GroupsAsked,
): Promise<Groups> {
  const columns = columnsFor(asked, subject.table.slots);
  if (columns && isKeepable(subject.table, columns)) {
    const keeper = runtime.use(keeperPort);
    const kept = await readGroups(sql, subject, { ...asked, columns });
    if (kept) keeper.used("columns", subject.table.table_id);
    if (!kept || isOverdue(kept, COLUMNS_BEHIND_MAX))
      keeper.want(columnsOf(subject, columns), { at_once: kept !== null });
    if (kept) return kept;
  }
  const groups = await readGroups(sql, subject, { ...asked, columns: null });
  if (!groups) throw new Error("groups without columns are always there");
  return groups;
}

const COMPARED: readonly Field["type"][] = ["number", "date", "datetime"];

/** Throws 400 for a field that cannot be added up, or not be compared. */
function demandValue(fields: readonly Field[], { op, field = null }: SentGrouping): Field {
  const of = demandField(fields, field ?? "", "field");
  const allowed = op === "sum" || op === "avg" ? COMPARED.slice(0, 1) : COMPARED;
  if (!allowed.includes(of.type)) {
    const keys = fields.filter(({ type }) => allowed.includes(type)).map(({ key }) => key);
    const known = keys.length === 0 ? "the table has none" : `the table has ${keys.join(", ")}`;
    throw refuse.invalid(
      `${op} takes ${allowed.join(", ")} fields, and ${of.key} is ${withArticle(of.type)} field; ${known}`,
    );
  }
  return of;
}

function showGroup(
  { key, value, count }: Group,
  { op, of }: Pick<GroupsAsked, "op" | "of">,
): Static<typeof ShownGroup> {
  const text = key === null ? "(empty)" : String(key);
  const label = [...text.slice(0, 2 * LABEL_CHARS_MAX)].slice(0, LABEL_CHARS_MAX).join("");
  return { key, label, value: showValue(value, { op, of }), count };
}

/** A number where it says the same as the exact decimal, which an average seldom is. */
function showValue(value: string | null, { op, of }: Pick<GroupsAsked, "op" | "of">): string | number | null {
  if (value === null || (of && of.type !== "number")) return value;
  const number = Number(value);
  if (Number.isFinite(number) && (op === "avg" || isSameDecimal(value, String(number)))) return number;
  return value.includes(".") ? value.replace(/\.?0+$/, "") : value;
}
