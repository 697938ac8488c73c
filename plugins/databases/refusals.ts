// How databases say no: what is wrong with which field, what a right value looks like, and what is there by now.
import { type JsonValue, type Refusal, refuse } from "../../kernel/plugin.ts";
import type { DataFault, Field, SchemaFault } from "./fields/mod.ts";

/** 400 for data that the fields do not take; each fault by its field, and an example of data that would do. */
export function refuseData(faults: readonly DataFault[], fields: readonly Field[]): Refusal {
  const [first] = faults;
  const more = faults.length > 1 ? `; ${faults.length - 1} more in fields` : "";
  return refuse.invalid(
    `${first?.message ?? "data is not valid"}${more}. Such as: {"data": ${JSON.stringify(
      exampleData(
        fields,
        faults.map(({ key }) => key),
      ),
    )}}`,
    {
      code: "validation_failed",
      fields: faults,
    },
  );
}

/** 400 for fields that no table can have. */
export function refuseSchema(faults: readonly SchemaFault[]): Error {
  const [first] = faults;
  const more = faults.length > 1 ? `; ${faults.length - 1} more in fields` : "";
  return refuse.invalid(`${first?.message ?? "fields are not valid"}${more}. A field is such as: ${FIELD_EXAMPLE}`, {
    code: "validation_failed",
    field: first?.field,
    rule: first?.rule,
    fields: faults.map(({ field, rule, message }) => ({ key: field, code: rule, message })),
  });
}

const FIELD_EXAMPLE = '{"key": "status", "label": "Status", "type": "select", "options": ["open", "done"]}';

/** 409 for a count that is reached. */
export function refuseLimit(message: string, limit: number): Error {
  return refuse.conflict(message, { code: "limit_reached", limit });
}

const EXAMPLE_FIELDS_MAX = 8;

/** Data that the table takes, as far as it can be made up: the fields of `asked` first, then those that are required. */
function exampleData(fields: readonly Field[], asked: readonly string[] = []): Record<string, JsonValue> {
  const weight = ({ key, required }: Field) => (asked.includes(key) ? 2 : Number(required));
  const sorted = [...fields].sort((a, b) => weight(b) - weight(a));
  return Object.fromEntries(
    sorted
      .flatMap((field) => {
        const value = exampleOf(field);
        return value === undefined ? [] : [[field.key, value] as const];
      })
      .slice(0, EXAMPLE_FIELDS_MAX),
  );
}

/** A value that the field takes, as far as one can be made up. */
export function exampleOf(field: Field): JsonValue | undefined {
  const [choice = ""] = field.options ?? [];
  switch (field.type) {
    case "text":
    case "long_text":
      return "text";
    case "number":
      return 1.5;
    case "checkbox":
      return true;
    case "date":
      return "2026-03-01";
    case "datetime":
      return "2026-03-01T12:00:00+01:00";
    case "email":
      return "anna@example.com";
    case "url":
      return "https://example.com";
    case "select":
      return choice;
    case "multi_select":
      return [choice];
    case "json":
      return {};
    default:
      return undefined;
  }
}
