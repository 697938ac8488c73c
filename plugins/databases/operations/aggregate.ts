// Counts, sums and the like of a table's records by group, over all that match.
import { refuse, type Static, t } from "../../../kernel/mod.ts";
import { manifest } from "../../manifest.ts";
import { capOf, operation } from "../../operation.ts";
import { type Field, isGroupable } from "../fields/mod.ts";
import { table } from "../permits.ts";
import { checkChoice, choosing, demandField } from "../query/asking.ts";
import { AGGREGATES, type Group, readGroups } from "../query/groups.ts";
import { tableParams } from "../schemas.ts";

const { aggregate_groups: GROUPS_MAX } = manifest.caps;
const LABEL_CHARS_MAX = 200;

const ShownGroup = t.Object({
  key: t.Unknown({ description: "The value that the group shares; null for records without one." }),
  label: t.String({ description: "The same as a text for people." }),
  value: t.Unknown({
    description:
      "A number, or a text where a number could not hold it exactly; of min and max of days and times a text; null for none.",
  }),
  count: t.Integer({ description: "Records in the group." }),
});

const Body = t.Object({
  op: t.OneOf(AGGREGATES, { description: "What to compute." }),
  field: t.Optional(
    t.Nullable(t.String({ maxLength: 200 }), { description: "Of which field; every op but count needs one." }),
  ),
  group_by: t.String({ maxLength: 200, description: "A field's key, or $form_status." }),
  ...choosing,
  limit: t.Limit({ maximum: GROUPS_MAX, default: GROUPS_MAX, description: `Groups, at most ${GROUPS_MAX}.` }),
});

export const aggregateRecords = operation({
  id: "database.aggregate",
  route: "POST /api/databases/{database_id}/tables/{table_id}/aggregate",
  tool: {
    name: "aggregate_records",
    wording: "Count records of a table by group, or add up, average or compare a field; over all that match.",
    idempotent: true,
  },
  effect: "read",
  summary: "Count, add up or compare records by group",
  description:
    "The largest groups come first. Sums are exact decimals. A record with several choices counts in each of them, so that the counts may add up to more than the records.",
  params: tableParams,
  body: Body,
  output: t.Object({
    groups: t.Array(ShownGroup),
    total_groups: t.Integer(),
    truncated: t.Boolean({
      description: "True when there are more groups than are shown, for their number or for the size of their keys.",
    }),
    revision: t.Integer({ description: "The database's, of the moment of this answer." }),
  }),
  rules: ({ body }) => {
    if (body.op !== "count" && !body.field)
      throw refuse.invalid(
        `${body.op} needs a field, such as {"op": "${body.op}", "field": "amount", "group_by": "status"}`,
      );
  },
  permit: table("view"),
  reach: "places",
  run: async ({ sql, subject, house }, { body }) => {
    const { fields } = subject.table;
    const by = demandField(fields, body.group_by, "group_by");
    if (!isGroupable(by)) throw refuse.invalid(`group_by names ${by.key}, and ${by.type} fields have no groups`);
    const of = body.op === "count" ? null : demandValue(fields, body);
    const limit = body.limit ?? GROUPS_MAX;
    const { groups, total_groups, revision } = await readGroups(sql, subject, {
      ...checkChoice(fields, body),
      op: body.op,
      of,
      by,
      limit,
      bytes_max: capOf(house, "record_page_bytes"),
    });
    return {
      groups: groups.map((group) => showGroup(group, of)),
      total_groups,
      truncated: total_groups > groups.length,
      revision,
    };
  },
});

const COMPARED: readonly Field["type"][] = ["number", "date", "datetime"];

/** Throws 400 for a field that cannot be added up, or not be compared. */
function demandValue(fields: readonly Field[], { op, field = null }: Static<typeof Body>): Field {
  const of = demandField(fields, field ?? "", "field");
  const allowed = op === "sum" || op === "avg" ? COMPARED.slice(0, 1) : COMPARED;
  if (!allowed.includes(of.type))
    throw refuse.invalid(`${op} takes ${allowed.join(", ")} fields; ${of.key} is a ${of.type} field`);
  return of;
}

function showGroup({ key, value, count }: Group, of: Field | null): Static<typeof ShownGroup> {
  const text = key === null ? "(empty)" : String(key);
  const label = [...text.slice(0, 2 * LABEL_CHARS_MAX)].slice(0, LABEL_CHARS_MAX).join("");
  return { key, label, value: showValue(value, of), count };
}

/** A number where it says the same as the exact decimal. */
function showValue(value: string | null, of: Field | null): string | number | null {
  if (value === null || (of && of.type !== "number")) return value;
  const exact = value.includes(".") ? value.replace(/\.?0+$/, "") : value;
  const number = Number(exact);
  // An average has as many digits as a number keeps.
  return Number.isFinite(number) && (String(number) === exact || exact.replace(/[-.]/g, "").length > 15)
    ? number
    : exact;
}
